/**
 * The Edit that makes one text of another: the lines from the first that differs to the last, with as many around them as it
 * takes to be found only there. A whole text is always found only once.
 */
import { splitLines } from "../../text/diff/split-lines.js";

export interface TextReplacement {
  readonly old_string: string;
  readonly new_string: string;
}

/** So many lines around a change are tried. To look for more of them, all alike, would take a time that grows with their square. */
const MAX_MARGIN = 64;

export function narrowChange(before: string, after: string): TextReplacement {
  // Each with its line break: half of a CRLF is found nowhere.
  const [old, made] = [splitLines(before), splitLines(after)];
  const shorter = Math.min(old.length, made.length);
  let above = 0;
  while (above < shorter && old[above] === made[above]) above += 1;
  let below = 0;
  while (below < shorter - above && old.at(-1 - below) === made.at(-1 - below)) below += 1;
  // Twice as many lines each time: in a file that repeats itself, few attempts have to do.
  for (let margin = 1; ; margin *= 2) {
    const replacement = {
      old_string: old.slice(above, old.length - below).join(""),
      new_string: made.slice(above, made.length - below).join(""),
    };
    const isWhole = above === 0 && below === 0;
    if (isWhole || (isSaid(replacement) && isUnique(replacement.old_string, before))) return replacement;
    const isRepeating = margin > MAX_MARGIN;
    above = isRepeating ? 0 : Math.max(0, above - margin);
    below = isRepeating ? 0 : Math.max(0, below - margin);
  }
}

/** An Edit takes nothing for more than it says: for a file to be filled, or a line break to be taken out too. */
function isSaid({ old_string, new_string }: TextReplacement): boolean {
  return old_string !== "" && new_string !== "";
}

/** Told apart by line breaks alone, two places are one to an Edit. */
function isUnique(part: string, text: string): boolean {
  const [sought, searched] = [withPlainBreaks(part), withPlainBreaks(text)];
  return searched.indexOf(sought) === searched.lastIndexOf(sought);
}

function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
