/** What a search of a large file has found so far, window by window. */
import type { ByteWindow, LargeText } from "../../content/large-text.js";
import { runInTurns } from "../../media/notebook/in-turns.js";
import {
  applyByteSplicesInSteps,
  areMany,
  type ByteSplice,
  joinNearSplices,
} from "../../text/byte-splices.js";
import type { Hunk } from "../../text/diff/hunks.js";
import { createHunksInSteps } from "../../text/diff/splice-hunks.js";
import type { EditPlan, Span } from "../../text/edit/edit-plan.js";
import type { MatchTier } from "../../text/edit/tiers.js";
import { type LineRanges, uniteRanges } from "../../text/line-ranges.js";
import type { Splice } from "../../text/splice.js";
import { encodeSplicesInSteps } from "../change/encode-splices.js";
import { linesOfSpans } from "../change/known-lines.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import { linesToReplace } from "./lines-to-replace.js";
import { sumOf } from "./plan-small-edit.js";

const LISTED_LINES = 50;

/** All of it by one tier. */
export interface Findings {
  readonly tier: MatchTier;
  readonly splices: ByteSplice[];
  readonly hunks: Hunk[];
  readonly lines: number[];
  readonly columns: number[];
  touched: LineRanges;
  count: number;
  /** Places as good as these, found by another tier. */
  rivals: number;
  trimmedLines: number;
  /** Where the last match ends in the file: the next one may not begin before it, though its window does. */
  consumedTo: number;
  /** What the last change left is a part of a line. */
  leavesPart: boolean;
  /** How many lines the changes so far have added. */
  delta: number;
}

export function newFindings(tier: MatchTier): Findings {
  return {
    tier,
    splices: [],
    hunks: [],
    lines: [],
    columns: [],
    touched: [],
    count: 0,
    rivals: 0,
    trimmedLines: 0,
    delta: 0,
    consumedTo: 0,
    leavesPart: false,
  };
}

export interface SearchedWindow {
  readonly text: LargeText;
  readonly window: ByteWindow;
  /** Encodes to the very bytes. */
  readonly exact: string;
  /** As views show it. */
  readonly decoded: string;
  /** How many characters of the window's first line stand before the window. */
  readonly lineCharacters: number;
}

/** Adds a window's matches, leaving out those that the next window will find again. */
export async function collect(
  findings: Findings,
  { matches, splices, trimmedLines }: EditPlan,
  { text, window, exact, decoded, lineCharacters }: SearchedWindow,
  { target, context: { signal } }: { readonly target: ChangeTarget; readonly context: CallContext },
): Promise<void> {
  const ownEnd = text.codec.decode(window.bytes.subarray(0, window.ownEnd)).length;
  const own = matches.filter(({ start }) => start < ownEnd);
  if (own.length === 0) return;
  const ownSplices = ownSplicesOf(splices, matches, ownEnd);
  const firstLine = await text.lineAt(window.offset);
  const offsetOf = (position: number): number =>
    window.offset + text.codec.encode(exact.slice(0, position)).length;
  const continuesLine = findings.leavesPart && offsetOf(own[0]?.start ?? 0) === findings.consumedTo;
  findings.consumedTo = offsetOf(own.at(-1)?.end ?? 0);
  const file = {
    bytes: window.bytes,
    text: exact,
    encoding: { ...text.encoding, bomLength: 0 },
    codec: text.codec,
  };
  const byteSplices = await runInTurns(encodeSplicesInSteps(file, ownSplices, target), signal);
  const joined = areMany(byteSplices)
    ? joinNearSplices(
        byteSplices,
        await runInTurns(applyByteSplicesInSteps(window.bytes, byteSplices), signal),
      )
    : byteSplices;
  for (const { start, end, bytes } of joined) {
    findings.splices.push({ start: start + window.offset, end: end + window.offset, bytes });
  }
  const { delta } = findings;
  const steps = createHunksInSteps({ text: decoded, firstLine }, ownSplices);
  for (const hunk of await runInTurns(steps, signal)) {
    findings.hunks.push({ ...hunk, newStart: hunk.newStart + delta });
    findings.delta += hunk.newLines - hunk.oldLines;
  }
  findings.count += own.length;
  findings.trimmedLines += sumOf(trimmedLines.slice(0, own.length));
  for (const span of own.slice(0, LISTED_LINES)) {
    const [range] = linesOfSpans(decoded, [span], firstLine);
    if (range === undefined || findings.lines.length === LISTED_LINES) continue;
    const lineStart = span.start === 0 ? 0 : decoded.lastIndexOf("\n", span.start - 1) + 1;
    findings.lines.push(range.from);
    findings.columns.push(span.start - lineStart + 1 + (lineStart === 0 ? lineCharacters : 0));
  }
  const plan = { matches: own, splices: ownSplices };
  const { lines, leavesPart } = linesToReplace(decoded, plan, { firstLine, continuesLine });
  findings.touched = uniteRanges(findings.touched, lines);
  findings.leavesPart = leavesPart;
}

/** The splices of matches that begin before `ownEnd`; both lists are sorted. */
function ownSplicesOf(
  splices: readonly Splice[],
  matches: readonly Span[],
  ownEnd: number,
): readonly Splice[] {
  const firstForeign = matches.find(({ start }) => start >= ownEnd);
  if (firstForeign === undefined) return splices;
  // At the border of two neighbours: what only inserts ends the first match, what replaces begins the second.
  return splices.filter(
    ({ start, end }) => start < firstForeign.start || (start === firstForeign.start && end === start),
  );
}
