/**
 * Carries owners from one version of a text to the next. Lines that a line diff keeps stay whose they were; of replaced
 * lines what they begin and end with alike stays, and the rest is the new owner's. Pure.
 */
import { isHighSurrogate, isLowSurrogate } from "../text/clip.js";
import { diffLines } from "../text/diff/diff-lines.js";
import type { LineChange } from "../text/diff/line-change.js";
import { splitLines } from "../text/diff/split-lines.js";
import {
  type Owner,
  pushRun,
  type Run,
  sliceRuns,
  type TaggedLine,
  type TaggedText,
  tagText,
} from "./tagged-text.js";

/** The next version, with everything new in it owned by `owner`. */
export function retag(before: TaggedText, text: string, owner: Owner): TaggedText {
  return mapChanges(before, splitLines(text), (old, fresh) => retagRegion(old, fresh, owner));
}

/**
 * The next version, which brings back what an earlier one had: lines that are not of the version before are taken from
 * there, with their owners. What is of neither was there before either of them.
 */
export function bringBack(before: TaggedText, text: string, earlier: TaggedText): TaggedText {
  const restored = retag(earlier, text, "base");
  return mapChanges(before, splitLines(text), (_, fresh, start) =>
    restored.slice(start, start + fresh.length),
  );
}

/** What has come since `base`: its text counts as the base, and what is new keeps its owner. */
export function tagSince(base: string, present: TaggedText): TaggedText {
  const lines = present.map((line) => line.text);
  return mapChanges(tagText(base, "base"), lines, (old, fresh, start) =>
    retagRegion(old, fresh, "elsewhere").map((line, index) => {
      const known = present[start + index] as TaggedLine;
      return { text: line.text, owner: sinceBase(known.owner), runs: overlay(line.runs, known.runs) };
    }),
  );
}

/** What is not of the base, but older than all we know, came from elsewhere. */
function sinceBase(owner: Owner): Owner {
  return owner === "base" ? "elsewhere" : owner;
}

/** Base where `marks` say so, else whom `runs` name. */
function overlay(marks: readonly Run[], runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  let position = 0;
  for (const { length, owner } of marks) {
    const part = sliceRuns(runs, position, position + length);
    if (owner === "base") pushRun(merged, { length, owner });
    else for (const run of part) pushRun(merged, { ...run, owner: sinceBase(run.owner) });
    position += length;
  }
  return merged;
}

/** The lines after a change: the kept ones as they were, and what `retagged` makes of those in the place of others. */
function mapChanges(
  before: TaggedText,
  lines: readonly string[],
  retagged: (old: TaggedText, fresh: readonly string[], start: number) => TaggedText,
): TaggedText {
  const { changes } = diffLines(
    before.map((line) => line.text),
    lines,
  );
  const after: TaggedLine[] = [];
  let position = 0;
  const keepUntil = (end: number): void => {
    for (; position < end; position += 1) after.push(before[position] as TaggedLine);
  };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of changes satisfies readonly LineChange[]) {
    keepUntil(beforeStart);
    const old = before.slice(beforeStart, beforeEnd);
    for (const line of retagged(old, lines.slice(afterStart, afterEnd), afterStart)) after.push(line);
    position = beforeEnd;
  }
  keepUntil(before.length);
  return after;
}

/** As many lines as before are taken for the same lines, one by one; else all of them are one piece of text. */
function retagRegion(old: TaggedText, fresh: readonly string[], owner: Owner): TaggedText {
  if (old.length === fresh.length) {
    return fresh.map((text, index) => {
      const line = old[index] as TaggedLine;
      return { text, owner, runs: spliceRuns(line, text, owner) };
    });
  }
  const whole = { text: old.map((line) => line.text).join(""), runs: old.flatMap((line) => line.runs) };
  const runs = spliceRuns(whole, fresh.join(""), owner);
  let position = 0;
  return fresh.map((text) => {
    const start = position;
    position += text.length;
    return { text, owner, runs: sliceRuns(runs, start, position) };
  });
}

function spliceRuns(old: Pick<TaggedLine, "text" | "runs">, text: string, owner: Owner): Run[] {
  const shorter = Math.min(old.text.length, text.length);
  let prefix = 0;
  while (prefix < shorter && old.text.charCodeAt(prefix) === text.charCodeAt(prefix)) prefix += 1;
  // Half a character is no beginning, nor an end, that two texts have in common.
  if (prefix > 0 && isHighSurrogate(text.charCodeAt(prefix - 1))) prefix -= 1;
  let suffix = 0;
  while (suffix < shorter - prefix && unitFromEnd(old.text, suffix) === unitFromEnd(text, suffix))
    suffix += 1;
  if (suffix > 0 && isLowSurrogate(unitFromEnd(text, suffix - 1))) suffix -= 1;
  const runs = sliceRuns(old.runs, 0, prefix);
  pushRun(runs, { length: text.length - prefix - suffix, owner });
  for (const run of sliceRuns(old.runs, old.text.length - suffix, old.text.length)) pushRun(runs, run);
  return runs;
}

function unitFromEnd(text: string, distance: number): number {
  return text.charCodeAt(text.length - 1 - distance);
}
