/**
 * The hunks of an edit, made from the places it replaced. Only lines that a splice touches, and the context around
 * them, are split and compared, so an edit of a large file costs what it changes plus a count of newlines.
 */
import { applySplices, type Splice } from "../splice.js";
import { finish, isTurn, type Steps } from "../steps.js";
import { diffLines } from "./diff-lines.js";
import { createHunksOfChangesInSteps, DEFAULT_CONTEXT, type Hunk } from "./hunks.js";
import { findLineEnd, findLineStart } from "./line-bounds.js";
import { splitLines } from "./split-lines.js";
import { createHunkOfTouchedLines } from "./touched-lines.js";

/**
 * A run of whole lines of a file. Only the file's own last line may lack its newline, so splices must leave the newline
 * that ends a window in place unless the file ends there too.
 */
export interface TextWindow {
  readonly text: string;
  /** Number of its first line, from 1. */
  readonly firstLine: number;
}

/** Splices so near to each other that their contexts meet. All offsets are those of line starts. */
interface SpliceGroup {
  readonly contextStart: number;
  /** From here to `coreEnd` the lines are touched, or lie between touched ones. */
  readonly coreStart: number;
  coreEnd: number;
  contextEnd: number;
  readonly splices: Splice[];
}

export function createHunksOfSplices(
  window: TextWindow,
  splices: readonly Splice[],
  context: number = DEFAULT_CONTEXT,
): Hunk[] {
  return finish(createHunksInSteps(window, splices, context));
}

/** From so many splices in a group on, comparing all its lines takes too long. */
const MANY_SPLICES = 1000;

export function* createHunksInSteps(
  window: TextWindow,
  splices: readonly Splice[],
  context: number = DEFAULT_CONTEXT,
): Steps<Hunk[]> {
  const { text } = window;
  const hunks: Hunk[] = [];
  let position = 0;
  let linesBefore = window.firstLine - 1;
  let addedLines = 0;
  for (const group of yield* groupSplices(text, splices, context)) {
    linesBefore += countNewlines(text, position, group.contextStart);
    position = group.contextStart;
    yield;
    const linesAbove = { before: linesBefore, after: linesBefore + addedLines };
    if (group.splices.length >= MANY_SPLICES) {
      const hunk = yield* createHunkOfTouchedLines(text, group, linesAbove);
      hunks.push(hunk);
      addedLines += hunk.newLines - hunk.oldLines;
      continue;
    }
    const oldCore = splitLines(text.slice(group.coreStart, group.coreEnd));
    const core = { start: group.coreStart, end: group.coreEnd };
    const newCore = splitLines(applySplices(text, group.splices, core));
    const above = splitLines(text.slice(group.contextStart, group.coreStart));
    const below = splitLines(text.slice(group.coreEnd, group.contextEnd));
    const changes = diffLines(oldCore, newCore).changes.map((change) => ({
      beforeStart: change.beforeStart + above.length,
      beforeEnd: change.beforeEnd + above.length,
      afterStart: change.afterStart + above.length,
      afterEnd: change.afterEnd + above.length,
    }));
    const before = [...above, ...oldCore, ...below];
    const after = [...above, ...newCore, ...below];
    const made = yield* createHunksOfChangesInSteps({ before, after, changes, linesAbove }, context);
    for (const hunk of made) hunks.push(hunk);
    addedLines += newCore.length - oldCore.length;
  }
  return hunks;
}

function* groupSplices(text: string, splices: readonly Splice[], context: number): Steps<SpliceGroup[]> {
  const groups: SpliceGroup[] = [];
  for (const [index, splice] of splices.entries()) {
    if (isTurn(index)) yield;
    const last = groups.at(-1);
    // A thousand places in one long line lie in the same lines: looking for these once keeps the whole linear.
    if (last !== undefined && splice.end < last.coreEnd) {
      last.splices.push(splice);
      continue;
    }
    // The whole line, so that what stands after a splice stays with it.
    const coreEnd = findLineEnd(text, splice.end);
    const contextEnd = stepOn(text, coreEnd, context);
    const isNear = last !== undefined && splice.start <= last.contextEnd;
    const coreStart = isNear ? last.coreStart : findLineStart(text, splice.start);
    const contextStart = isNear ? last.contextStart : stepBack(text, coreStart, context);
    if (last === undefined || contextStart > last.contextEnd) {
      groups.push({ contextStart, coreStart, coreEnd, contextEnd, splices: [splice] });
    } else {
      last.coreEnd = coreEnd;
      last.contextEnd = contextEnd;
      last.splices.push(splice);
    }
  }
  return groups;
}

function stepBack(text: string, lineStart: number, lines: number): number {
  let position = lineStart;
  for (let count = 0; count < lines && position > 0; count += 1) position = findLineStart(text, position - 1);
  return position;
}

function stepOn(text: string, lineStart: number, lines: number): number {
  let position = lineStart;
  for (let count = 0; count < lines && position < text.length; count += 1) {
    position = findLineEnd(text, position);
  }
  return position;
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
