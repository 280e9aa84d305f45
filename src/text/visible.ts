/**
 * Makes names safe to show: control, direction-changing, invisible and look-alike space characters become the
 * escapes that JSON uses, so a person sees them and a model can type them back.
 */
import { takeEnd, takeStart } from "./clip.js";

// Cc control, Cf format (bidi, zero width, tags), Cs lone surrogate, Zl/Zp separators, letters and a pattern that show
// nothing (Hangul fillers, blank Braille), and spaces that are not U+0020.
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|(?! )\p{Zs}/gu;
/** Leaves an error sentence of 300 characters room for what it has to say. */
const SHOWN_PATH_LIMIT = 140;

export function visible(text: string): string {
  return text.replace(DECEPTIVE, escapeCharacter);
}

/** A path for a sentence: escaped, and shortened in the middle when it would crowd out the sentence itself. */
export function visiblePath(path: string): string {
  const shown = visible(path);
  if (shown.length <= SHOWN_PATH_LIMIT) return shown;
  const half = Math.floor((SHOWN_PATH_LIMIT - 1) / 2);
  return `${takeStart(shown, half)}…${takeEnd(shown, half)}`;
}

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  let escaped = "";
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
