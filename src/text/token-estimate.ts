/**
 * A token count without a tokenizer: a cost per character class and transition, fitted to byte-pair vocabularies.
 * Characters divided by four is low by two to four times on minified code, CJK and base64, which is where a limit
 * matters; this stays within a third on code, prose, data and CJK, and errs upward on long runs of one letter.
 */
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const PUNCTUATION = 5;
const WIDE = 6;

/** Letters and digits beyond this in one run are no word of any vocabulary: base64, hashes, generated names. */
const WORD_LENGTH = 24;
const UNKNOWN_WORD_COST = 0.7;

export function estimateTokens(text: string): number {
  let tokens = 0;
  let previous = 0;
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    let kind: number;
    let cost: number;
    if (code >= 97 && code <= 122) {
      kind = LOWER;
      cost = previous === LOWER || previous === UPPER ? 0.14 : previous === DIGIT ? 0.6 : 0.45;
    } else if (code >= 65 && code <= 90) {
      kind = UPPER;
      cost = previous === UPPER ? 0.4 : 0.6;
    } else if (code >= 48 && code <= 57) {
      kind = DIGIT;
      cost = previous === DIGIT ? 0.45 : 0.7;
    } else if (code === 32 || (code >= 9 && code <= 13)) {
      kind = SPACE;
      cost = previous === SPACE ? 0.03 : code === 32 ? 0.05 : 0.6;
    } else if (code < 128) {
      kind = PUNCTUATION;
      cost = previous === PUNCTUATION ? 0.6 : 0.85;
    } else {
      kind = WIDE;
      cost = code < 0x800 ? 0.6 : code >= 0xd800 && code < 0xe000 ? 1.3 : 1.1;
    }
    run = kind <= DIGIT ? run + 1 : 0;
    tokens += run > WORD_LENGTH && cost < UNKNOWN_WORD_COST ? UNKNOWN_WORD_COST : cost;
    previous = kind;
  }
  return Math.ceil(tokens);
}
