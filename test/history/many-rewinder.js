// Child of the memory test: rewrites many files of about a megabyte through the library, rewinds them, and prints how that went.
// Arguments: folder for files, folder for state, number of files, and whether "all-lines" differ or only "one-line".
import { readFileSync } from "node:fs";

const load = (/** @type {string} */ name) => import(new URL(`../../dist/${name}`, import.meta.url).href);
const { createToolkit } = await load("index.js");

const [root = "", stateDirectory = "", given = "0", extent = "one-line"] = process.argv.slice(2);
const count = Number(given);
/** Text that does not compress to nothing, and is the same in every run. */
const lines = createLines(15_000);

/** @param {number} length */
function createLines(length) {
  let state = 1;
  return Array.from({ length }, () => {
    let text = "";
    for (let word = 0; word < 8; word += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += ` ${state.toString(36)}`;
    }
    return text;
  });
}

/** Another text for every seed: in all its lines, or only in one. @param {number} seed */
function createText(seed) {
  if (extent === "all-lines") return lines.map((line) => `${seed}${line}\n`).join("");
  return [...lines.slice(0, 7000), `seed ${seed}`, ...lines.slice(7000), ""].join("\n");
}

const pathOf = (/** @type {number} */ index) => `${root}/file-${index}.txt`;
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  onAsk: () => ({ answer: "allow" }),
  durability: "none",
  history: { maxBytes: 64 * 1024 ** 3 },
});

/** @param {number} seed Of the first file's content. */
async function writeAll(seed) {
  for (let index = 0; index < count; index += 1) {
    const input = { file_path: pathOf(index), content: createText(seed + index) };
    const { error } = await toolkit.call("Write", input);
    if (error !== undefined) throw new Error(error.message);
  }
}

await writeAll(0);
const { id } = await toolkit.history.checkpoint("start");
await writeAll(count);
const peakBefore = process.resourceUsage().maxRSS;
const begun = performance.now();
const { isDone, files } = await toolkit.history.rewind(id);
const seconds = (performance.now() - begun) / 1000;
const peakAfter = process.resourceUsage().maxRSS;
let restored = 0;
for (let index = 0; index < count; index += 1) {
  if (readFileSync(pathOf(index), "utf8") === createText(index)) restored += 1;
}
const omitted = files.filter((/** @type {{ isPatchOmitted?: true }} */ file) => file.isPatchOmitted === true);
console.log(
  JSON.stringify({
    isDone,
    restored,
    omitted: omitted.length,
    peakBefore,
    peakAfter,
    seconds: Math.round(seconds),
  }),
);
await toolkit.close();
