/** The ways in which the old text may differ from the file and still locate it, the strictest first. */
const RELAXATIONS = [
  "quotes",
  "trailing-whitespace",
  "desanitized",
  "indentation",
  "line-numbers",
  "escapes",
  "entities",
  "look-alikes",
  "blank-lines",
  "fence",
] as const;

export type Relaxation = (typeof RELAXATIONS)[number];

/** How strictly the old text was compared: exactly, or with one relaxation or two. */
export type MatchTier = "exact" | Relaxation | `${Relaxation}+${Relaxation}`;

/** More than these at once make too loose a comparison. */
const MAX_RELAXATIONS = 2;

/** Undefined if there are too many; the order does not matter. */
export function nameTier(relaxations: ReadonlySet<Relaxation>): MatchTier | undefined {
  if (relaxations.size > MAX_RELAXATIONS) return undefined;
  const [first, second] = RELAXATIONS.filter((relaxation) => relaxations.has(relaxation));
  if (first === undefined) return "exact";
  return second === undefined ? first : `${first}+${second}`;
}

export function relaxationsOf(tier: MatchTier): readonly Relaxation[] {
  return RELAXATIONS.filter((relaxation) => tier.split("+").includes(relaxation));
}

/**
 * Lower is stricter. Differences in indentation and in blank lines are equally loose, as are all pairs: of two places found
 * by such tiers, neither is the better one.
 */
export function looseness(tier: MatchTier): number {
  if (tier === "exact") return 0;
  const relaxations = relaxationsOf(tier);
  const [only] = relaxations;
  if (only === undefined || relaxations.length > 1) return RELAXATIONS.length + 1;
  return RELAXATIONS.indexOf(only === "blank-lines" ? "indentation" : only) + 1;
}
