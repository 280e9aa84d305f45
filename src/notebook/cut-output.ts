/** Shortens an output in its middle: how it began says what it is, how it ended what became of it. */
import { takeEnd, takeStart } from "../text/clip.js";
import { renderOutputCut } from "../text/own-words.js";

export interface CutOptions {
  /** Errors say the most at their end, other outputs at their beginning. */
  readonly keepsEnd: boolean;
  readonly hint: () => string;
}

const LARGER_SHARE = 0.7;

export function cutOutput(text: string, maxCharacters: number, { keepsEnd, hint }: CutOptions): string {
  if (text.length <= maxCharacters) return text;
  const larger = Math.floor(maxCharacters * LARGER_SHARE);
  const start = takeStart(text, keepsEnd ? maxCharacters - larger : larger);
  const end = takeEnd(text, keepsEnd ? larger : maxCharacters - larger);
  const marker = renderOutputCut(text.length - start.length - end.length, text.length, hint());
  return [withoutBreak(start), marker, end.replace(/^\n/, "")].filter((part) => part !== "").join("\n");
}

function withoutBreak(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
