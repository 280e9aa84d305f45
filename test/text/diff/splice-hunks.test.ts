import { describe, expect, it } from "vitest";
import { createHunks, type Hunk } from "../../../src/text/diff/hunks.js";
import { createHunksOfSplices } from "../../../src/text/diff/splice-hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { applySplices, type Splice } from "../../../src/text/splice.js";

const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`);
const text = lines.join("");

/** Replaces each of the words, which must occur once. */
const spliceWords = (whole: string, words: Readonly<Record<string, string>>): Splice[] =>
  Object.entries(words)
    .map(([word, replacement]) => {
      const start = whole.indexOf(word);
      return { start, end: start + word.length, text: replacement };
    })
    .toSorted((a, b) => a.start - b.start);

const diffed = (whole: string, splices: readonly Splice[]): Hunk[] =>
  createHunks(splitLines(whole), splitLines(applySplices(whole, splices)));

describe("the hunks of an edit", () => {
  it.each<{ what: string; whole: string; splices: readonly Splice[]; hunks: number }>([
    { what: "nothing", whole: text, splices: [], hunks: 0 },
    { what: "a word", whole: text, splices: spliceWords(text, { "line 30\n": "LINE 30\n" }), hunks: 1 },
    { what: "a word by itself", whole: text, splices: spliceWords(text, { "line 30": "line 30" }), hunks: 0 },
    {
      what: "places far apart, the first of which adds lines",
      whole: text,
      splices: spliceWords(text, { "line 10\n": "a\nb\nc\n", "line 30\n": "", "line 50": "d" }),
      hunks: 3,
    },
    {
      what: "places whose contexts meet",
      whole: text,
      splices: spliceWords(text, { "line 10": "a", "line 16": "b" }),
      hunks: 1,
    },
    {
      what: "places whose contexts nearly meet",
      whole: text,
      splices: spliceWords(text, { "line 10\n": "a\n", "line 18\n": "b\n" }),
      hunks: 2,
    },
    {
      what: "two places in one line",
      whole: text,
      splices: [
        { start: 0, end: 2, text: "x" },
        { start: 3, end: 4, text: "y" },
      ],
      hunks: 1,
    },
    {
      what: "a long replaced stretch of which only the ends differ",
      whole: text,
      splices: spliceWords(text, {
        [lines.slice(9, 40).join("")]: `first\n${lines.slice(10, 39).join("")}last\n`,
      }),
      hunks: 2,
    },
    { what: "the first line", whole: text, splices: [{ start: 0, end: 0, text: "new\n" }], hunks: 1 },
    {
      what: "a newline that begins the text",
      whole: `\n${text}`,
      splices: [{ start: 0, end: 1, text: "" }],
      hunks: 1,
    },
    {
      what: "the end, after a newline",
      whole: text,
      splices: [{ start: text.length, end: text.length, text: "new\n" }],
      hunks: 1,
    },
    {
      what: "the end, without a newline",
      whole: "a\nb",
      splices: [{ start: 3, end: 3, text: "c\nd" }],
      hunks: 1,
    },
    {
      what: "the last newline",
      whole: text,
      splices: [{ start: text.length - 1, end: text.length, text: "" }],
      hunks: 1,
    },
    { what: "everything", whole: text, splices: [{ start: 0, end: text.length, text: "new\n" }], hunks: 1 },
    { what: "an empty text", whole: "", splices: [{ start: 0, end: 0, text: "a\nb" }], hunks: 1 },
    {
      what: "a join of two lines",
      whole: text,
      splices: spliceWords(text, { "20\nline 21": "20 and 21" }),
      hunks: 1,
    },
  ])("that replaces $what are those of the file's diff [DIFF-4]", ({ whole, splices, hunks }) => {
    const made = createHunksOfSplices({ text: whole, firstLine: 1 }, splices);
    expect(made).toEqual(diffed(whole, splices));
    expect(made).toHaveLength(hunks);
  });

  it("in a window of a larger file have the numbers of the file [DIFF-4]", () => {
    const words = { "line 30\n": "a\nb\n", "line 45": "c" };
    const window = { text: lines.slice(19).join(""), firstLine: 20 };
    expect(createHunksOfSplices(window, spliceWords(window.text, words))).toEqual(
      diffed(text, spliceWords(text, words)),
    );
  });

  it("show as much context as is asked for", () => {
    const splices = spliceWords(text, { "line 30": "x" });
    expect(createHunksOfSplices({ text, firstLine: 1 }, splices, 0)).toEqual([
      { oldStart: 30, oldLines: 1, newStart: 30, newLines: 1, lines: ["-line 30", "+x"] },
    ]);
    expect(createHunksOfSplices({ text, firstLine: 1 }, splices, 5)[0]?.lines).toHaveLength(12);
  });

  it("of twenty thousand places in one line of a megabyte are two lines [DIFF-3]", () => {
    const long = "word ".repeat(210_000);
    const splices = Array.from({ length: 20_000 }, (_, index) => ({
      start: index * 50,
      end: index * 50 + 4,
      text: "other",
    }));
    const [hunk, ...rest] = createHunksOfSplices({ text: long, firstLine: 1 }, splices);
    expect(rest).toEqual([]);
    const marker = "\\ No newline at end of file".length;
    expect(hunk?.lines.map((line) => line.length)).toEqual([
      1 + long.length,
      marker,
      1 + long.length + splices.length,
      marker,
    ]);
  });

  it.each([
    {
      what: "overlap",
      splices: [
        [0, 9],
        [5, 12],
      ],
    },
    {
      what: "are not in order",
      splices: [
        [300, 301],
        [0, 1],
      ],
    },
    { what: "reach behind the text", splices: [[5, 100_000]] },
  ])("are refused when the places $what", ({ splices }) => {
    const asSplices = splices.map(([start = 0, end = 0]) => ({ start, end, text: "" }));
    expect(() => createHunksOfSplices({ text, firstLine: 1 }, asSplices)).toThrow(RangeError);
  });
});
