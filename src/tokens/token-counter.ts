import { orAborted } from "../process/or-aborted.js";

/** Counts tokens exactly: with the host's own counter if it has one, else with a vocabulary of our own. */
export type CountTokens = (text: string) => number | Promise<number>;

export interface TokenCounter {
  readonly count: CountTokens;
  /** A count never exceeds the text's UTF-8 length; true of byte-pair vocabularies, unknown for a host's counter. */
  readonly isBoundedByBytes: boolean;
}

/** The call that tokens are counted for. */
export interface CountingCall {
  /** Ends the wait for a host's counter that does not return. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, with the first failure of the host's counter. */
  readonly onFailure?: (error: unknown) => void;
}

/** Where an estimate stands in, it is raised by more than it has ever been seen to fall short. */
export const FALLBACK_FACTOR = 1.75;

export function createTokenCounter(
  countTokens: CountTokens | undefined,
  vocabulary: { readonly count: CountTokens },
  call: CountingCall = {},
): TokenCounter {
  const local: TokenCounter = { count: (text) => vocabulary.count(text), isBoundedByBytes: true };
  return countTokens === undefined ? local : createHostCounter(countTokens, local, call);
}

/**
 * Counts with the host's function. If that throws, rejects or returns anything but a finite number of 0 or more, the
 * local count takes its place for the rest of the call: mixing the two could advise a range that then does not fit.
 */
function createHostCounter(
  countTokens: CountTokens,
  local: TokenCounter,
  { signal, onFailure }: CountingCall,
): TokenCounter {
  let hasFailed = false;
  const count = async (text: string): Promise<number> => {
    signal?.throwIfAborted();
    if (hasFailed) return local.count(text);
    const start = async (): Promise<unknown> => countTokens(text);
    try {
      const tokens = await orAborted(start(), signal);
      if (typeof tokens === "number" && Number.isFinite(tokens) && tokens >= 0) return tokens;
      throw new TypeError(`countTokens returned ${describeValue(tokens)} instead of a number of tokens`);
    } catch (error) {
      signal?.throwIfAborted();
      if (!hasFailed) onFailure?.(error);
      hasFailed = true;
      return local.count(text);
    }
  };
  return { count, isBoundedByBytes: false };
}

function describeValue(value: unknown): string {
  return typeof value === "number" ? `${value}` : value === null ? "null" : `a value of type ${typeof value}`;
}
