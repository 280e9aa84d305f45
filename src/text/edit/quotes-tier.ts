/** The same characters, where typographic quotes equal straight ones. */
import { findOccurrences } from "./find-text.js";
import { unifyLineBreaks } from "./projection.js";
import { QuoteStyle } from "./quote-style.js";
import { foldQuotes, hasCurlyQuotes } from "./quotes.js";
import type { Hit, Tier } from "./tier.js";

export const quotesTier: Tier = {
  name: "quotes",
  locate: (file, { oldString, newString, isProse }) => {
    const oldText = unifyLineBreaks(oldString);
    if (!hasCurlyQuotes(oldText) && !hasCurlyQuotes(file.text)) return undefined;
    const { text, boundary } = file.withPlainBreaks;
    const folded = foldQuotes(oldText);
    const style = new QuoteStyle({ text, oldText, isProse });
    const hits = findOccurrences(foldQuotes(text), folded).map((start): Hit => {
      const found = { start, end: start + folded.length };
      return {
        span: { start: boundary(found.start), end: boundary(found.end) },
        adapt: (newText) => style.restyle(newText, found),
      };
    });
    if (hits.length === 0) return undefined;
    return { oldText, newText: unifyLineBreaks(newString), unit: "character", hits };
  },
};
