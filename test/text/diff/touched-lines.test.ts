/** Hunks of very many splices: not compared, but they still lead from one text to the other. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHunks } from "../../../src/text/diff/hunks.js";
import { createHunksOfSplices } from "../../../src/text/diff/splice-hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { createHunkOfTouchedLines } from "../../../src/text/diff/touched-lines.js";
import { applySplices, type Splice } from "../../../src/text/splice.js";
import { finish } from "../../../src/text/steps.js";
import { applyHunks } from "../../support/line-diffs.js";
import { textsWithSplices } from "../../support/splices.js";

describe("the hunk of touched lines", () => {
  it("leads from any text to what any splices make of it [SAFE-160]", () => {
    fc.assert(
      fc.property(textsWithSplices, ({ text, splices }) => {
        const shown = { contextStart: 0, contextEnd: text.length, splices };
        const hunk = finish(createHunkOfTouchedLines(text, shown, { before: 0, after: 0 }));
        expect(applyHunks(splitLines(text), [hunk]).join("")).toBe(applySplices(text, splices));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("the hunks of very many splices", () => {
  const replaceAll = (text: string, old: string, fresh: string): Splice[] => {
    const splices: Splice[] = [];
    for (let start = text.indexOf(old); start !== -1; start = text.indexOf(old, start + old.length)) {
      splices.push({ start, end: start + old.length, text: fresh });
    }
    return splices;
  };
  const row = (text: string): string => text.repeat(3000);

  it.each([
    ["a place in each line", row("x = old;\n"), "old", "new"],
    ["places with lines between them", row("x = old;\na\nb\n"), "old", "new"],
    ["one long line", row("old,"), "old", "new"],
    ["lines that are added", row("old\nx\n"), "old", "new\nline"],
    ["lines that are removed", row("old\nx\n"), "old\n", ""],
    ["lines that are joined", row("old\nx\n"), "\nx", "x"],
    ["a last line without a break", `${row("x = old;\na\n")}old`, "old", "new"],
    ["lines with carriage returns", row("x = old;\r\n"), "old", "new"],
  ])("are those of a comparison: %s [SAFE-160]", (_, text, old, fresh) => {
    const splices = replaceAll(text, old, fresh);
    const hunks = createHunksOfSplices({ text, firstLine: 1 }, splices);
    const [before, after] = [splitLines(text), splitLines(applySplices(text, splices))];
    expect(applyHunks(before, hunks).join("")).toBe(after.join(""));
    const heads = (list: typeof hunks) => list.map(({ lines: _lines, ...head }) => head);
    expect(heads(hunks)).toEqual(heads(createHunks(before, after)));
  });
});
