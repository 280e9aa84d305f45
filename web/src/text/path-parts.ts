/** A path as it is shown: in which root, in which folder, which file. Roots come from machines with either separator. */
export interface PathParts {
  /** The root that it is in; undefined outside all of them. */
  readonly root: string | undefined;
  /** With its last separator; empty for what lies in the root itself. */
  readonly folder: string;
  readonly name: string;
}

export function splitPath(path: string, roots: readonly string[]): PathParts {
  const root = roots
    .filter((each) => isWithin(path, each))
    .toSorted((one, other) => other.length - one.length)[0];
  const shown = root === undefined ? path : path.slice(withoutEnd(root).length + 1);
  const end = Math.max(shown.lastIndexOf("/"), shown.lastIndexOf("\\")) + 1;
  if (shown === "") return { root, folder: "", name: "." };
  // A folder keeps its separator at the end, and is a name all the same.
  if (end === shown.length) return { root, folder: "", name: shown };
  return { root, folder: shown.slice(0, end), name: shown.slice(end) };
}

/** What a folder is called by its last part: "app" for "/home/me/app". */
export function baseName(path: string): string {
  const plain = withoutEnd(path);
  return plain.slice(Math.max(plain.lastIndexOf("/"), plain.lastIndexOf("\\")) + 1) || path;
}

function isWithin(path: string, root: string): boolean {
  const start = withoutEnd(root);
  const next = path[start.length];
  return path.startsWith(start) && (next === undefined || next === "/" || next === "\\");
}

function withoutEnd(path: string): string {
  return path.replace(/[/\\]+$/, "");
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The names of a path and what parts them, each to be set apart where letters run from right to left: a separator between
 * two such names would run with them, and a path be read backwards.
 */
export function readingParts(path: string): readonly string[] {
  return RIGHT_TO_LEFT.test(path) ? path.split(/(?<=[/\\])|(?=[/\\])/) : [path];
}
