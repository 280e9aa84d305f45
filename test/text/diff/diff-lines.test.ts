import { describe, expect, it } from "vitest";
import { diffLines } from "../../../src/text/diff/diff-lines.js";
import { createHunks } from "../../../src/text/diff/hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { applyHunks, countEdits, repeatableRandom, shuffled } from "../../support/line-diffs.js";

const SIZE = 20_000;
const numbered = Array.from({ length: SIZE }, (_, index) => `line ${index}\n`);
const repeated = (line: string, count: number): string[] => Array.from({ length: count }, () => line);

describe("a line diff", () => {
  it.each([
    { what: "equal texts", before: "a\nb\n", after: "a\nb\n", changes: [] },
    { what: "two empty texts", before: "", after: "", changes: [] },
    { what: "a text that appears", before: "", after: "a\nb\n", changes: [[0, 0, 0, 2]] },
    { what: "a text that disappears", before: "a\nb\n", after: "", changes: [[0, 2, 0, 0]] },
    { what: "a changed line", before: "a\nb\nc\n", after: "a\nB\nc\n", changes: [[1, 2, 1, 2]] },
    {
      what: "two changes with a line between",
      before: "a\nb\nc\n",
      after: "A\nb\nC\n",
      changes: [
        [0, 1, 0, 1],
        [2, 3, 2, 3],
      ],
    },
    { what: "a missing last newline", before: "a\nb\n", after: "a\nb", changes: [[1, 2, 1, 2]] },
    { what: "a changed ending", before: "a\nb\n", after: "a\r\nb\n", changes: [[0, 1, 0, 1]] },
    {
      what: "a removed repetition, at its end",
      before: "a\na\na\nb\n",
      after: "a\na\nb\n",
      changes: [[2, 3, 2, 2]],
    },
    {
      what: "a block added between others like it, whole",
      before: "{\n x\n}\n{\n y\n}\n",
      after: "{\n x\n}\n{\n z\n}\n{\n y\n}\n",
      changes: [[3, 3, 3, 6]],
    },
    {
      what: "a function added before another, with the blank line behind it",
      before: "f() {\n x\n}\n\ng() {\n}\n",
      after: "f() {\n x\n}\n\nh() {\n x\n}\n\ng() {\n}\n",
      changes: [[4, 4, 4, 8]],
    },
    {
      what: "a function added at the end, with the blank line before it",
      before: "f() {\n x\n}\n",
      after: "f() {\n x\n}\n\ng() {\n x\n}\n",
      changes: [[3, 3, 3, 7]],
    },
    {
      what: "a removed function, in the same way",
      before: "f() {\n x\n}\n\nh() {\n x\n}\n\ng() {\n}\n",
      after: "f() {\n x\n}\n\ng() {\n}\n",
      changes: [[4, 8, 4, 4]],
    },
  ])("of $what", ({ before, after, changes }) => {
    const found = diffLines(splitLines(before), splitLines(after));
    expect(found.isCoarse).toBe(false);
    expect(found.changes.map((one) => Object.values(one))).toEqual(changes);
  });

  it("joins changes that meet when they are moved down", () => {
    // The shortest diffs add "a" and "b" on either side of a kept line, or both in one place.
    const found = diffLines(["x\n", "a\n", "y\n"], ["x\n", "a\n", "b\n", "a\n", "b\n", "y\n"]);
    expect(countEdits(found.changes)).toEqual({ removed: 0, added: 3 });
    for (const [index, change] of found.changes.entries()) {
      expect(change.beforeStart).toBeGreaterThan(found.changes[index - 1]?.beforeEnd ?? -1);
    }
  });
});

describe("the shapes that are hard on a line diff", () => {
  const random = repeatableRandom(1);
  const alternating = (every: number): string[] =>
    Array.from({ length: SIZE }, (_, index) => (index % every === 0 ? "a\n" : "b\n"));

  it.each([
    {
      what: "a file rewritten line by line",
      before: numbered,
      after: numbered.map((line) => `new ${line}`),
      edits: { removed: SIZE, added: SIZE },
    },
    {
      what: "one line repeated, a few removed",
      before: repeated("x\n", SIZE),
      after: repeated("x\n", SIZE - 7),
      edits: { removed: 7, added: 0 },
    },
    {
      what: "equal lines against nothing",
      before: repeated("x\n", SIZE),
      after: [],
      edits: { removed: SIZE, added: 0 },
    },
    {
      what: "no newline at the end of either side",
      before: [...numbered, "end"],
      after: [...numbered, "End"],
      edits: { removed: 1, added: 1 },
    },
    {
      what: "CRLF to LF",
      before: numbered.map((line) => line.replace("\n", "\r\n")),
      after: numbered,
      edits: { removed: SIZE, added: SIZE },
    },
    {
      what: "a single line of a megabyte",
      before: ["a".repeat(1 << 20)],
      after: [`${"a".repeat(1 << 20)}b`],
      edits: { removed: 1, added: 1 },
    },
    {
      what: "long lines that differ at their ends only",
      before: numbered.slice(0, 400).map((line) => "x".repeat(1 << 14) + line),
      after: numbered
        .slice(0, 400)
        .map((line, index) => "x".repeat(1 << 14) + (index % 2 === 0 ? line : "\n")),
      edits: { removed: 200, added: 200 },
    },
    {
      what: "every other line changed",
      before: numbered,
      after: numbered.map((line, index) => (index % 2 === 0 ? line : "other\n")),
      edits: { removed: SIZE / 2, added: SIZE / 2 },
    },
    {
      what: "a tenth of the lines gone, among lines that repeat",
      before: numbered.map((line, index) => (index % 5 > 2 ? "}\n" : line)),
      after: numbered
        .map((line, index) => (index % 5 > 2 ? "}\n" : line))
        .filter((_, index) => index % 10 !== 3),
      edits: { removed: SIZE / 10, added: 0 },
    },
  ])("$what: the shortest diff, found in time [DIFF-2, DIFF-3]", ({ before, after, edits }) => {
    const found = diffLines(before, after);
    expect(found.isCoarse).toBe(false);
    expect(countEdits(found.changes)).toEqual(edits);
  });

  it.each([
    { what: "shuffled lines", before: numbered, after: shuffled(numbered, random), most: SIZE },
    {
      what: "alternating lines in another rhythm",
      before: alternating(2),
      after: alternating(3),
      most: SIZE / 2,
    },
    {
      what: "lines drawn from a few",
      before: numbered.map(() => `${Math.floor(random() * 10)}\n`),
      after: numbered.map(() => `${Math.floor(random() * 10)}\n`),
      most: SIZE * 0.6,
    },
  ])(
    "$what: given up, and still a true diff that keeps what it found [DIFF-1, DIFF-3]",
    ({ before, after, most }) => {
      const framed = (lines: readonly string[]): string[] => ["first\n", ...lines, "last\n"];
      const found = diffLines(framed(before), framed(after));
      expect(found.isCoarse).toBe(true);
      expect(countEdits(found.changes).removed).toBeLessThan(most);
      expect(found.changes[0]?.beforeStart).toBeGreaterThan(0);
      expect(found.changes.at(-1)?.beforeEnd).toBeLessThanOrEqual(SIZE + 1);
      expect(applyHunks(framed(before), createHunks(framed(before), framed(after))).join("")).toBe(
        framed(after).join(""),
      );
    },
  );

  it("a block that moved is found by its lines when the steps are few [DIFF-3]", () => {
    const moved = [...numbered.slice(5000), ...numbered.slice(0, 5000)];
    const found = diffLines(numbered, moved, { maxSteps: 1_000 });
    expect(found.isCoarse).toBe(true);
    expect(countEdits(found.changes)).toEqual({ removed: 5000, added: 5000 });
  });

  it("with no steps at all the common ends are kept and the rest is one change [DIFF-3]", () => {
    const before = ["1\n", "a\n", "b\n", "a\n", "b\n", "2\n"];
    const after = ["1\n", "b\n", "a\n", "b\n", "a\n", "2\n"];
    expect(diffLines(before, after, { maxSteps: 0 })).toEqual({
      changes: [{ beforeStart: 1, beforeEnd: 5, afterStart: 1, afterEnd: 5 }],
      isCoarse: true,
    });
    expect(countEdits(diffLines(before, after).changes)).toEqual({ removed: 1, added: 1 });
  });
});
