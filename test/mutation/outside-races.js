// Races an engine with an outside writer of one kind and prints what was lost. By itself, for many rounds:
// node test/mutation/outside-races.js "truncate and write" 1000 [dist/index.js of another build]
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [kind = "", rounds = "100", library = new URL("../../dist/index.js", import.meta.url).href] =
  process.argv.slice(2);
const { createToolkit } = await import(library);
const base = fs.mkdtempSync(join(tmpdir(), "filewright-races-"));
const root = join(base, "root");
const path = join(root, "a.txt");
fs.mkdirSync(root);
fs.writeFileSync(path, "begin\n");
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory: join(base, "state"),
  environment: { HOME: base },
  onAsk: () => ({ answer: "allow" }),
  durability: "none",
  dedup: false,
});

const writer = fork(fileURLToPath(new URL("outside-writer.js", import.meta.url)), [path, kind, rounds]);
/** @type {string[][]} */
const reports = [];
writer.once("message", (/** @type {any} */ report) => reports.push(report.mustBeKept));
const exit = once(writer, "exit");
let changes = 0;
let notes = 0;
while (reports.length === 0 && writer.exitCode === null) {
  await toolkit.call("Read", { file_path: path });
  const content = `ours ${changes}\n`;
  const { isError, content: answer } = await toolkit.call("Write", { file_path: path, content });
  if (!isError) changes += 1;
  if (!isError && /Another program/.test(answer[0].text)) notes += 1;
  await new Promise((resolve) => setImmediate(resolve));
}
await exit;

/** Everything that is still known of the file. */
const kept = [fs.readFileSync(path, "utf8")];
const { history } = toolkit.workspace;
const reader = await history.openReader();
for (const { record, displaced } of await toolkit.history.list({ limit: 1_000_000 })) {
  for (const image of [
    record.before,
    record.after,
    ...displaced.map((/** @type {any} */ each) => each.image),
  ]) {
    const bytes = image === null ? undefined : await reader.readImage(image);
    if (bytes !== undefined) kept.push(Buffer.from(bytes).toString());
  }
}
const all = kept.join("");
// Whole: its last line as well as its first.
const versions = reports.flat();
const lost = versions.filter((token) => {
  const end = token.replace(/^<.* (\d+)>$/, "</$1>");
  return !(all.includes(token) && all.includes(end));
});
const litter = fs.readdirSync(root).filter((name) => name.startsWith(".filewright-"));
await toolkit.close();
fs.rmSync(base, { recursive: true });
const report = {
  kind,
  versions: versions.length,
  changes,
  notes,
  lost: lost.length,
  litter: litter.length,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
