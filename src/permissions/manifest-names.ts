/** Files that may say what package managers run; whether a change of one does is told by `runs-later.ts`, which comes with the first of them. */
const names: ReadonlySet<string> = new Set([
  "package.json",
  "package.json5",
  "package.yaml",
  "composer.json",
  "deno.json",
  "deno.jsonc",
]);

export function isManifestName(name: string): boolean {
  return names.has(name.toLowerCase());
}
