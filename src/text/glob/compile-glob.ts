/**
 * Globs that may come from anyone: matching takes time proportional to the path, never more, because nothing is written
 * out and nothing backtracks. A glob too large for that is refused.
 *
 * `*` and `?` stay within a name, `**` as a whole segment is any folders or none, and below the last slash anything;
 * `[a-z]`, `{a,b}`, `{1..3}`, `\`, `@(a|b)`, `?(a)`, `*(a)`, `+(a)`, `!(a)`; a `!` in front negates. Names that begin
 * with a dot are names like any other. `./` at the start says nothing, `/` at the start only that the glob begins there.
 */
import { formatCount } from "../quantities.js";
import { Alphabet, listCharSets } from "./alphabet.js";
import { GlobBudget, GlobTooLargeError } from "./budget.js";
import { buildAutomaton } from "./build-automaton.js";
import { LazyAutomaton } from "./lazy-automaton.js";
import { type GlobDialect, MAX_GLOB_LENGTH, type ParsedGlob, parseGlob } from "./parse-glob.js";
import type { GlobNode } from "./syntax.js";

export interface GlobMatcher {
  /** A relative path, `/` between its segments, without `./`. */
  readonly matches: (path: string) => boolean;
}

export interface GlobProblem {
  /** Goes on after "… is not a valid glob: ". */
  readonly problem: string;
}

export interface GlobOptions extends GlobDialect {
  /** As if `**` and a slash stood in front: a glob of a name alone finds it in any folder. */
  readonly atAnyDepth?: boolean;
  /** Everything below a folder that matches, matches too. */
  readonly orBelow?: boolean;
}

const ANY_FOLDERS: readonly GlobNode[] = [
  { kind: "globstar", crosses: false },
  { kind: "slash", end: 0, isHere: false },
];

export function compileGlob(pattern: string, options: GlobOptions = {}): GlobMatcher | GlobProblem {
  const problem = findLengthProblem(pattern);
  return problem ?? compileParsedGlob(parseGlob(pattern, options), options);
}

export function compileParsedGlob(glob: ParsedGlob, options: GlobOptions): GlobMatcher | GlobProblem {
  const nodes = options.atAnyDepth === true ? [...ANY_FOLDERS, ...glob.nodes] : glob.nodes;
  try {
    const alphabet = new Alphabet(listCharSets(nodes));
    const walker = buildAutomaton(nodes, alphabet, new GlobBudget()).createWalker();
    const automaton = new LazyAutomaton(walker, alphabet);
    const orBelow = options.orBelow === true;
    return { matches: (path) => automaton.matches(path, orBelow) !== glob.isNegated };
  } catch (cause) {
    if (cause instanceof GlobTooLargeError) return { problem: cause.message };
    throw cause;
  }
}

export function findLengthProblem(pattern: string): GlobProblem | undefined {
  if (pattern.length <= MAX_GLOB_LENGTH) return undefined;
  const [length, limit] = [formatCount(pattern.length), formatCount(MAX_GLOB_LENGTH)];
  return { problem: `it has ${length} characters, and ${limit} is the limit` };
}
