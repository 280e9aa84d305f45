/** Counts tokens exactly: with the host's own counter if it has one, else with a vocabulary of our own. */
export type CountTokens = (text: string) => number | Promise<number>;

export interface TokenCounter {
  readonly count: CountTokens;
  /** A count never exceeds the text's UTF-8 length; true of byte-pair vocabularies, unknown for a host's counter. */
  readonly isBoundedByBytes: boolean;
}

/** Where an estimate stands in, it is raised by more than it has ever been seen to fall short. */
export const FALLBACK_FACTOR = 1.75;

export function createTokenCounter(
  countTokens: CountTokens | undefined,
  vocabulary: { readonly count: CountTokens },
): TokenCounter {
  return countTokens === undefined
    ? { count: (text) => vocabulary.count(text), isBoundedByBytes: true }
    : { count: countTokens, isBoundedByBytes: false };
}
