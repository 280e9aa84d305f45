// Builds the console's page into the package, and says what a browser has to load of it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { renderNotices } from "./notices.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/console");
const MAX_BYTES = 61 * 1024;

// Whoever has it built, tests too: what is shipped is one and the same.
process.env["NODE_ENV"] = "production";
const built = await build({ configFile: join(root, "web/vite.config.ts"), logLevel: "warn" });
if (!("output" in built)) throw new Error("the page was not built as one");

const names = [...built.output.map(({ fileName }) => fileName), "icon.svg"];
const sizes = names.map((name) => ({ name, bytes: gzipSync(readFileSync(join(folder, name))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1)} KB`;
console.error(
  `console: ${kilobytes(total)} compressed (${sizes.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(", ")})`,
);
if (total > MAX_BYTES) {
  console.error(`That is more than the ${kilobytes(MAX_BYTES)} that the page may have.`);
  process.exit(1);
}

writeFileSync(
  join(folder, "NOTICES.txt"),
  renderNotices(built.output.flatMap((file) => ("moduleIds" in file ? file.moduleIds : []))),
);
