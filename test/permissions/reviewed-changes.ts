/** Changes as a reviewer gets them, and the flags that they should carry. */
import type { ReviewFlag } from "../../src/permissions/ask.js";
import { findReviewFlags } from "../../src/permissions/review-flags.js";
import { createHunks } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";

export function flagsOf(path: string, before: string | null, after: string): readonly ReviewFlag[] {
  const structuredPatch = createHunks(splitLines(before ?? ""), splitLines(after));
  return findReviewFlags(path, { before, after, structuredPatch });
}

/** The same, of a file too large to be held: only its patch is known. */
export function flagsOfPatch(path: string, before: string, after: string): readonly ReviewFlag[] {
  const structuredPatch = createHunks(splitLines(before), splitLines(after));
  return findReviewFlags(path, { before: null, after: null, structuredPatch });
}

export const textsOf = (flags: readonly ReviewFlag[]): string[] => flags.map(({ text }) => text);
export const remote = (text: string): ReviewFlag => ({ kind: "remote-reference", risk: "notice", text });
export const executable = (key: string): ReviewFlag => ({
  kind: "executable-setting",
  risk: "warning",
  text: `sets ${key}, which can name a program to run`,
});
export const later = (text: string): ReviewFlag => ({ kind: "runs-later", risk: "warning", text });
