/** Patterns that begin at the same folders, matched as git matches the lines of one ignore file. */
import type { Steps } from "../text/steps.js";
import type { Rule } from "./access.js";
import type { MatchBudget } from "./match-budget.js";
import { type IndexOptions, PatternIndex } from "./pattern-index.js";
import type { PlacedPattern } from "./place-pattern.js";
import { spellPattern } from "./spell-pattern.js";

export interface GroupEntry {
  readonly rule: Rule;
  readonly placed: PlacedPattern;
}

export interface GroupOptions extends IndexOptions {
  /** The folders, in the same spelling, without a slash at the end. */
  readonly folders: readonly string[];
}

/** Makes a group, one pattern a step: there may be thousands, each of hundreds of names. */
export function* buildGroup(entries: readonly GroupEntry[], options: GroupOptions): Steps<PatternGroup> {
  const isGuarding = options.spelling === "guarding";
  const literals: string[] = [];
  const runs: Run[] = [];
  for (const part of isGuarding ? [entries] : splitRuns(entries)) {
    const run = new Run(options, !isGuarding && part[0]?.placed.isCarveOut === true);
    for (const { rule, placed } of part) {
      run.add(rule, placed, isGuarding && placed.isCarveOut);
      if (!placed.isCarveOut && literals.length <= MAX_SIEVE)
        literals.push(
          placed.isWhole ? "" : spellPattern(placed.pattern, options.spelling, options.isWindows).literal,
        );
      yield;
    }
    runs.push(run);
  }
  return new PatternGroup(entries, options, { literals, runs: runs.toReversed() });
}

interface GroupParts {
  readonly literals: readonly string[];
  /** From the last to the first. */
  readonly runs: readonly Run[];
}

export class PatternGroup {
  /** Letters of which a path that matches has at least one; undefined if there are too many, or a pattern without any. */
  readonly literals: readonly string[] | undefined;
  readonly hasCarveOuts: boolean;
  readonly #sieve: RegExp | undefined;
  readonly #prefixes: readonly string[];
  readonly #runs: readonly Run[];
  readonly #isGuarding: boolean;
  readonly #ofWhole: Rule | undefined;
  readonly #first: Rule | undefined;

  constructor(entries: readonly GroupEntry[], options: GroupOptions, { literals, runs }: GroupParts) {
    this.hasCarveOuts = entries.some(({ placed }) => placed.isCarveOut);
    this.literals = literals.length > MAX_SIEVE || literals.includes("") ? undefined : literals;
    this.#sieve = createSieve(this.literals);
    this.#prefixes = options.folders.map((folder) => (folder === "/" ? folder : `${folder}/`));
    this.#runs = runs;
    this.#isGuarding = options.spelling === "guarding";
    this.#ofWhole = entries.find(({ placed }) => placed.isWhole && !placed.isCarveOut)?.rule;
    this.#first = entries.find(({ placed }) => !placed.isCarveOut)?.rule;
  }

  /** `path` is spelled as the patterns are. */
  find(path: string, isFolder: boolean, budget: MatchBudget): Rule | undefined {
    for (const prefix of this.#prefixes) {
      if (path.startsWith(prefix) && path.length > prefix.length) {
        if (this.#sieve?.test(path) === false) return undefined;
        const below = path.slice(prefix.length);
        const found = this.#findBelow(isFolder ? `${below}/` : below, budget);
        if (found !== undefined) return found;
      } else if (this.#ofWhole !== undefined && (path === prefix || `${path}/` === prefix)) {
        return this.#ofWhole;
      }
    }
    return undefined;
  }

  /** Once the budget is spent, what guards is taken to match, and what allows is not. */
  #findBelow(path: string, budget: MatchBudget): Rule | undefined {
    for (const run of this.#runs) {
      const rule = run.find(path, budget);
      if (rule === "unknown") return this.#isGuarding ? this.#first : undefined;
      if (rule !== undefined) return run.isCarveOut ? undefined : rule;
    }
    return undefined;
  }
}

/** With more alternatives the regular expression is slower than the patterns themselves. */
const MAX_SIEVE = 64;

/** Tells by letters that must be in it whether a path could match, in far less time than asking the patterns. */
export function createSieve(literals: readonly string[] | undefined): RegExp | undefined {
  if (literals === undefined || literals.length > MAX_SIEVE) return undefined;
  const all = [...new Set(literals)];
  const isPart = (text: string): boolean => all.some((other) => other !== text && text.includes(other));
  const needed = all.filter((text) => !isPart(text));
  return new RegExp(needed.map((text) => text.replace(/[\\^$.|?*+()[\]{}/]/g, "\\$&")).join("|"));
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
  readonly #rules: Rule[] = [];
  readonly #index: PatternIndex;

  constructor(options: IndexOptions, isCarveOut: boolean) {
    this.isCarveOut = isCarveOut;
    this.#index = new PatternIndex(options);
  }

  add(rule: Rule, { pattern }: PlacedPattern, isNegative: boolean): void {
    this.#rules.push(rule);
    this.#index.add(pattern, isNegative);
  }

  find(path: string, budget: MatchBudget): Rule | "unknown" | undefined {
    const found = this.#index.find(path, budget);
    return typeof found === "number" ? this.#rules[found] : found;
  }
}
