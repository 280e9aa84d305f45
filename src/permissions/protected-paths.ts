/**
 * Finds files that run later, by the table in `later-files.ts`. Names are compared as rules that deny compare them, below
 * the root that the path lies in.
 */
import { findRisk, type Risk } from "./ask.js";
import { flaggedFiles, type LaterFiles, protectedFiles } from "./later-files.js";
import { isWindowsPath, spellPath, toRulePath } from "./path-letters.js";

/** The agent's own folder, the only one that a person can open for a session, and with it nothing protected inside of it. */
export const AGENT_FOLDER = ".claude";

/** What git's folder is also called where names have short forms. */
const SHORT_NAME_OF_GIT = "git~1";
/** A name that can be shown as it is; of others the pattern is. */
const PLAIN_NAME = /^[\w.-]{1,60}$/;

/** One name of the table. */
interface Pattern {
  readonly row: LaterFiles;
  /** Folders that the last name must lie in, from the outermost. */
  readonly above: readonly string[];
  readonly last: string;
  /** What `last` has between its wildcards. */
  readonly pieces: readonly string[];
  readonly isFolder: boolean;
  readonly isFromTop: boolean;
}

interface Match {
  readonly row: LaterFiles;
  /** The name by which people know it: ".git", ".config/git", "lefthook.yml". */
  readonly name: string;
}

/** Rows by their names. Compiled with the first path that is looked up. */
class NameIndex {
  readonly #rows: readonly LaterFiles[];
  #byName: ReadonlyMap<string, readonly Pattern[]> | undefined;
  #withWildcard: readonly Pattern[] = [];

  constructor(rows: readonly LaterFiles[]) {
    this.#rows = rows;
  }

  /** All that match, from the outermost name to the file's own. Nearly every path is done after one look for each name. */
  find(path: string, roots: readonly string[]): readonly Match[] {
    const isWindows = isWindowsPath(path);
    const spelled = spell(path, isWindows);
    const names = spelled.slice(1).split("/");
    const found: (Pattern & { readonly index: number })[] = [];
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1;
      for (const pattern of this.#candidates(
        isWindows && name === SHORT_NAME_OF_GIT ? ".git" : name,
        isLast,
      )) {
        if (isAt(pattern, names, index)) found.push({ ...pattern, index });
      }
    }
    if (found.length === 0) return [];
    const first = countRootNames(spelled, roots, isWindows);
    return found
      .filter(({ isFromTop, above, index }) => isFromTop || index - above.length >= first)
      .map((pattern) => ({ row: pattern.row, name: nameOf(pattern, names[pattern.index] ?? "") }));
  }

  #candidates(name: string, isLast: boolean): readonly Pattern[] {
    this.#byName ??= this.#compile();
    const exact = this.#byName.get(name) ?? [];
    if (!isLast) return exact;
    return [...exact, ...this.#withWildcard.filter(({ pieces }) => fits(pieces, name))];
  }

  #compile(): ReadonlyMap<string, readonly Pattern[]> {
    const patterns = this.#rows.flatMap((row) =>
      row.names.split(/\s+/).map((written) => parse(written.replaceAll("?", " "), row)),
    );
    this.#withWildcard = patterns.filter(({ last }) => last.includes("*"));
    const byName = new Map<string, Pattern[]>();
    for (const pattern of patterns) byName.set(pattern.last, [...(byName.get(pattern.last) ?? []), pattern]);
    return byName;
  }
}

const protectedIndex = new NameIndex(protectedFiles);
const fullIndex = new NameIndex([...protectedFiles, ...flaggedFiles]);

/** The protected name that the path has in it; the agent's own folder only where there is no other. */
export function findProtected(path: string, roots: readonly string[]): string | undefined {
  const names = protectedIndex.find(path, roots).map(({ name }) => name);
  return names.find((name) => name !== AGENT_FOLDER) ?? names[0];
}

/** The gravest that fits, of several the innermost; undefined for a file that nothing is known to run by itself. */
export function findRunPlace(
  path: string,
  roots: readonly string[] = [],
): { readonly risk: Risk; readonly text: string } | undefined {
  const flags = fullIndex.find(path, roots).flatMap(({ row }) => row.flag ?? []);
  const gravest = findRisk(flags);
  return flags.findLast(({ risk }) => risk === gravest);
}

function parse(written: string, row: LaterFiles): Pattern {
  const isFolder = written.endsWith("/");
  const isFromTop = written.startsWith("/");
  const names = written.split("/").filter((name) => name !== "");
  const last = names.at(-1) ?? "";
  return { row, above: names.slice(0, -1), last, pieces: last.split("*"), isFolder, isFromTop };
}

function isAt(
  { above, isFolder, isFromTop, last }: Pattern,
  names: readonly string[],
  index: number,
): boolean {
  if (!isFolder && index !== names.length - 1) return false;
  if (isFromTop && index !== above.length) return false;
  // Worktrees are ordinary copies of the project.
  if (last === AGENT_FOLDER && names[index + 1] === "worktrees") return false;
  return above.every((name, at) => names[index - above.length + at] === name);
}

/** Whether a name has these pieces, the first at its beginning and the last at its end. */
function fits(pieces: readonly string[], name: string): boolean {
  const [first = "", ...others] = pieces;
  const last = others.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= name.length;
}

function nameOf({ above, last, isFolder }: Pattern, name: string): string {
  if (isFolder) return [...above, last].join("/");
  return last.includes("*") && PLAIN_NAME.test(name) ? name : last;
}

/** How many names the innermost root has that holds the path; 0 where none does. */
function countRootNames(spelled: string, roots: readonly string[], isWindows: boolean): number {
  let count = 0;
  for (const root of roots) {
    const folder = spell(root, isWindows);
    if (folder === "/" || !spelled.startsWith(`${folder}/`)) continue;
    count = Math.max(count, folder.split("/").length - 1);
  }
  return count;
}

function spell(path: string, isWindows: boolean): string {
  return spellPath(toRulePath(path, isWindows), "guarding", isWindows);
}
