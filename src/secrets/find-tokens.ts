/** Looks for the tokens of a table in a text: every character is looked at a bounded number of times for each kind. */
import { isPlaceholder } from "./placeholders.js";
import type { SecretSpan } from "./secret-hit.js";
import { type Letters, type TokenKind, tokenKinds } from "./token-kinds.js";

const DIGITS = "0123456789";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();

const alphabets: Readonly<Record<Letters, readonly boolean[]>> = {
  alphanumeric: tableOf(DIGITS + UPPER + LOWER),
  base32: tableOf(DIGITS + UPPER),
  base64: tableOf(`${DIGITS + UPPER + LOWER}+/=_-`),
  dotted: tableOf(`${DIGITS + UPPER + LOWER}_-.`),
  hex: tableOf(`${DIGITS}abcdefABCDEF`),
  word: tableOf(`${DIGITS + UPPER + LOWER}_-`),
};

function tableOf(letters: string): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => letters.includes(String.fromCharCode(code)));
}

export function findTokens(text: string, wanted: readonly TokenKind[] = tokenKinds): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const kind of wanted) {
    let end = 0;
    for (let start = text.indexOf(kind.prefix); start !== -1; ) {
      const runStart = start + kind.prefix.length;
      // Within a run that was followed to its end before, the end is the same.
      if (runStart > end) end = endOfRun(text, runStart, kind.of);
      const isJudged = isTokenStart(text, start) && end - runStart >= kind.min;
      if (isJudged && isToken(text, start, end, kind)) found.push({ rule: kind.rule, start, end });
      // A prefix within a word, as in "task-sk-", may have a token begin in its run.
      start = text.indexOf(kind.prefix, isJudged ? Math.max(end, start + 1) : start + 1);
    }
  }
  return found;
}

function isToken(text: string, start: number, end: number, { prefix, min, max }: TokenKind): boolean {
  const length = end - start - prefix.length;
  if (length < min || (max !== undefined && length > max)) return false;
  return !isPlaceholder(text.slice(start + prefix.length, end));
}

export function endOfRun(text: string, from: number, of: Letters): number {
  const alphabet = alphabets[of];
  let end = from;
  while (end < text.length && alphabet[text.charCodeAt(end)] === true) end += 1;
  return end;
}

/** Not inside a word; a letter that belongs to an escape, as in the `\n` of a JSON text, is none. */
export function isTokenStart(text: string, index: number): boolean {
  if (index === 0 || alphabets.alphanumeric[text.charCodeAt(index - 1)] !== true) return true;
  return text[index - 2] === "\\";
}
