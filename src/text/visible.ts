/**
 * Makes names safe to show: control, direction-changing, invisible and look-alike space characters become the
 * escapes that JSON uses, so a person sees them and a model can type them back.
 */
import { takeEnd, takeStart } from "./clip.js";

/**
 * Cc control, Cf format (bidi, zero width, tags), Cs lone surrogate, Zl/Zp separators, blank Braille, and whatever else
 * shows nothing (Hangul fillers, joiners, selectors). A selector right behind what it selects is part of what is seen;
 * any other is not, and whole programs have been hidden in rows of them.
 */
const SELECTED =
  /[\p{Emoji}\p{S}\p{Lo}][\ufe00-\ufe0f\u180b-\u180d\u180f]|\p{Script=Han}[\u{e0100}-\u{e01ef}]/u;
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]|\p{Default_Ignorable_Code_Point}(?<!${SELECTED.source})`;
const unseen = new RegExp(UNSEEN, "gu");
/** And spaces that are not U+0020. */
const deceptive = new RegExp(String.raw`${UNSEEN}|(?! )\p{Zs}`, "gu");
/** Leaves an error sentence of 300 characters room for what it has to say. */
const SHOWN_PATH_LIMIT = 140;

export function visible(text: string): string {
  return text.replace(deceptive, escapeCharacter);
}

/** The same for content, where other spaces are nothing unusual, in escapes of one's own. */
export function escapeUnseen(text: string, escape: (character: string) => string): string {
  return text.replace(unseen, escape);
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
