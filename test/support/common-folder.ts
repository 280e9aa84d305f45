/** How results name the folder that all of their files are in: once, with each path relative to it. */

/** The deepest folder that contains all of these absolute paths; undefined for fewer than two, and if only `/` does. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first, ...others] = [...new Set(paths)].map((path) => path.split("/").slice(0, -1));
  if (first === undefined || others.length === 0) return undefined;
  const isShared = (_: string, index: number): boolean =>
    others.every((folders) => first.slice(0, index + 1).every((name, at) => name === folders[at]));
  const folder = first.filter(isShared).join("/");
  return folder === "" ? undefined : folder;
}

/** The path below the folder, with "./" in front of a name that could pass for a line of the result itself. */
export function nameBelow(folder: string, path: string): string {
  const name = path.slice(folder.length + 1);
  return /^(?:\[|-|\d+[:-]|[A-Z]\w* )/.test(name) ? `./${name}` : name;
}

/** The content of a count as `absolute path:count`, without the lines above. */
export function readCounts(content: string): string[] {
  if (content === "") return [];
  const [, heading = "", folder] =
    /^(Matches per file, most first:\n(?:In ([^\n]*):\n)?)/.exec(content) ?? [];
  const counts = content.slice(heading.length).split("\n");
  return folder === undefined ? counts : counts.map((line) => `${folder}/${line}`);
}
