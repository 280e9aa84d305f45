/**
 * A text that knows whom it came from: every run of characters has the owner who put it there, and every line the one who
 * changed it last. Pure; who the owners are is nobody's business here.
 */
import { splitLines } from "../text/diff/split-lines.js";
import { countCodePoints } from "../text/numbered-view.js";

/** What the tools did for one session. Two are the same only if they are one object. */
export interface ToolOwner {
  readonly session: string;
  readonly tool: string;
}

/** "base" is what was there before anything is counted, "elsewhere" what did not come through the tools. */
export type Owner = "base" | "elsewhere" | ToolOwner;

/** So many UTF-16 units in a row have this owner. */
export interface Run {
  readonly length: number;
  readonly owner: Owner;
}

export interface TaggedLine {
  /** With its ending. */
  readonly text: string;
  /** Who changed it last, be it by leaving something out. */
  readonly owner: Owner;
  /** Together as long as the text. */
  readonly runs: readonly Run[];
}

export type TaggedText = readonly TaggedLine[];

export interface Tally {
  readonly lines: number;
  readonly characters: number;
}

/** A text that is all one owner's. */
export function tagText(text: string, owner: Owner): TaggedText {
  return splitLines(text).map((line) => tagLine(line, owner));
}

function tagLine(text: string, owner: Owner): TaggedLine {
  return { text, owner, runs: [{ length: text.length, owner }] };
}

/** What each owner has of a text. Characters are counted as a reader counts them, by code points, with line endings. */
export function tallyOwners(text: TaggedText): ReadonlyMap<Owner, Tally> {
  const tallies = new Map<Owner, { lines: number; characters: number }>();
  const of = (owner: Owner): { lines: number; characters: number } => {
    const tally = tallies.get(owner) ?? { lines: 0, characters: 0 };
    tallies.set(owner, tally);
    return tally;
  };
  for (const line of text) {
    of(line.owner).lines += 1;
    let position = 0;
    for (const { length, owner } of line.runs) {
      of(owner).characters += countCodePoints(line.text.slice(position, position + length));
      position += length;
    }
  }
  return tallies;
}

/** Adds a run, as a part of the one before where that has the same owner. */
export function pushRun(runs: Run[], run: Run): void {
  if (run.length === 0) return;
  const last = runs.at(-1);
  if (last?.owner === run.owner) runs[runs.length - 1] = { ...last, length: last.length + run.length };
  else runs.push(run);
}

/** The runs of a part of a text. */
export function sliceRuns(runs: readonly Run[], start: number, end: number): Run[] {
  const cut: Run[] = [];
  let position = 0;
  for (const { length, owner } of runs) {
    const from = Math.max(position, start);
    const to = Math.min(position + length, end);
    if (from < to) pushRun(cut, { length: to - from, owner });
    position += length;
  }
  return cut;
}
