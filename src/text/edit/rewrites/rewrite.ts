/**
 * A rewrite removes noise from the whole old text before it is compared, and the same noise from the new text once a place
 * is found. Line breaks are `\n` in all texts here.
 */
import type { Relaxation } from "../tiers.js";

export interface Rewrite {
  readonly relaxation: Relaxation;
  /** The texts that the old text may stand for, the likeliest first; none if it has no such noise. */
  readonly readings: (oldText: string) => readonly Reading[];
}

export interface Reading {
  readonly oldText: string;
  /** Only whole lines of the file may match. */
  readonly isWholeLines: boolean;
  /** The new text without the noise; undefined if it is not certain what is noise in it. */
  readonly rewriteNew: (newText: string, file: string) => string | undefined;
}

/** The lines of the new text that are not in the old one, where noise and content may be hard to tell apart. */
export function listNewLines(oldText: string, newText: string): readonly string[] {
  const oldLines = new Set(oldText.split("\n"));
  return newText.split("\n").filter((line) => !oldLines.has(line));
}
