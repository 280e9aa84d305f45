#!/usr/bin/env node
/**
 * What starts when someone types `filewright`. It runs the bundle that the first word asks for, with the code that an
 * earlier run has compiled: that is half of the time until the first answer. Bundled as CommonJS, which alone can be
 * given compiled code on every version of Node that we support.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { findCachedCode, keepCachedCode, readSource } from "../fs/node/code-cache.js";
import { findHome } from "../fs/node/home.js";
import { findStateDirectory } from "../fs/state-directory.js";

interface Bundle {
  main(): unknown;
}

interface LoadedModule {
  readonly exports: object;
}

type Require = (specifier: string) => unknown;
type Import = (specifier: string) => Promise<unknown>;
type Wrapped = (
  exports: object,
  require: Require,
  module: LoadedModule,
  file: string,
  folder: string,
  importPackage: Import,
) => void;

/** By then a server has compiled what it needs for its first answers, and has time. */
const KEEP_AFTER_MS = 3000;

const home = findHome(process.env);
const cacheFolder = join(findStateDirectory(process.env, home), "code", `${process.version}-${process.arch}`);
const usesCache = process.env["FILEWRIGHT_CODE_CACHE"] !== "0";
const modules = new Map<string, LoadedModule>();
const fresh: { readonly name: string; readonly script: Script }[] = [];

function load(file: string): object {
  const known = modules.get(file);
  if (known !== undefined) return known.exports;
  const { text, mark } = readSource(file);
  const name = mark === undefined ? undefined : `${file.slice(dirname(file).length + 1)}-${mark}`;
  const cachedData = usesCache && name !== undefined ? findCachedCode(cacheFolder, name) : undefined;
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname, __import) {${text}\n})`,
    {
      filename: file,
      ...(cachedData === undefined ? {} : { cachedData }),
    },
  );
  const isFresh = cachedData === undefined || script.cachedDataRejected === true;
  if (isFresh && name !== undefined) fresh.push({ name, script });
  const module: LoadedModule = { exports: {} };
  modules.set(file, module);
  (script.runInThisContext() as Wrapped)(
    module.exports,
    requireFrom(file),
    module,
    file,
    dirname(file),
    importPackage,
  );
  return module.exports;
}

/** In the place of `import()`, which code that is run this way does not have. */
function importPackage(specifier: string): Promise<unknown> {
  return import(specifier);
}

/** Our own files come from here, with their compiled code; everything else as usual. */
function requireFrom(file: string): Require {
  const usual = createRequire(file);
  const own: Require = (specifier) =>
    specifier.startsWith(".") ? load(join(dirname(file), specifier)) : usual(specifier);
  return Object.assign(own, usual);
}

function keepFresh(): void {
  for (const { name, script } of fresh.splice(0))
    keepCachedCode(cacheFolder, name, script.createCachedData());
}

const [, , first, ...rest] = process.argv;
const isServer = first === "mcp" && !rest.some((word) => word === "--help" || word === "-h");
if (usesCache) {
  setTimeout(keepFresh, KEEP_AFTER_MS).unref();
  process.once("exit", keepFresh);
}
(load(join(__dirname, "..", "app", isServer ? "mcp.cjs" : "cli.cjs")) as Bundle).main();
