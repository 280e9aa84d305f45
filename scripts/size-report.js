// What a user pays: the packed package, what is in it, and what an install brings along; and for us, where files grow.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1)} KB`;

const [pack] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
console.log(
  `package: ${kilobytes(pack.size)} packed, ${kilobytes(pack.unpackedSize)} unpacked, ${pack.entryCount} files`,
);
console.log(
  `dependencies: ${Object.keys(manifest.dependencies).length} required, ${Object.keys(manifest.optionalDependencies).length} optional`,
);

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, lines: readFileSync(join(root, "src", name), "utf8").split("\n").length - 1 }))
  .toSorted((a, b) => b.lines - a.lines);
const total = sources.reduce((sum, { lines }) => sum + lines, 0);
const median = sources[sources.length >> 1]?.lines ?? 0;
console.log(`sources: ${sources.length} files, ${total} lines, median ${median}`);
for (const { name, lines } of sources.slice(0, 5)) console.log(`  ${String(lines).padStart(4)}  ${name}`);
const overgrown = sources.filter(({ lines }) => lines > 250);
for (const { name, lines } of overgrown) console.log(`  over 250 lines, two ideas? ${name} (${lines})`);
