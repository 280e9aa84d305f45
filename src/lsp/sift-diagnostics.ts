/**
 * Leaves out diagnostics about files that may not be read: clangd quotes lines of included files and names the place, other
 * servers name files in their messages. Whether such a file exists makes no difference, so it can't be found out this way.
 */
import { dirname, resolve } from "node:path";
import { createRest } from "../fs/rest.js";
import type { Diagnostic } from "../notify/diagnostic.js";
import type { ReportedDiagnostic } from "./checked.js";

export interface QuoteJudge {
  /** Whether any file is kept from the agent. */
  readonly hasRules: boolean;
  /** Whether rules keep a path from being read, by its name alone. */
  isKept(path: string): boolean;
  /** Whether the file may be quoted: no rule keeps it from being read, and it lies in a root or is public. */
  mayQuote(path: string, isPublic: (path: string) => boolean): Promise<boolean>;
}

export interface SiftContext {
  /** The file that they are about. */
  readonly path: string;
  /** Real paths. */
  readonly roots: readonly string[];
  readonly judge: QuoteJudge;
  /** What anybody may read, such as the libraries of the system. */
  readonly isPublic: (path: string) => boolean;
}

const QUOTED = /"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|‘([^’\n]+)’/g;
const WORD = /[^\s"'`‘’<>()[\]{},;|*?]+/g;
/** What a name is followed by in "a.h:1:2: note". */
const POSITION = /(?::\d+){0,2}[.:]?$/;
/** A diagnostic that names more files than that is left out. */
const MAX_NAMES = 300;
/** Names that are judged for one list of diagnostics; what comes after them is left out. */
const MAX_JUDGED = 20_000;

export async function siftDiagnostics(
  found: readonly ReportedDiagnostic[],
  { path, roots, judge, isPublic }: SiftContext,
): Promise<readonly Diagnostic[]> {
  const rest = createRest();
  const bases = [...new Set([dirname(path), ...roots])];
  const named = new Map<string, boolean>();
  const isKept = (name: string): boolean => {
    const known = named.get(name);
    if (known !== undefined) return known;
    const isFound = named.size >= MAX_JUDGED || bases.some((base) => judge.isKept(resolve(base, name)));
    named.set(name, isFound);
    return isFound;
  };
  const quotable = new Map<string, Promise<boolean>>([[path, Promise.resolve(true)]]);
  const mayQuote = (place: string): Promise<boolean> => {
    const known = quotable.get(place) ?? judge.mayQuote(place, isPublic);
    quotable.set(place, known);
    return known;
  };
  const shown: Diagnostic[] = [];
  for (const { relatedPaths = [], ...diagnostic } of found) {
    const names = judge.hasRules ? findNames(diagnostic.message) : [];
    let isSilent = names.length > MAX_NAMES;
    for (const name of isSilent ? [] : names) {
      isSilent ||= isKept(name);
      await rest();
    }
    if (!isSilent && !(await Promise.all(relatedPaths.map(mayQuote))).includes(false)) shown.push(diagnostic);
    await rest();
  }
  return shown;
}

/** Whatever in a message may be the name of a file. */
function findNames(message: string): readonly string[] {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (!/[./\\]/.test(name)) return;
    names.add(name);
    names.add(name.replace(POSITION, ""));
  };
  for (const [, ...parts] of message.matchAll(QUOTED)) for (const part of parts) if (part) add(part);
  for (const [word] of message.matchAll(WORD)) add(word);
  names.delete("");
  return [...names];
}
