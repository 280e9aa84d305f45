/**
 * Three-way merge by lines. What one side changed is taken, what both changed alike is taken once, and everything else
 * is a conflict that shows all three texts: nothing is guessed. Lines keep their endings.
 */
import { diffLines } from "./diff-lines.js";
import type { LineChange } from "./line-change.js";
import { type MergeRegion, planMergeRegions } from "./merge-regions.js";
import { splitLines } from "./split-lines.js";

interface Conflict {
  /** The lines of the base both sides changed, from 0, without `end`; empty where both added something. */
  readonly base: { readonly start: number; readonly end: number };
  readonly baseText: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merge {
  /** The clean merge when there are no conflicts; otherwise these stand in it between markers. */
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

interface MergeLabels {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
}

const DEFAULT_LABELS: MergeLabels = { ours: "ours", base: "base", theirs: "theirs" };

export interface MergeOptions {
  /** What stands behind the markers. */
  readonly labels?: MergeLabels;
}

export function mergeLines(base: string, ours: string, theirs: string, options: MergeOptions = {}): Merge {
  const baseLines = splitLines(base);
  const [ourSide, theirSide] = [compareToBase(baseLines, ours), compareToBase(baseLines, theirs)];
  const conflicts: Conflict[] = [];
  const pieces: string[] = [];
  let position = 0;
  for (const region of planMergeRegions(ourSide.changes, theirSide.changes)) {
    pieces.push(baseLines.slice(position, region.start).join(""));
    position = region.end;
    const settled = settleRegion(region, baseLines, ourSide, theirSide);
    if (typeof settled === "string") {
      pieces.push(settled);
    } else {
      conflicts.push(settled);
      const ending = findEnding(settled, baseLines[region.start - 1]);
      pieces.push(renderConflict(settled, options.labels ?? DEFAULT_LABELS, ending));
    }
  }
  pieces.push(baseLines.slice(position).join(""));
  return { text: pieces.join(""), conflicts };
}

interface Side {
  readonly lines: readonly string[];
  readonly changes: readonly LineChange[];
}

/** What a side did to the base. */
function compareToBase(baseLines: readonly string[], text: string): Side {
  const lines = splitLines(text);
  return { lines, changes: diffLines(baseLines, lines).changes };
}

/** The text both sides agree on, or the conflict. */
function settleRegion(
  region: MergeRegion,
  baseLines: readonly string[],
  ourSide: Side,
  theirSide: Side,
): string | Conflict {
  const ours = textOf(region, ourSide.lines, region.ours);
  const theirs = textOf(region, theirSide.lines, region.theirs);
  if (theirs === undefined || ours === theirs) return ours ?? "";
  if (ours === undefined) return theirs;
  const { start, end } = region;
  return { base: { start, end }, baseText: baseLines.slice(start, end).join(""), ours, theirs };
}

/** What a side has in the place of the region; undefined when it changed nothing there. */
function textOf(
  region: MergeRegion,
  lines: readonly string[],
  changes: readonly LineChange[],
): string | undefined {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const start = first.afterStart - (first.beforeStart - region.start);
  return lines.slice(start, last.afterEnd + (region.end - last.beforeEnd)).join("");
}

function renderConflict(conflict: Conflict, labels: MergeLabels, ending: string): string {
  const finish = (text: string): string => (text === "" || text.endsWith("\n") ? text : text + ending);
  return [
    `<<<<<<< ${labels.ours}${ending}`,
    finish(conflict.ours),
    `||||||| ${labels.base}${ending}`,
    finish(conflict.baseText),
    `=======${ending}`,
    finish(conflict.theirs),
    `>>>>>>> ${labels.theirs}${ending}`,
  ].join("");
}

/** Markers end like the lines they stand among. */
function findEnding(conflict: Conflict, lineAbove: string = ""): string {
  const neighbours = [conflict.ours, conflict.theirs, conflict.baseText, lineAbove];
  const [line = ""] = splitLines(neighbours.find((text) => text.includes("\n")) ?? "");
  return line.endsWith("\r\n") ? "\r\n" : "\n";
}
