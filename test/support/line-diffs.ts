/** What tests of diffs measure against: hunks applied by the book, and the shortest diff by the textbook. */
import * as fc from "fast-check";
import type { Hunk } from "../../src/text/diff/hunks.js";
import type { LineChange } from "../../src/text/diff/line-change.js";

const MARKER = "\\ No newline at end of file";

/** The new lines; throws where a hunk does not fit exactly where it says it does. */
export function applyHunks(
  before: readonly string[],
  hunks: readonly Hunk[],
  firstLine: number = 1,
): string[] {
  const after: string[] = [];
  let position = 0;
  for (const hunk of hunks) {
    const start = hunk.oldStart - firstLine + (hunk.oldLines === 0 ? 1 : 0);
    if (start < position) throw new Error(`hunk at ${hunk.oldStart} reaches back`);
    after.push(...before.slice(position, start));
    if (hunk.newStart !== after.length + firstLine - (hunk.newLines === 0 ? 1 : 0)) {
      throw new Error(`hunk at ${hunk.oldStart} begins elsewhere in the new text than at ${hunk.newStart}`);
    }
    const old = hunkLines(hunk, "-");
    const added = hunkLines(hunk, "+");
    if (old.join("") !== before.slice(start, start + old.length).join("")) {
      throw new Error(`hunk at ${hunk.oldStart} does not fit`);
    }
    if (old.length !== hunk.oldLines || added.length !== hunk.newLines) {
      throw new Error(`hunk at ${hunk.oldStart} counts its lines wrong`);
    }
    after.push(...added);
    position = start + old.length;
  }
  return [...after, ...before.slice(position)];
}

/** The lines of one side, context included, with their endings. */
function hunkLines(hunk: Hunk, side: "-" | "+"): string[] {
  return hunk.lines.flatMap((line, index) => {
    if (line === MARKER || (line[0] !== side && line[0] !== " ")) return [];
    return [line.slice(1) + (hunk.lines[index + 1] === MARKER ? "" : "\n")];
  });
}

export function countHunkEdits(hunks: readonly Hunk[]): { removed: number; added: number } {
  const count = (side: string): number =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(side)).length, 0);
  return { removed: count("-"), added: count("+") };
}

export function countEdits(changes: readonly LineChange[]): { removed: number; added: number } {
  return {
    removed: changes.reduce((sum, change) => sum + change.beforeEnd - change.beforeStart, 0),
    added: changes.reduce((sum, change) => sum + change.afterEnd - change.afterStart, 0),
  };
}

/** Each kept line as its places before and after. */
export function keptPairs(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): [number, number][] {
  const pairs: [number, number][] = [];
  const end = { beforeStart: before.length, afterStart: after.length, beforeEnd: 0, afterEnd: 0 };
  let [old, now] = [0, 0];
  for (const change of [...changes, end]) {
    while (old < change.beforeStart) {
      pairs.push([old, now]);
      old += 1;
      now += 1;
    }
    if (now !== change.afterStart) throw new Error(`kept lines before line ${old} differ in number`);
    [old, now] = [change.beforeEnd, change.afterEnd];
  }
  return pairs;
}

/** Additions and removals of the shortest diff, by the table of longest common subsequences. */
export function shortestDiffLength(before: readonly string[], after: readonly string[]): number {
  let row: number[] = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    for (const [index, other] of after.entries()) {
      const kept = line === other ? (row[index] ?? 0) + 1 : 0;
      next.push(Math.max(kept, row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return before.length + after.length - 2 * (row.at(-1) ?? 0);
}

/** Numbers from 0 to 1, the same ones in every run. */
export function repeatableRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** Texts of few different lines, with all endings there are: where diffs have choices, and traps. */
export const trickyTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "a\r\n", "\r\n", "a\rb\n", "- a\n", "$&\n"), {
      maxLength: 14,
    }),
    fc.constantFrom("", "", "a", "b", "\r"),
  )
  .map(([lines, last]) => lines.join("") + last);
