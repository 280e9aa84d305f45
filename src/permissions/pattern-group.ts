/** Patterns that begin at the same folders, matched as git matches the lines of one ignore file. */
import ignore, { type Ignore } from "ignore";
import type { Rule } from "./access.js";
import type { Spelling } from "./path-letters.js";
import type { PlacedPattern } from "./place-pattern.js";
import { writePattern } from "./write-pattern.js";

export interface GroupEntry {
  readonly rule: Rule;
  readonly placed: PlacedPattern;
}

export interface GroupOptions {
  readonly spelling: Spelling;
  readonly isWindows: boolean;
  /** The folders, in the same spelling, without a slash at the end. */
  readonly folders: readonly string[];
}

/** The matcher keeps every path that it was asked about; after this many characters of them it is made anew. */
const KEPT_CHARACTERS = 500_000;
/**
 * Patterns with several ** take time that grows with a power of a path's names. Past this many names nothing is tried: what
 * guards is taken to match, what allows is not.
 */
const DEEPEST = 100;

export class PatternGroup {
  /** Letters of which a path that matches has at least one; undefined when some pattern has none that is certain. */
  readonly literals: readonly string[] | undefined;
  readonly hasCarveOuts: boolean;
  readonly #sieve: RegExp | undefined;
  readonly #prefixes: readonly string[];
  /** From the last to the first. */
  readonly #runs: readonly Run[];
  readonly #isGuarding: boolean;
  readonly #ofWhole: Rule | undefined;
  /** The first rule, where some pattern has several **. */
  readonly #slow: Rule | undefined;

  constructor(entries: readonly GroupEntry[], options: GroupOptions) {
    const positive = entries.filter(({ placed }) => !placed.isCarveOut);
    this.hasCarveOuts = positive.length < entries.length;
    const literals = positive.map(({ placed }) =>
      placed.isWhole ? "" : writePattern(placed.pattern, options.spelling, options.isWindows).literal,
    );
    this.literals = literals.includes("") ? undefined : literals;
    this.#sieve = this.literals === undefined ? undefined : createSieve(this.literals);
    this.#prefixes = options.folders.map((folder) => (folder === "/" ? folder : `${folder}/`));
    this.#isGuarding = options.spelling === "guarding";
    this.#ofWhole = positive.find(({ placed }) => placed.isWhole)?.rule;
    this.#slow = entries.some(({ placed }) => isSlow(placed)) ? positive[0]?.rule : undefined;
    this.#runs = this.#isGuarding
      ? [new Run(entries, options, false)]
      : splitRuns(entries)
          .map((run) => new Run(run, options, true))
          .toReversed();
  }

  /** `path` is spelled as the patterns are. */
  find(path: string, isFolder: boolean): Rule | undefined {
    for (const prefix of this.#prefixes) {
      if (path.startsWith(prefix) && path.length > prefix.length) {
        if (this.#sieve?.test(path) === false) return undefined;
        const below = path.slice(prefix.length);
        const found = this.#findBelow(isFolder ? `${below}/` : below);
        if (found !== undefined) return found;
      } else if (this.#ofWhole !== undefined && (path === prefix || `${path}/` === prefix)) {
        return this.#ofWhole;
      }
    }
    return undefined;
  }

  #findBelow(path: string): Rule | undefined {
    if (this.#slow !== undefined && path.split("/", DEEPEST + 1).length > DEEPEST) {
      return this.#isGuarding ? this.#slow : undefined;
    }
    for (const run of this.#runs) {
      const rule = run.find(path);
      if (rule !== undefined) return run.isCarveOut ? undefined : rule;
    }
    return undefined;
  }
}

/** Past this many letters it is not worth while to look for those that are parts of others. */
const MOST_COMPARED = 200;

/** Tells by letters that must be in it whether a path could match, in far less time than asking the patterns. */
export function createSieve(literals: readonly string[]): RegExp {
  const all = [...new Set(literals)];
  const isPart = (text: string): boolean => all.some((other) => other !== text && text.includes(other));
  const needed = all.length > MOST_COMPARED ? all : all.filter((text) => !isPart(text));
  return new RegExp(needed.map((text) => text.replace(/[\\^$.|?*+()[\]{}/]/g, "\\$&")).join("|"));
}

function isSlow({ pattern }: PlacedPattern): boolean {
  return pattern.segments.filter((segment) => segment === "**").length > 1;
}

/**
 * Git can't take a file out again once its folder is in. Where rules guard, that errs on the safe side; where they allow, it
 * would allow what someone has taken out. There the patterns are matched in runs of one kind, and the last run that matches
 * the path or a folder above it decides.
 */
function splitRuns(entries: readonly GroupEntry[]): GroupEntry[][] {
  const runs: GroupEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0]?.placed.isCarveOut === entry.placed.isCarveOut) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

class Run {
  readonly isCarveOut: boolean;
  readonly #rules: readonly Rule[];
  readonly #ignoresCase: boolean;
  readonly #compiled: Ignore;
  readonly #folders = new Map<string, Rule | "none">();
  #current: Ignore;
  #kept = 0;

  constructor(entries: readonly GroupEntry[], options: GroupOptions, isOfOneKind: boolean) {
    this.isCarveOut = isOfOneKind && entries[0]?.placed.isCarveOut === true;
    this.#rules = entries.map(({ rule }) => rule);
    this.#ignoresCase = options.spelling !== "exact";
    this.#compiled = ignore({ ignoreCase: this.#ignoresCase });
    for (const [index, { placed }] of entries.entries()) {
      const { source } = writePattern(placed.pattern, options.spelling, options.isWindows);
      const isNegative = placed.isCarveOut && !isOfOneKind;
      this.#compiled.add({ pattern: isNegative ? `!${source}` : source, mark: String(index) });
    }
    this.#current = this.#renew();
  }

  /** Everything in a folder that matches does too, so that most paths need not be asked about themselves. */
  find(path: string): Rule | undefined {
    const end = path.lastIndexOf("/", path.length - 2) + 1;
    if (end === 0) return this.#test(path);
    const folder = path.slice(0, end);
    let verdict = this.#folders.get(folder);
    if (verdict === undefined) {
      verdict = this.#test(folder) ?? "none";
      this.#folders.set(folder, verdict);
    }
    return verdict === "none" ? this.#test(path) : verdict;
  }

  #test(path: string): Rule | undefined {
    this.#kept += path.length;
    if (this.#kept > KEPT_CHARACTERS) {
      this.#kept = 0;
      this.#folders.clear();
      this.#current = this.#renew();
    }
    const { rule } = this.#current.test(path);
    return rule === undefined ? undefined : this.#rules[Number(rule.mark)];
  }

  /** The compiled patterns are shared; only what is remembered of paths is new. */
  #renew(): Ignore {
    return ignore({ ignoreCase: this.#ignoresCase }).add(this.#compiled);
  }
}
