// Joins the compiled modules into a few files: Node needs longer to find and open seventy modules than to run them.
// What is loaded on first use stays in files of its own; packages stay packages.
import { createHash } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { renderNotices } from "./notices.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = [
  manifest.name,
  ...Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  }),
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
const isPackage = (id) =>
  id === "#vocabulary" || packages.some((name) => id === name || id.startsWith(`${name}/`));
// Not minified: when an error is not caught, Node prints the line it came from, which has to be a line that people can read.
// Comments go, apart from those that name the source file of each part.
const readable = /** @type {const} */ ({ minify: false, comments: false });

const isOwn = (/** @type {string} */ id) => id.startsWith(library);

// A few files by what they are needed for: every process, the first search, the first change, the first picture, the
// first notebook, the first language server. Globs stay apart, because reading a file in an odd encoding needs them for its .editorconfig.
const parts = [
  {
    name: "glob",
    test: (/** @type {string} */ id) => isOwn(id) && /\/text\/(?:glob\/|editorconfig)/.test(id),
  },
  {
    name: "media",
    test: (/** @type {string} */ id) => isOwn(id) && /\/media\/|\/process\/(?:helper|worker)-/.test(id),
  },
  {
    name: "notebook",
    test: (/** @type {string} */ id) => isOwn(id) && /\/(?:json|notebook(?:-edit)?)\//.test(id),
  },
  {
    name: "links",
    test: (/** @type {string} */ id) => isOwn(id) && /\/notify\/links\/|\/process\/local-socket/.test(id),
  },
  {
    name: "language-servers",
    test: (/** @type {string} */ id) => isOwn(id) && /\/lsp\/|\/process\/guarded-/.test(id),
  },
  {
    name: "search",
    test: (/** @type {string} */ id) =>
      isOwn(id) && /\/(?:search|process)\/|\/tools\/(?:glob|grep)\/|\/tools\/search-|line-window/.test(id),
  },
  {
    name: "change",
    test: (/** @type {string} */ id) => isOwn(id) && /\/(?:tools|mutation|text)\//.test(id),
  },
];

/** What can be imported, by the manifest: `./dist/adapters/ai/index.js` is made of `adapters/ai/index.js`. */
const imports = Object.values(manifest.exports)
  .flatMap((/** @type {string | { default: string }} */ entry) =>
    typeof entry === "string" ? [] : entry.default,
  )
  .map((file) => file.slice("./dist/".length, -".js".length));

/** The library: modules for whoever imports it. */
await build({
  input: Object.fromEntries(imports.map((name) => [name, join(library, `${name}.js`)])),
  platform: "node",
  external: isPackage,
  logLevel: "warn",
  output: {
    dir: join(root, "dist"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: {
      groups: [
        { name: "toolkit", test: (id) => loadedAtOnce.has(id) && id !== join(library, "index.js") },
        ...parts,
      ],
    },
    ...readable,
  },
});

/**
 * The program: the same code once more as CommonJS, the form for which Node takes code that was compiled before. What each
 * way in needs at its start is apart from the rest: a server lists its tools before it has loaded what runs them, and the
 * command line knows nothing of the protocol.
 */
const entries = { cli: join(library, "cli/main.js"), mcp: join(library, "mcp/stdio/main.js") };
/** What any command that runs a tool takes besides the toolkit. */
const running = findLoadedAtOnce(join(library, "cli/tool-commands/run-tool-command.js"));
/** What writes our own files, such as what a terminal has seen. */
const ownFiles = findLoadedAtOnce(join(library, "mutation/change-own-file.js"));
const atStart = { cli: findLoadedAtOnce(entries.cli), mcp: findLoadedAtOnce(entries.mcp) };
const program = await build({
  input: entries,
  platform: "node",
  external: isPackage,
  logLevel: "warn",
  plugins: [withoutSchemaValidators(), withoutOtherPrograms(), withGivenImport()],
  output: {
    dir: join(root, "dist/app"),
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    codeSplitting: {
      groups: [
        { name: "protocol", test: (id) => /\/node_modules\/(?:@modelcontextprotocol|zod)\//.test(id) },
        {
          name: "common",
          // What the list takes of the library, too: a command that runs a tool would load the protocol with it.
          test: (id) => atStart.mcp.has(id) && (atStart.cli.has(id) || loadedAtOnce.has(id)),
        },
        { name: "server", test: (id) => atStart.mcp.has(id) && id !== entries.mcp },
        { name: "commands", test: (id) => atStart.cli.has(id) && id !== entries.cli },
        { name: "toolkit", test: (id) => loadedAtOnce.has(id) },
        { name: "running", test: (id) => running.has(id) },
        { name: "own-files", test: (id) => ownFiles.has(id) },
        ...parts,
      ],
    },
    ...readable,
  },
});

for (const { fileName } of program.output) stamp(join(root, "dist/app", fileName));

await build({
  input: { filewright: join(library, "launch/launcher.js") },
  platform: "node",
  logLevel: "warn",
  output: { dir: join(root, "dist/bin"), format: "cjs", entryFileNames: "[name].cjs", ...readable },
});
chmodSync(join(root, "dist/bin/filewright.cjs"), 0o755);

writeFileSync(
  join(root, "dist/app/NOTICES.txt"),
  renderNotices(program.output.flatMap((file) => ("moduleIds" in file ? file.moduleIds : []))),
);

/**
 * Ends a file with a digest of it, by which the launcher knows the compiled code that belongs to it.
 * @param {string} file
 */
function stamp(file) {
  const code = readFileSync(file, "utf8").trimEnd();
  const digest = createHash("sha256").update(code).digest("base64url").slice(0, 22);
  writeFileSync(file, `${code}\n//${digest}\n`);
}

/** The launcher hands each file what it imports packages with: code that is compiled by hand has no `import()`. */
function withGivenImport() {
  return {
    name: "with-given-import",
    renderChunk: (/** @type {string} */ code) => code.replace(/\bimport\((?=["'`])/g, () => "__import("),
  };
}

/** The command line's package can start other programs as commands, which we have none of; loading the means takes time. */
function withoutOtherPrograms() {
  return {
    name: "without-other-programs",
    resolveId: (/** @type {string} */ id, /** @type {string | undefined} */ importer) =>
      id === "node:child_process" && importer?.includes("/node_modules/commander/") ? "\0no-programs" : null,
    load: (/** @type {string} */ id) => (id === "\0no-programs" ? "export default {};" : null),
  };
}

/** The protocol's package brings validators for schemas of others, a third of its weight; ours validate themselves. */
function withoutSchemaValidators() {
  const name = "@modelcontextprotocol/server/_shims";
  return {
    name: "without-schema-validators",
    resolveId: (/** @type {string} */ id) => (id === name ? "\0shims" : null),
    load: (/** @type {string} */ id) =>
      id === "\0shims"
        ? 'import process from "node:process"; export { process }; export class DefaultJsonSchemaValidator { getValidator() { throw new Error("no schema validator"); } }'
        : null,
  };
}

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
    output: { dir: join(root, "dist"), format: "esm", entryFileNames: "[name].js", ...readable },
  });
}

/** The vocabulary for counting tokens, with the package that it is from: one file, whoever loads it. */
const vocabulary = await build({
  input: { "tokens/bundled-vocabulary": join(library, "tokens/bundled-vocabulary.js") },
  platform: "node",
  logLevel: "warn",
  output: { dir: join(root, "dist"), format: "esm", entryFileNames: "[name].js", ...readable },
});
writeFileSync(
  join(root, "dist/tokens/NOTICES.txt"),
  renderNotices(vocabulary.output.flatMap((file) => ("moduleIds" in file ? file.moduleIds : []))),
);
