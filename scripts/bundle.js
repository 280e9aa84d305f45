// Joins the compiled modules into a few files: Node needs longer to find and open seventy modules than to run them.
// What is loaded on first use stays in files of its own; packages stay packages.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = [
  manifest.name,
  ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
];

const library = join(root, ".build/lib");

/**
 * Every module that importing the library brings with it; what is loaded on first use is not among them.
 * @param {string} entry
 */
function findLoadedAtOnce(entry) {
  const found = new Set();
  /** @param {string} path */
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    const source = readFileSync(path, "utf8");
    for (const [, specifier = ""] of source.matchAll(/^(?:import|export)\s[^"';=]*?"(\.{1,2}\/[^"]+)"/gm)) {
      visit(join(dirname(path), specifier));
    }
  };
  visit(entry);
  return found;
}

const loadedAtOnce = findLoadedAtOnce(join(library, "index.js"));

/** @param {string} id */
const isPackage = (id) => packages.some((name) => id === name || id.startsWith(`${name}/`));
// Comments and blanks go: half of what Node would have to read. Names stay, for the sake of stack traces.
const minify = /** @type {const} */ ({ compress: false, mangle: false, codegen: { removeWhitespace: true } });

await build({
  input: {
    index: join(root, ".build/lib/index.js"),
    "cli/main": join(root, ".build/lib/cli/main.js"),
  },
  platform: "node",
  external: isPackage,
  logLevel: "warn",
  output: {
    dir: join(root, "dist"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    // A few files by what they are needed for: every process, the first search, the first change, the first picture, the
    // first notebook. Globs stay apart, because reading a file in an odd encoding needs them for its .editorconfig.
    codeSplitting: {
      groups: [
        { name: "toolkit", test: (id) => loadedAtOnce.has(id) && id !== join(library, "index.js") },
        { name: "glob", test: (id) => id.startsWith(library) && /\/text\/(?:glob\/|editorconfig)/.test(id) },
        {
          name: "media",
          test: (id) => id.startsWith(library) && /\/media\/|\/process\/(?:helper|worker)-/.test(id),
        },
        {
          name: "notebook",
          test: (id) => id.startsWith(library) && /\/(?:json|notebook(?:-edit)?)\//.test(id),
        },
        {
          name: "search",
          test: (id) =>
            id.startsWith(library) &&
            /\/(?:search|process)\/|\/tools\/(?:glob|grep)\/|\/tools\/search-|line-window/.test(id),
        },
        { name: "change", test: (id) => id.startsWith(library) && /\/(?:tools|mutation|text)\//.test(id) },
      ],
    },
    minify,
  },
});

/** Scripts that run in a process or thread of their own: each one file, so that nothing but itself is opened there. */
const scripts = {
  "media/image-helper": "media/image/image-helper.js",
  "media/notebook-worker": "media/notebook/notebook-worker.js",
  "media/pdf-worker": "media/pdf/pdf-worker.js",
  "tokens/token-helper": "tokens/token-helper.js",
};

for (const [name, source] of Object.entries(scripts)) {
  await build({
    input: { [name]: join(library, source) },
    platform: "node",
    external: isPackage,
    logLevel: "warn",
    output: { dir: join(root, "dist"), format: "esm", entryFileNames: "[name].js", minify },
  });
}
