/** The built product that is attacked: this package's own, or a copy of it in which checks were taken out. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

type Library = typeof import("filewright");

/** The folder of a package with `dist`. */
export type Engine = string;

export const ownEngine: Engine = fileURLToPath(new URL("../../..", import.meta.url));

export async function loadLibrary(engine: Engine): Promise<Library> {
  return (await import(pathToFileURL(join(engine, "dist/index.js")).href)) as Library;
}

export function programOf(engine: Engine): string {
  return join(engine, "dist/bin/filewright.cjs");
}

/** Text of the built product and what takes its place. It must occur in the library and in the program. */
export interface Alteration {
  readonly find: RegExp;
  readonly replace: string;
}

const made = new Set<string>();
process.on("exit", () => {
  for (const engine of made) rmSync(engine, { recursive: true, force: true });
});

/** A copy of the product with other code in some places. Throws if one of the places is not found. */
export function alterEngine(alterations: readonly Alteration[]): Engine {
  const engine = mkdtempSync(join(tmpdir(), "filewright-altered-"));
  made.add(engine);
  for (const name of ["dist", "package.json", "native"]) {
    if (readdirSync(ownEngine).includes(name))
      cpSync(join(ownEngine, name), join(engine, name), { recursive: true });
  }
  symlinkSync(join(ownEngine, "node_modules"), join(engine, "node_modules"));
  for (const form of ["dist/chunks", "dist/app"]) alterAll(join(engine, form), alterations);
  return engine;
}

export function removeEngine(engine: Engine): void {
  if (made.delete(engine)) rmSync(engine, { recursive: true, force: true });
}

function alterAll(folder: string, alterations: readonly Alteration[]): void {
  const found = new Set<Alteration>();
  for (const name of readdirSync(folder).filter((each) => /\.c?js$/.test(each))) {
    const path = join(folder, name);
    const before = readFileSync(path, "utf8");
    let text = before;
    for (const alteration of alterations) {
      if (!alteration.find.test(text)) continue;
      found.add(alteration);
      text = text.replace(alteration.find, alteration.replace);
    }
    if (text !== before) writeFileSync(path, text);
  }
  const missing = alterations.find((each) => !found.has(each));
  if (missing !== undefined)
    throw new Error(`${folder} has nothing like ${missing.find}: adapt campaign/core/altered-engines.ts`);
}
