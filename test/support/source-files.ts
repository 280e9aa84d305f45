/** The product's sources and what each imports, for the tests that pin the architecture. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

const sourceFolder: string = fileURLToPath(new URL("../../src", import.meta.url));

export interface SourceFile {
  /** Path below src, such as `text/sniff.ts`. */
  readonly path: string;
  readonly text: string;
  /** Specifiers of static imports and re-exports, those of types told apart. */
  readonly imports: readonly {
    readonly specifier: string;
    readonly isTypeOnly: boolean;
    readonly isDynamic: boolean;
  }[];
}

export function readSources(): SourceFile[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const text = readFileSync(join(sourceFolder, name), "utf8");
      return { path: name, text, imports: findImports(text) };
    });
}

/** Where a relative import leads, below src; undefined for packages. */
export function resolveImport(from: SourceFile, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = normalize(join(dirname(join(sourceFolder, from.path)), specifier));
  return relative(sourceFolder, target).replace(/\.js$/, ".ts");
}

function findImports(text: string): SourceFile["imports"] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const statics = [...code.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm)].map(
    ([, type, specifier = ""]) => ({ specifier, isTypeOnly: type !== undefined, isDynamic: false }),
  );
  const dynamics = [...code.matchAll(/\bimport\(\s*"([^"]+)"/g)].map(([, specifier = ""]) => ({
    specifier,
    isTypeOnly: false,
    isDynamic: true,
  }));
  return [...statics, ...dynamics];
}
