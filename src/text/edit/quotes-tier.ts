/** The same characters, where curly quotes equal straight ones. */
import { unifyLineBreaks } from "./projection.js";
import { createQuoteStyle, foldQuotes, hasCurlyQuotes } from "./quotes.js";
import { findOccurrences, type Hit, type Tier } from "./tier.js";

export const quotesTier: Tier = {
  name: "quotes",
  locate: (file, { oldString, newString }) => {
    const oldText = unifyLineBreaks(oldString);
    if (!hasCurlyQuotes(oldText) && !hasCurlyQuotes(file.text)) return undefined;
    const { text, boundary } = file.withPlainBreaks;
    const folded = foldQuotes(oldText);
    const hits = findOccurrences(foldQuotes(text), folded).map((start): Hit => {
      const end = start + folded.length;
      const style = createQuoteStyle({
        found: text.slice(start, end),
        oldText,
        before: text.charAt(start - 1),
      });
      return { span: { start: boundary(start), end: boundary(end) }, adapt: style };
    });
    if (hits.length === 0) return undefined;
    return { oldText, newText: unifyLineBreaks(newString), unit: "character", hits };
  },
};
