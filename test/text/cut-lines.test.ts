import { describe, expect, it } from "vitest";
import { LineNumbering, viewLines } from "../../src/text/numbered-view.js";

const request = { startLine: 1, maxLines: 2000, numbering: new LineNumbering("→") };
const marker = (hidden: number): string => `… [${hidden} more characters in this line are hidden]`;

describe("a long line", () => {
  it.each([
    { what: "2,000 letters", line: "x".repeat(2000) },
    { what: "2,000 emoji", line: "😀".repeat(2000) },
    { what: "1,999 letters and an emoji", line: `${"x".repeat(1999)}😀` },
    { what: "2,000 lone surrogates", line: "\ud83d".repeat(2000) },
  ])("of $what is shown whole [READ-2]", ({ line }) => {
    for (const ending of ["", "\n", "\r\n"]) {
      expect(viewLines(line + ending, request)).toEqual({
        view: `     1→${line}`,
        content: line + ending,
        startLine: 1,
        shownLines: 1,
        totalLines: 1,
        cutLines: [],
      });
    }
  });

  it.each([
    { what: "2,001 letters", shown: "x".repeat(2000), rest: "y", hidden: 1 },
    { what: "50,000 letters", shown: "x".repeat(2000), rest: "y".repeat(48_000), hidden: 48_000 },
    { what: "2,001 emoji", shown: "😀".repeat(2000), rest: "😀", hidden: 1 },
    { what: "an emoji at the cut", shown: `${"x".repeat(1999)}😀`, rest: "y", hidden: 1 },
    { what: "an emoji after the cut", shown: "x".repeat(2000), rest: "😀", hidden: 1 },
    {
      what: "emoji and letters after the cut",
      shown: "x".repeat(2000),
      rest: "a😀b".repeat(10),
      hidden: 30,
    },
    { what: "lone surrogates", shown: "\ud83d".repeat(2000), rest: "\ud83d\ude00\ude00", hidden: 2 },
    { what: "blanks", shown: " ".repeat(2000), rest: "\t\r ", hidden: 3 },
  ])("with $what is cut after 2,000 characters and says how many are hidden [READ-2]", (example) => {
    const { shown, rest, hidden } = example;
    for (const ending of ["", "\n", "\r\n"]) {
      expect(viewLines(shown + rest + ending, request)).toEqual({
        view: `     1→${shown}${marker(hidden)}`,
        content: shown + ending,
        startLine: 1,
        shownLines: 1,
        totalLines: 1,
        cutLines: [{ line: 1, hiddenCharacters: hidden }],
      });
    }
  });

  it("among others leaves them whole [READ-2, READ-3]", () => {
    const long = "x".repeat(2003);
    const kept = "x".repeat(2000);
    expect(viewLines(`a\r\n${long}\nb\n${long}\r\n\nlast`, request)).toEqual({
      view: [`a`, `${kept}${marker(3)}`, "b", `${kept}${marker(3)}`, "", "last"]
        .map((line, index) => `     ${index + 1}→${line}`)
        .join("\n"),
      content: `a\r\n${kept}\nb\n${kept}\r\n\nlast`,
      startLine: 1,
      shownLines: 6,
      totalLines: 6,
      cutLines: [
        { line: 2, hiddenCharacters: 3 },
        { line: 4, hiddenCharacters: 3 },
      ],
    });
  });

  it("of which only the beginning is at hand counts what lies beyond [READ-2]", () => {
    const hiddenBeyond = new Map([[8, { characters: 1_000_000, endingLength: 1 as const }]]);
    const text = `short\n${"x".repeat(2048)}\nend\n`;
    expect(viewLines(text, { ...request, startLine: 7, firstLine: 7, hiddenBeyond })).toEqual({
      view: `     7→short\n     8→${"x".repeat(2000)}${marker(1_000_048)}\n     9→end`,
      content: `short\n${"x".repeat(2000)}\nend\n`,
      startLine: 7,
      shownLines: 3,
      totalLines: 9,
      cutLines: [{ line: 8, hiddenCharacters: 1_000_048 }],
    });
  });
});
