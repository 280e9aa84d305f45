/** An old text as it is compared: its lines in parts, and the blank lines around its core. */
import { foldText, foldToSkeleton } from "./folded-text.js";
import { type LineParts, splitLine } from "./look-alikes.js";
import type { RelaxedReading } from "./rewrites/readings.js";

export interface WantedText {
  readonly reading: RelaxedReading;
  readonly skeleton: string;
  readonly lines: readonly LineParts[];
  /** The first and the last line that are not blank. */
  readonly first: number;
  readonly last: number;
}

/** Undefined for nothing but blanks. */
export function prepareWanted(reading: RelaxedReading): WantedText | undefined {
  const skeleton = foldText(reading.oldText, foldToSkeleton).text;
  if (skeleton === "") return undefined;
  const lines = reading.oldText.split("\n").map(splitLine);
  const first = lines.findIndex(hasBody);
  const last = lines.findLastIndex(hasBody);
  return { reading, skeleton, lines, first, last };
}

export function hasBody({ body }: LineParts): boolean {
  return body !== "";
}
