/**
 * Whether a text fits the token cap. A rough estimate comes first; the exact count, which costs real time, is made
 * only when the estimate passes a quarter of the cap.
 */
import { estimateTokens } from "../text/token-estimate.js";
import { FALLBACK_FACTOR, type TokenCounter } from "./token-counter.js";

export type TokenVerdict = { readonly fits: true } | { readonly fits: false; readonly tokens: number };

const fitting: TokenVerdict = Object.freeze({ fits: true });

export function judgeTokens(
  text: string,
  cap: number,
  counter: TokenCounter,
): TokenVerdict | Promise<TokenVerdict> {
  // No token is shorter than a byte, and no UTF-16 unit longer than three: small answers need no look at the text.
  if (counter.isBoundedByBytes && text.length * 3 <= cap) return fitting;
  if (estimateTokens(text) <= cap / 4) return fitting;
  if (counter.isBoundedByBytes && Buffer.byteLength(text) <= cap) return fitting;
  return judgeExactly(text, cap, counter);
}

async function judgeExactly(text: string, cap: number, counter: TokenCounter): Promise<TokenVerdict> {
  const tokens = await counter.count(text);
  return tokens <= cap ? fitting : { fits: false, tokens };
}

/** A number of tokens that the text does not exceed: estimated for a text that takes little of the cap, else counted. */
export async function boundTokens(text: string, cap: number, counter: TokenCounter): Promise<number> {
  const bound = Math.ceil(estimateTokens(text) * FALLBACK_FACTOR);
  return counter.isBoundedByBytes && bound <= cap / 4 ? bound : counter.count(text);
}
