/** Diffs and hunks of any texts, against their definitions. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "../../../src/text/diff/diff-lines.js";
import { createHunks, type Hunk } from "../../../src/text/diff/hunks.js";
import type { LineChange } from "../../../src/text/diff/line-change.js";
import { mapLines } from "../../../src/text/diff/map-lines.js";
import { renderHunks } from "../../../src/text/diff/render-hunks.js";
import { createHunksOfSplices } from "../../../src/text/diff/splice-hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import type { LineRanges } from "../../../src/text/line-ranges.js";
import { applySplices, type Splice } from "../../../src/text/splice.js";
import {
  applyHunks,
  countEdits,
  countHunkEdits,
  keptPairs,
  shortestDiffLength,
  trickyTexts,
} from "../../support/line-diffs.js";
import { textsWithSplices } from "../../support/splices.js";

/** Few different ones, some indented, so that changes have places to choose from. */
const letters = fc.array(fc.constantFrom("a", "b", "  c", "\td"), { maxLength: 40 });
const steps = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 300 }));

describe("the lines of any text", () => {
  it("joined are the text, and each but the last ends with its only newline", () => {
    fc.assert(
      fc.property(fc.oneof(trickyTexts, fc.string({ unit: "binary" })), (text) => {
        const lines = splitLines(text);
        expect(lines.join("")).toBe(text);
        for (const [index, line] of lines.entries()) {
          const newline = line.indexOf("\n");
          const isWhole = newline === line.length - 1;
          expect(isWhole || (newline === -1 && index === lines.length - 1 && line !== "")).toBe(true);
        }
      }),
    );
  });
});

describe("the diff of any two texts", () => {
  it("is as short as the shortest [DIFF-2]", () => {
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const { changes, isCoarse } = diffLines(before, after);
        const { removed, added } = countEdits(changes);
        expect({ length: removed + added, isCoarse }).toEqual({
          length: shortestDiffLength(before, after),
          isCoarse: false,
        });
      }),
      { numRuns: 3000 },
    );
  });

  it("is in order, never touches itself, and keeps equal lines, however few its steps [DIFF-3]", () => {
    fc.assert(
      fc.property(letters, letters, steps, (before, after, maxSteps) => {
        const { changes } = diffLines(before, after, maxSteps === undefined ? {} : { maxSteps });
        expectTrueDiff(before, after, changes);
      }),
      { numRuns: 3000 },
    );
  });

  it("says that it is coarse when it is not the shortest [DIFF-3]", () => {
    fc.assert(
      fc.property(letters, letters, steps, (before, after, maxSteps) => {
        const { changes, isCoarse } = diffLines(before, after, maxSteps === undefined ? {} : { maxSteps });
        const { removed, added } = countEdits(changes);
        expect(isCoarse || removed + added === shortestDiffLength(before, after)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("makes hunks that give the new text when applied to the old [DIFF-1]", () => {
    const contexts = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(trickyTexts, trickyTexts, contexts, steps, (before, after, context, maxSteps) => {
        const [oldLines, newLines] = [splitLines(before), splitLines(after)];
        const options = { context, ...(maxSteps === undefined ? {} : { maxSteps }) };
        const hunks = createHunks(oldLines, newLines, options);
        expect(applyHunks(oldLines, hunks)).toEqual(newLines);
        expectContext(hunks, oldLines.length, context);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the hunks of any edit", () => {
  it("give the edited text, in the numbers of the file, with the context asked for [DIFF-1, DIFF-4]", () => {
    const contexts = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(textsWithSplices, contexts, fc.integer({ min: 1, max: 50 }), (edit, context, firstLine) => {
        const { text, splices } = edit;
        const lines = splitLines(text);
        const hunks = createHunksOfSplices({ text, firstLine }, splices, context);
        expect(applyHunks(lines, hunks, firstLine)).toEqual(splitLines(applySplices(text, splices)));
        expectContext(hunks, lines.length, context, firstLine);
      }),
      { numRuns: 2000 },
    );
  });

  it("of one place are as short as the file's diff [DIFF-4]", () => {
    fc.assert(
      fc.property(textsWithSplices, ({ text, splices }) => {
        const one = splices.slice(0, 1);
        const hunks = createHunksOfSplices({ text, firstLine: 1 }, one);
        const diffed = createHunks(splitLines(text), splitLines(applySplices(text, one)));
        expect(countHunkEdits(hunks)).toEqual(countHunkEdits(diffed));
      }),
      { numRuns: 1000 },
    );
  });

  it("of any places are those of the file's diff when no line occurs twice [DIFF-4]", () => {
    const lines = Array.from({ length: 80 }, (_, index) => `line ${index}\n`);
    const text = lines.join("");
    const places = fc.uniqueArray(fc.nat({ max: 79 }), { maxLength: 6 });
    const kinds = fc.array(fc.constantFrom("change", "remove", "add", "end"), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(places, kinds, (chosen, kindOf) => {
        const splices = chosen
          .toSorted((a, b) => a - b)
          .map((line, index) => spliceLine(lines, line, kindOf[index] ?? ""));
        expect(createHunksOfSplices({ text, firstLine: 1 }, splices)).toEqual(
          createHunks(lines, splitLines(applySplices(text, splices))),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("any rendered diff", () => {
  it("keeps its bounds, and counts what it hides [DIFF-5]", () => {
    const bounds = fc.record({
      maxLines: fc.integer({ min: 1, max: 40 }),
      maxCharacters: fc.integer({ min: 30, max: 300 }),
      maxLineCharacters: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(trickyTexts, trickyTexts, bounds, (before, after, options) => {
        const hunks = createHunks(splitLines(before), splitLines(after));
        const whole = hunks.reduce((sum, hunk) => sum + 1 + hunk.lines.length, 0);
        const { text, hiddenLines } = renderHunks(hunks, options);
        const shown = text === "" ? [] : text.split("\n");
        expect(shown.length).toBeLessThanOrEqual(options.maxLines);
        expect(text.length).toBeLessThanOrEqual(options.maxCharacters);
        const noted = /^\[… (\d+) more diff lines?\]$/.exec(shown.at(-1) ?? "")?.[1];
        expect(Number(noted ?? 0)).toBe(hiddenLines);
        expect(shown.length - (noted === undefined ? 0 : 1) + hiddenLines).toBe(whole);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("line numbers carried over any diff", () => {
  it("are those of the kept lines that were in the ranges", () => {
    fc.assert(
      fc.property(
        letters,
        letters,
        fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
        (before, after, chosen) => {
          const wanted = chosen.filter((line) => line <= before.length);
          const { changes } = diffLines(before, after);
          const kept = keptPairs(before, after, changes);
          const mapped = mapLines(changes, toRanges(wanted));
          const expected = kept.filter(([old]) => wanted.includes(old + 1)).map(([, now]) => now + 1);
          expect(mapped).toEqual(toRanges(expected));
        },
      ),
      { numRuns: 500 },
    );
  });
});

function expectTrueDiff(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): void {
  for (const [old, now] of keptPairs(before, after, changes)) expect(before[old]).toBe(after[now]);
  let previousEnd = -1;
  for (const change of changes) {
    expect(change.beforeStart).toBeGreaterThan(previousEnd);
    expect(change.beforeEnd - change.beforeStart + change.afterEnd - change.afterStart).toBeGreaterThan(0);
    expect(change.beforeEnd).toBeGreaterThanOrEqual(change.beforeStart);
    expect(change.afterEnd).toBeGreaterThanOrEqual(change.afterStart);
    previousEnd = change.beforeEnd;
  }
}

/** Every hunk has its full context but at the ends of the text, and hunks never touch. */
function expectContext(
  hunks: readonly Hunk[],
  lineCount: number,
  context: number,
  firstLine: number = 1,
): void {
  let previousEnd = -1;
  for (const hunk of hunks) {
    const start = hunk.oldStart - firstLine + (hunk.oldLines === 0 ? 1 : 0);
    const end = start + hunk.oldLines;
    const marks = hunk.lines.filter((line) => !line.startsWith("\\")).map((line) => line[0]);
    const above = marks.findIndex((mark) => mark !== " ");
    const below = marks.length - 1 - marks.findLastIndex((mark) => mark !== " ");
    expect(above).toBe(Math.min(context, start + above));
    expect(below).toBe(Math.min(context, lineCount - (end - below)));
    expect(start).toBeGreaterThan(previousEnd);
    previousEnd = end;
  }
}

function toRanges(lines: readonly number[]): LineRanges {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to + 1 === line) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}

/** Something done to one line, with a text that occurs nowhere else. */
function spliceLine(lines: readonly string[], line: number, kind: string): Splice {
  const start = lines.slice(0, line).join("").length;
  const end = start + (lines[line] ?? "").length;
  if (kind === "remove") return { start, end, text: "" };
  if (kind === "add") return { start, end: start, text: `new ${line}\n` };
  if (kind === "end") return { start: end - 1, end: end - 1, text: ` changed\nand ${line} added` };
  return { start, end: start + 4, text: `changed ${line}` };
}
