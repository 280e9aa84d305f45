// Joins the compiled modules into a few files: Node needs longer to find and open seventy modules than to run them.
// What is loaded on first use stays in files of its own; packages stay packages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = [
  manifest.name,
  ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
];

await build({
  input: {
    index: join(root, ".build/lib/index.js"),
    "cli/main": join(root, ".build/lib/cli/main.js"),
  },
  platform: "node",
  external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
  logLevel: "warn",
  output: {
    dir: join(root, "dist"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  },
});
