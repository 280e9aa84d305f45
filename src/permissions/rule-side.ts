/** The rules of one list for one operation, in one spelling. */
import type { Operation, Rule } from "./access.js";
import type { Reach } from "./interpret-rule.js";
import { createMatchBudget, type MatchBudget } from "./match-budget.js";
import { isWindowsVariant, type Spelling, spellPath, toRulePath } from "./path-letters.js";
import { createSieve, type PatternGroup } from "./pattern-group.js";
import type { Subject } from "./rule-set.js";

export interface CallRule {
  readonly rule: Rule;
  readonly reach: Reach & { readonly kind: "calls" };
}

export interface SideOptions {
  readonly operation: Operation;
  readonly spelling: Spelling;
  readonly isWindows: boolean;
}

/** A name that no pattern has in it: what matches it matches all. */
const ANY_NAME = "\u{f8fff}";

export class RuleSide {
  readonly isUsed: boolean;
  readonly #calls: readonly CallRule[];
  readonly #groups: readonly PatternGroup[];
  /** Matches every path that a pattern could match, in far less time than asking the patterns. */
  readonly #sieve: RegExp | undefined;
  readonly #options: SideOptions;

  constructor(calls: readonly CallRule[], groups: readonly PatternGroup[], options: SideOptions) {
    this.#options = options;
    // A tool by its name may do either.
    this.#calls = calls.filter(
      ({ reach }) => reach.operations.includes(options.operation) || reach.tools !== undefined,
    );
    this.#groups = groups;
    this.isUsed = this.#calls.length > 0 || this.#groups.length > 0;
    const literals = groups.map((group) => group.literals);
    this.#sieve = literals.includes(undefined)
      ? undefined
      : createSieve(literals.flatMap((some) => some ?? []));
  }

  /** Whether a rule concerns paths, or every call of the tool. */
  restricts(tool: string): boolean {
    return this.#groups.length > 0 || this.findCall(tool) !== undefined;
  }

  findCall(tool: string): Rule | undefined {
    for (const { rule, reach } of this.#calls) {
      if (reach.operations.includes(this.#options.operation)) return rule;
      if (reach.tools?.test(tool) === true) return rule;
    }
    return undefined;
  }

  findPath(path: string, kind: Subject["kind"]): Rule | undefined {
    if (this.#groups.length === 0) return undefined;
    const spelled = this.#spell(path);
    if (spelled === undefined) return undefined;
    // One for all groups: the rules decide how many there are.
    const budget = createMatchBudget();
    const rule = this.#find(spelled, kind === "folder", this.#groups, budget);
    if (rule !== undefined || kind === "file" || this.#options.spelling !== "guarding") return rule;
    // A folder in which everything is guarded is guarded itself, unless something is taken out of it again.
    const whole = this.#groups.filter(({ hasCarveOuts }) => !hasCarveOuts);
    return this.#find(`${spelled === "/" ? "" : spelled}/${ANY_NAME}`, false, whole, budget);
  }

  #find(
    spelled: string,
    isFolder: boolean,
    groups: readonly PatternGroup[],
    budget: MatchBudget,
  ): Rule | undefined {
    if (this.#sieve?.test(spelled) === false) return undefined;
    for (const group of groups) {
      const rule = group.find(spelled, isFolder, budget);
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  #spell(path: string): string | undefined {
    const { spelling, isWindows } = this.#options;
    const rulePath = toRulePath(path, isWindows);
    if (isWindows && spelling !== "guarding" && isWindowsVariant(rulePath)) return undefined;
    return spellPath(rulePath, spelling, isWindows);
  }
}
