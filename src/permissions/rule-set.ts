/**
 * Compiled rules as everyone but their compiler sees them. Nothing here needs the package that matches patterns, so that
 * a workspace without rules never loads it.
 */
import { createHash } from "node:crypto";
import type { AccessRequest, GivenRule, Operation, Rule, RuleList } from "./access.js";

/** Where patterns begin, each folder under the name it was given and the one it really has. */
export interface Anchors {
  readonly workingDirectories: readonly string[];
  readonly homes: readonly string[];
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
}

export interface RuleWarning {
  readonly rule: GivenRule;
  /** A sentence that says why the rule does not do what it seems to, and what to write instead. */
  readonly problem: string;
}

/** What a rule looks at of a request. */
export type Subject = Pick<AccessRequest, "tool" | "operation" | "path" | "realPath" | "kind" | "foldsCase">;

export interface RuleSet {
  /** The rules that can match something. */
  readonly rules: readonly Rule[];
  readonly warnings: readonly RuleWarning[];
  /** Folders and files, besides the roots, where what is denied lies. */
  readonly deniedPlaces: readonly string[];
  /** The same for what is allowed to be changed. */
  readonly allowedPlaces: readonly string[];
  /**
   * The rule of this list that decides. Of rules that allow, those granted for protected folders come first; where the path
   * and the place it leads to are allowed by two rules, the answer is the one that was not granted for protected folders.
   */
  find(list: RuleList, subject: Subject): Rule | undefined;
  /** Whether any rule of this list could concern the operation: where none could, nothing need be looked up for it. */
  has(list: RuleList, operation: Operation): boolean;
  /** Whether any file can't be read unasked by such a rule. */
  readonly restrictsReading: boolean;
}

export const emptyRules: RuleSet = {
  rules: [],
  warnings: [],
  deniedPlaces: [],
  allowedPlaces: [],
  find: () => undefined,
  has: () => false,
  restrictsReading: false,
};

/** Stands for all rules that withhold something: another digest where one of them is another. */
export function digestRestrictions(sets: readonly RuleSet[]): string {
  const rules = sets.flatMap((set) => set.rules.filter(({ list }) => list !== "allow"));
  const texts = rules.map(({ list, text, source }) => JSON.stringify([list, text, source.folders]));
  return createHash("sha256").update(texts.toSorted().join("\n")).digest("hex").slice(0, 16);
}
