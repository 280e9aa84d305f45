/**
 * Counts tokens exactly: with the host's own counter if it has one, else with a local byte-pair vocabulary that is
 * loaded when the first count is needed (40 MB and a tenth of a second; most reads never need it).
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { estimateTokens } from "../text/token-estimate.js";

export type CountTokens = (text: string) => number | Promise<number>;

export interface TokenCounter {
  readonly count: CountTokens;
  /** A count never exceeds the text's UTF-8 length; true of byte-pair vocabularies, unknown for a host's counter. */
  readonly isBoundedByBytes: boolean;
}

/** Byte-pair merging is quadratic on one unbroken run; pieces of this size keep any text linear. */
const PIECE = 4096;
/** Pieces between two turns of the event loop: a few milliseconds of counting. */
const PIECES_PER_TURN = 8;
/** Without a vocabulary the estimate stands in, raised by more than it has ever been seen to fall short. */
const FALLBACK_FACTOR = 1.75;

export function createTokenCounter(countTokens: CountTokens | undefined): TokenCounter {
  if (countTokens !== undefined) return { count: countTokens, isBoundedByBytes: false };
  let vocabulary: Promise<(piece: string) => number> | undefined;
  return {
    isBoundedByBytes: true,
    async count(text) {
      vocabulary ??= loadVocabulary();
      return countInPieces(text, await vocabulary);
    },
  };
}

export async function countInPieces(text: string, countPiece: (piece: string) => number): Promise<number> {
  let total = 0;
  let pieces = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    total += countPiece(text.slice(start, end));
    start = end;
    pieces += 1;
    if (pieces % PIECES_PER_TURN === 0) await nextTurn();
  }
  return total;
}

function pieceEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + PIECE);
  const last = text.charCodeAt(end - 1);
  const splitsPair = end < text.length && last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? end - 1 : end;
}

async function loadVocabulary(): Promise<(piece: string) => number> {
  try {
    const [{ default: Tokenizer }, encoding] = await Promise.all([
      import("ai-tokenizer"),
      import("ai-tokenizer/encoding/claude"),
    ]);
    const tokenizer = new Tokenizer(encoding);
    return (piece) => tokenizer.count(piece);
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    return (piece) => Math.ceil(estimateTokens(piece) * FALLBACK_FACTOR);
  }
}

function isMissingPackage(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
}
