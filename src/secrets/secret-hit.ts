/** Where a text holds what looks like a secret. The secret itself is never part of what is found. */
export interface SecretHit {
  /** What kind it is, by a name that stays: "aws-access-key", "private-key". */
  readonly rule: string;
  /** The first line is 1. */
  readonly line: number;
  /** From here to there in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Before its line is known. */
export type SecretSpan = Omit<SecretHit, "line">;
