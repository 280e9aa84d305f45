/**
 * The content that a person makes of a proposal by deciding about each hunk. What was there and what was proposed is taken
 * from the two texts, not from what the hunks show, so that every byte of it stays: line endings of every kind, and a last
 * line without one.
 */
import { diffLines } from "../text/diff/diff-lines.js";
import type { Hunk } from "../text/diff/hunks.js";
import { splitLines } from "../text/diff/split-lines.js";
import { findMainEnding } from "../text/line-endings.js";
import type { HunkChoice } from "./desk.js";

export interface ComposedOf {
  readonly before: string;
  readonly after: string;
  /** From the one to the other, in order. */
  readonly hunks: readonly Hunk[];
  /** One for each. */
  readonly choices: readonly HunkChoice[];
}

export function composeContent({ before, after, hunks, choices }: ComposedOf): string {
  const [old, proposed] = [splitLines(before), splitLines(after)];
  const parts: string[] = [];
  let position = 0;
  for (const [index, hunk] of hunks.entries()) {
    const oldSide = sideOf(old, hunk.oldStart, hunk.oldLines);
    const newSide = sideOf(proposed, hunk.newStart, hunk.newLines);
    parts.push(old.slice(position, oldSide.start).join(""));
    parts.push(choose(choices[index], oldSide.lines, newSide.lines, { before, after }).join(""));
    position = oldSide.start + oldSide.lines.length;
  }
  parts.push(old.slice(position).join(""));
  return parts.join("");
}

interface Side {
  readonly start: number;
  readonly lines: readonly string[];
}

/** A hunk without lines on a side names the line before its place. */
function sideOf(lines: readonly string[], start: number, count: number): Side {
  const from = count === 0 ? start : start - 1;
  return { start: from, lines: lines.slice(from, from + count) };
}

function choose(
  choice: HunkChoice | undefined,
  old: readonly string[],
  proposed: readonly string[],
  texts: { readonly before: string; readonly after: string },
): readonly string[] {
  if (choice?.use === "edited") return withEndings(choice.lines, old, proposed, texts);
  return choice?.use === "old" ? old : proposed;
}

/**
 * Lines that a person left alone keep their endings; the others get that of the line before them, else of the one behind,
 * else the most frequent one of the file.
 */
function withEndings(
  given: readonly string[],
  old: readonly string[],
  proposed: readonly string[],
  { before, after }: { readonly before: string; readonly after: string },
): readonly string[] {
  const lines = given.flatMap((line) => line.split("\n")).map(bare);
  const kept = matchLines(proposed, lines);
  const fallback =
    [...proposed, ...old].map(endingOf).find((ending) => ending !== "") ??
    findMainEnding(after) ??
    findMainEnding(before) ??
    "\n";
  let last: string = kept.map((line) => endingOf(line ?? "")).find((ending) => ending !== "") ?? fallback;
  const isOpen = proposed.length > 0 && endingOf(proposed.at(-1) ?? "") === "";
  return lines.map((line, index) => {
    const own = kept[index];
    last = endingOf(own ?? "") || last;
    const isLast = index === lines.length - 1;
    // Whether the file ends with a newline is the proposal's to say; an empty last line says otherwise.
    const hasEnding = own !== undefined && endingOf(own) !== "";
    if (isLast && isOpen) return own === undefined || hasEnding ? line : own;
    return hasEnding ? own : line + last;
  });
}

/** Which of the proposed lines each line is, where it is one of them. */
function matchLines(proposed: readonly string[], lines: readonly string[]): (string | undefined)[] {
  const kept: (string | undefined)[] = lines.map(() => undefined);
  let [from, to] = [0, 0];
  const keepUntil = (end: number): void => {
    for (; from < end; from += 1, to += 1) kept[to] = proposed[from];
  };
  for (const change of diffLines(proposed.map(bare), lines).changes) {
    keepUntil(change.beforeStart);
    [from, to] = [change.beforeEnd, change.afterEnd];
  }
  keepUntil(proposed.length);
  return kept;
}

/** Only a `\n` ends a line; the `\r` before it are the kind of ending. */
function endingOf(line: string): string {
  return line.endsWith("\n") ? line.slice(bare(line).length) : "";
}

function bare(line: string): string {
  let end = line.endsWith("\n") ? line.length - 1 : line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}
