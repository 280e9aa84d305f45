import { describe, expect, it } from "vitest";
import { LineNumbering, viewLines } from "../../src/text/numbered-view.js";

const arrow = new LineNumbering("→");
const whole = { startLine: 1, maxLines: 2000, numbering: arrow };

describe("the numbered view", () => {
  it("has exactly the bytes of number in six columns, arrow, line [READ-1]", () => {
    const { view } = viewLines("first line\n", whole);
    expect(Buffer.from(view).toString("hex")).toBe(
      Buffer.from("     1\u2192first line", "utf8").toString("hex"),
    );
  });

  it.each([
    { line: 9, prefix: "     9→" },
    { line: 10, prefix: "    10→" },
    { line: 99_999, prefix: " 99999→" },
    { line: 999_999, prefix: "999999→" },
    { line: 1_000_000, prefix: "1000000→" },
    { line: 12_345_678, prefix: "12345678→" },
  ])("numbers line $line with a prefix that only grows when it must [READ-1]", ({ line, prefix }) => {
    expect(viewLines("x\n", { ...whole, startLine: line, firstLine: line }).view).toBe(`${prefix}x`);
  });

  it("numbers alike whichever lines were numbered before [READ-1]", () => {
    const lines = [5, 1, 2, 10_001, 2, 3, 10_000, 1, 4];
    const numbering = new LineNumbering("→");
    expect(lines.map((line) => numbering.prefix(line))).toEqual(
      lines.map((line) => `${String(line).padStart(6)}→`),
    );
  });

  it("separates number and line by a tab when told to [READ-17]", () => {
    const numbering = new LineNumbering("\t");
    expect(viewLines("a\n\tb\n", { ...whole, numbering }).view).toBe("     1\ta\n     2\t\tb");
  });

  it.each([
    { what: "carriage returns before a newline", text: "a\r\nb\r\n", view: ["a", "b"] },
    { what: "a carriage return alone", text: "a\rb\n\rc\r", view: ["a\rb", "\rc\r"] },
    { what: "two carriage returns before a newline", text: "a\r\r\nb", view: ["a\r", "b"] },
    { what: "line and paragraph separators", text: "a\u2028b\u2029c\n", view: ["a\u2028b\u2029c"] },
    { what: "form feed, vertical tab and next line", text: "a\fb\vc\u0085d\n", view: ["a\fb\vc\u0085d"] },
    { what: "blanks at both ends", text: "  a\t \n\t\n", view: ["  a\t ", "\t"] },
    { what: "no newline at the end", text: "a\nb", view: ["a", "b"] },
    { what: "empty lines", text: "\n\r\n\n", view: ["", "", ""] },
    { what: "a byte order mark inside", text: "a\n\ufeffb\n", view: ["a", "\ufeffb"] },
  ])("shows $what as it is and keeps it in the content [READ-3]", ({ text, view }) => {
    expect(viewLines(text, whole)).toEqual({
      view: view.map((line, index) => `     ${index + 1}→${line}`).join("\n"),
      content: text,
      startLine: 1,
      shownLines: view.length,
      totalLines: view.length,
      cutLines: [],
    });
  });

  it("shows nothing of an empty text", () => {
    expect(viewLines("", whole)).toEqual({
      view: "",
      content: "",
      startLine: 1,
      shownLines: 0,
      totalLines: 0,
      cutLines: [],
    });
  });

  it.each([
    { startLine: 1, maxLines: 2, content: "one\r\ntwo\n", view: "     1→one\n     2→two" },
    { startLine: 2, maxLines: 2, content: "two\nthree\r\n", view: "     2→two\n     3→three" },
    { startLine: 4, maxLines: 1, content: "four", view: "     4→four" },
    { startLine: 4, maxLines: 99, content: "four", view: "     4→four" },
    { startLine: 5, maxLines: 1, content: "", view: "" },
    { startLine: 900, maxLines: 2, content: "", view: "" },
  ])("shows $maxLines lines from line $startLine on and counts all [READ-8]", (expected) => {
    const { startLine, maxLines, content, view } = expected;
    expect(viewLines("one\r\ntwo\nthree\r\nfour", { startLine, maxLines, numbering: arrow })).toEqual({
      view,
      content,
      startLine,
      shownLines: view === "" ? 0 : view.split("\n").length,
      totalLines: 4,
      cutLines: [],
    });
  });

  it("numbers a slice by its place in the file [READ-15]", () => {
    expect(viewLines("a\nb\nc\n", { ...whole, firstLine: 41, startLine: 42, maxLines: 1 })).toEqual({
      view: "    42→b",
      content: "b\n",
      startLine: 42,
      shownLines: 1,
      totalLines: 43,
      cutLines: [],
    });
  });
});
