import { describe, expect, it } from "vitest";
import { createHunks, type Hunk } from "../../../src/text/diff/hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";

const MARKER = "\\ No newline at end of file";
const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

const hunk = (
  oldStart: number,
  oldLines: number,
  newStart: number,
  newLines: number,
  lines: string[],
): Hunk => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
  lines,
});

describe("the hunks of two texts", () => {
  it.each([
    { what: "equal texts are none", before: "a\n", after: "a\n", hunks: [] },
    {
      what: "a change in the middle has three lines of context",
      before: numbers(1, 9),
      after: numbers(1, 4) + "five\n" + numbers(6, 9),
      hunks: [hunk(2, 7, 2, 7, [" 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"])],
    },
    {
      what: "a new text starts after line 0",
      before: "",
      after: "a\nb\n",
      hunks: [hunk(0, 0, 1, 2, ["+a", "+b"])],
    },
    { what: "an emptied text ends at line 0", before: "a\n", after: "", hunks: [hunk(1, 1, 0, 0, ["-a"])] },
    {
      what: "a missing newline is marked where it is missing",
      before: "a\nb",
      after: "a\nb\n",
      hunks: [hunk(1, 2, 1, 2, [" a", "-b", MARKER, "+b"])],
    },
    {
      what: "missing newlines on both sides are marked twice, and once in context",
      before: "a\nb\nc",
      after: "A\nb\nc",
      hunks: [hunk(1, 3, 1, 3, ["-a", "+A", " b", " c", MARKER])],
    },
    {
      what: "carriage returns stay, those inside lines too",
      before: "a\rb\r\n",
      after: "a\rb\n",
      hunks: [hunk(1, 1, 1, 1, ["-a\rb\r", "+a\rb"])],
    },
    {
      what: "changes six lines apart share a hunk",
      before: numbers(1, 8),
      after: `one\n${numbers(2, 7)}eight\n`,
      hunks: [hunk(1, 8, 1, 8, ["-1", "+one", " 2", " 3", " 4", " 5", " 6", " 7", "-8", "+eight"])],
    },
    {
      what: "changes seven lines apart do not, and the second counts what the first added",
      before: numbers(1, 9),
      after: `zero\none\n${numbers(2, 8)}nine\n`,
      hunks: [
        hunk(1, 4, 1, 5, ["-1", "+zero", "+one", " 2", " 3", " 4"]),
        hunk(6, 4, 7, 4, [" 6", " 7", " 8", "-9", "+nine"]),
      ],
    },
  ])("$what [DIFF-1]", ({ before, after, hunks }) => {
    expect(createHunks(splitLines(before), splitLines(after))).toEqual(hunks);
  });

  it("can do without context, and then name the line before an addition", () => {
    const options = { context: 0 };
    expect(createHunks(splitLines("a\nb\n"), splitLines("a\nx\nb\n"), options)).toEqual([
      hunk(1, 0, 2, 1, ["+x"]),
    ]);
    expect(createHunks(splitLines("a\nx\nb\n"), splitLines("a\nb\n"), options)).toEqual([
      hunk(2, 1, 1, 0, ["-x"]),
    ]);
  });
});
