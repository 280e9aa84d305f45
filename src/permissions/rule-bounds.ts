/**
 * How many rules one source may have. A project's files come with a repository, so their bounds are far tighter than those of
 * files that the user has written. Rules in excess are never left out: the whole source is refused.
 */
import { formatCount } from "../text/quantities.js";
import { type RuleList, ruleLists, type SourceKind } from "./access.js";

interface Bounds {
  readonly bytes: number;
  readonly rules: number;
  /** In UTF-16 units. */
  readonly ruleLength: number;
  /** What the rules stand for, with all choices in braces. */
  readonly patterns: number;
  /** The names in those patterns, between slashes. Each may take some hundred bytes of memory. */
  readonly names: number;
}

const ofProjects: Bounds = {
  bytes: 256 * 1024,
  rules: 2000,
  ruleLength: 1024,
  patterns: 10_000,
  names: 50_000,
};
const ofUsers: Bounds = {
  bytes: 1024 * 1024,
  rules: 100_000,
  ruleLength: 8192,
  patterns: 100_000,
  names: 500_000,
};

function boundsOf(kind: SourceKind): Bounds {
  return kind === "project" || kind === "local" ? ofProjects : ofUsers;
}

/** The largest file that is read for settings of this kind. */
export function maxSettingsBytes(kind: SourceKind): number {
  return boundsOf(kind).bytes;
}

/** Why a source has too many rules, as a clause; `undefined` if it does not. */
export function findRuleExcess(
  kind: SourceKind,
  lists: Readonly<Record<RuleList, readonly string[]>>,
): string | undefined {
  const bounds = boundsOf(kind);
  const texts = ruleLists.flatMap((list) => lists[list]);
  if (texts.length > bounds.rules)
    return `it has ${formatCount(texts.length)} rules, and at most ${formatCount(bounds.rules)} are allowed there`;
  return texts.some((text) => text.length > bounds.ruleLength)
    ? `a rule has more than ${formatCount(bounds.ruleLength)} characters`
    : undefined;
}

export interface PatternCount {
  readonly patterns: number;
  readonly names: number;
}

export function findPatternExcess(kind: SourceKind, count: PatternCount): string | undefined {
  const { patterns, names } = boundsOf(kind);
  if (count.patterns > patterns) return `its rules stand for more than ${formatCount(patterns)} patterns`;
  return count.names > names
    ? `the patterns of its rules have more than ${formatCount(names)} names`
    : undefined;
}
