/** Batched git calls: many commits or contents for one process. */
import { spawn } from "node:child_process";
import { once } from "node:events";

export async function runGit(repository: string, words: readonly string[], input: string): Promise<Buffer> {
  const git = spawn("git", ["-C", repository, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  git.stdout.on("data", (part: Buffer) => parts.push(part));
  const closed = once(git, "close") as Promise<[number | null]>;
  git.stdin.end(input);
  const [code] = await closed;
  if (code !== 0) throw new Error(`git ${words[0]} ended with ${code}`);
  return Buffer.concat(parts);
}

/** Contents of at most `maxBytes` by their ids; larger ones are left out. */
export async function readBlobs(
  repository: string,
  ids: readonly string[],
  maxBytes: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const checked = (await runGit(repository, ["cat-file", "--batch-check"], toInput(ids))).toString("utf8");
  const wanted = checked.split("\n").flatMap((line) => {
    const [id, type, size] = line.split(" ");
    return id !== undefined && type === "blob" && Number(size) <= maxBytes ? [id] : [];
  });
  return splitBatch(await runGit(repository, ["cat-file", "--batch"], toInput(wanted)));
}

/** Records of `<id> blob <size>`, a newline, the content, a newline. */
function splitBatch(output: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const start = output.indexOf("\n", at) + 1;
    const [id = "", , size] = output
      .subarray(at, start - 1)
      .toString("latin1")
      .split(" ");
    const end = start + Number(size);
    contents.set(id, output.subarray(start, end));
    at = end + 1;
  }
  return contents;
}

function toInput(ids: readonly string[]): string {
  return [...new Set(ids)].map((id) => `${id}\n`).join("");
}
