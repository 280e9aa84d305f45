/**
 * Diagnostics of a file that changes. Each is remembered with the lines at which it would stand now if the file's changes had
 * nothing to do with it: exactly one line where its own was left alone, the lines of the replacement where it was not.
 * So what a change brought or mended can be told from what merely moved.
 */
import type { Diagnostic } from "../notify/diagnostic.js";
import type { Hunk } from "../text/diff/hunks.js";
import { type DiagnosticChanges, noChanges } from "./diagnostics-report.js";

export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  /** The first and the last line that it may stand at now. */
  readonly from: number;
  readonly to: number;
}

export function placeDiagnostics(diagnostics: readonly Diagnostic[]): readonly PlacedDiagnostic[] {
  return diagnostics.map((diagnostic) => ({ diagnostic, from: diagnostic.line, to: diagnostic.line }));
}

/** For a file that was changed in a way nobody has told us of: every one may stand anywhere. */
export function loosenPlaces(placed: readonly PlacedDiagnostic[]): readonly PlacedDiagnostic[] {
  return placed.map(({ diagnostic }) => ({ diagnostic, from: 1, to: Number.POSITIVE_INFINITY }));
}

/** The same diagnostics after a change of the file. */
export function movePlaces(
  placed: readonly PlacedDiagnostic[],
  hunks: readonly Hunk[],
): readonly PlacedDiagnostic[] {
  if (placed.length === 0) return placed;
  const blocks = findBlocks(hunks);
  if (blocks.length === 0) return placed;
  return placed.map(({ diagnostic, from, to }) => ({
    diagnostic,
    from: moveLine(from, blocks).first,
    to: moveLine(to, blocks).last,
  }));
}

/** What is there now and was not, and what was there and is not. */
export function compareDiagnostics(
  told: readonly PlacedDiagnostic[],
  present: readonly Diagnostic[],
): DiagnosticChanges {
  const candidates = new Map<string, Diagnostic[]>();
  for (const diagnostic of present) {
    const key = keyOf(diagnostic);
    const same = candidates.get(key);
    if (same === undefined) candidates.set(key, [diagnostic]);
    else same.push(diagnostic);
  }
  const taken = new Set<Diagnostic>();
  const resolved: Diagnostic[] = [];
  // The surest first: one that can only stand at one line must not lose it to one that may stand at many.
  for (const { diagnostic, from, to } of told.toSorted(bySpan)) {
    const stays = candidates
      .get(keyOf(diagnostic))
      ?.find((each) => !taken.has(each) && each.line >= from && each.line <= to);
    if (stays === undefined) resolved.push(diagnostic);
    else taken.add(stays);
  }
  const introduced = present.filter((diagnostic) => !taken.has(diagnostic));
  return introduced.length === 0 && resolved.length === 0 ? noChanges : { introduced, resolved };
}

/** What makes two diagnostics the same, wherever they stand. */
function keyOf({ severity, source = "", code = "", message }: Diagnostic): string {
  return `${severity}\n${source}\n${code}\n${message}`;
}

function bySpan(left: PlacedDiagnostic, right: PlacedDiagnostic): number {
  const spanOf = ({ from, to }: PlacedDiagnostic): number => to - from;
  const [a, b] = [spanOf(left), spanOf(right)];
  return a === b ? left.from - right.from : a - b;
}

/** Neighbouring lines that were replaced by others; either may be none. */
interface Block {
  /** The first old line, and the first behind the last. */
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

function findBlocks(hunks: readonly Hunk[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const hunk of hunks) {
    // A hunk without lines on one side names the line before the place.
    let oldLine = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    let newLine = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
    let start: { readonly oldStart: number; readonly newStart: number } | undefined;
    const finish = (): void => {
      if (start !== undefined) blocks.push({ ...start, oldEnd: oldLine, newEnd: newLine });
      start = undefined;
    };
    for (const line of hunk.lines) {
      const mark = line[0];
      if (mark === "\\") continue;
      if (mark === " ") finish();
      else start ??= { oldStart: oldLine, newStart: newLine };
      if (mark !== "+") oldLine += 1;
      if (mark !== "-") newLine += 1;
    }
    finish();
  }
  return blocks;
}

/** Where a line is now; of a replaced one, the lines that took its place, or the one that follows if none did. */
function moveLine(line: number, blocks: readonly Block[]): { readonly first: number; readonly last: number } {
  let shift = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of blocks) {
    if (line < oldStart) break;
    if (line < oldEnd) return { first: newStart, last: Math.max(newStart, newEnd - 1) };
    shift = newEnd - oldEnd;
  }
  return { first: line + shift, last: line + shift };
}
