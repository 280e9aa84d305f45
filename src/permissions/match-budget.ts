/**
 * How much work matching one path may take, over all groups of patterns: one unit is a node visited or a character compared.
 * The cost of a path never depends on what is cached, so the same path always has the same outcome.
 */

/** About a millisecond. A path is matched several times for one decision: by list, spelling and name. */
export const MAX_MATCH_WORK = 50_000;

export interface MatchBudget {
  /** Below zero once it is spent; what is left to match is then unknown. */
  left: number;
}

export function createMatchBudget(): MatchBudget {
  return { left: MAX_MATCH_WORK };
}
