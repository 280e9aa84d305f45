import { describe, expect, it } from "vitest";
import { createHunks } from "../../../src/text/diff/hunks.js";
import { type RenderOptions, renderHunks } from "../../../src/text/diff/render-hunks.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";

const roomy = { maxLines: 1000, maxCharacters: 100_000 };

function render(before: string, after: string, options: RenderOptions = roomy): string[] {
  return renderHunks(createHunks(splitLines(before), splitLines(after)), options).text.split("\n");
}

describe("a rendered diff", () => {
  it.each([
    { what: "nothing for equal texts", before: "a\n", after: "a\n", shown: [""] },
    {
      what: "headers and lines",
      before: "a\nb\n",
      after: "a\nB\n",
      shown: ["@@ -1,2 +1,2 @@", " a", "-b", "+B"],
    },
    {
      what: "a changed ending",
      before: "a\r\n",
      after: "a\n",
      shown: ["@@ -1,1 +1,1 @@", "-a\\r", "+a"],
    },
    {
      what: "an empty line with its ending",
      before: "\r\n",
      after: "\n",
      shown: ["@@ -1,1 +1,1 @@", "-\\r", "+"],
    },
    {
      what: "a missing newline",
      before: "a",
      after: "a\n",
      shown: ["@@ -1,1 +1,1 @@", "-a", "\\ No newline at end of file", "+a"],
    },
    {
      what: "controls as escapes, and tabs as they are",
      before: "",
      after: "\tx\u001b[31m\u202ey\rz\u00a0\n",
      shown: ["@@ -0,0 +1,1 @@", "+\tx\\u001b[31m\\u202ey\\rz\\u00a0"],
    },
    {
      what: "signs that are patterns elsewhere",
      before: "",
      after: "$& $1\n",
      shown: ["@@ -0,0 +1,1 @@", "+$& $1"],
    },
  ])("shows $what", ({ before, after, shown }) => {
    expect(render(before, after)).toEqual(shown);
  });

  it("clips long lines, and shows a carriage return behind the cut [DIFF-5]", () => {
    const long = "x".repeat(1 << 20);
    expect(render(`${long}\r\n`, `${long}\n`)).toEqual([
      "@@ -1,1 +1,1 @@",
      `-${"x".repeat(399)}…\\r`,
      `+${"x".repeat(399)}…`,
    ]);
    expect(render("", "x".repeat(10), { ...roomy, maxLineCharacters: 10 })).toContain(`+${"x".repeat(10)}`);
    expect(render("", "x".repeat(11), { ...roomy, maxLineCharacters: 10 })).toContain(`+${"x".repeat(9)}…`);
    // A pair that the cut would split is left out whole.
    expect(render("", "abc😀def", { ...roomy, maxLineCharacters: 5 })).toContain("+abc…");
  });

  const forty = Array.from({ length: 40 }, (_, index) => `${index}\n`).join("");

  it.each([
    { what: "exactly what fits", bounds: { maxLines: 41 }, hidden: 0, lines: 41, last: "+39" },
    {
      what: "one line too many",
      bounds: { maxLines: 40 },
      hidden: 2,
      lines: 40,
      last: "[… 2 more diff lines]",
    },
    { what: "few lines", bounds: { maxLines: 4 }, hidden: 38, lines: 4, last: "[… 38 more diff lines]" },
    {
      what: "no room below the header",
      bounds: { maxLines: 2 },
      hidden: 41,
      lines: 1,
      last: "[… 41 more diff lines]",
    },
    { what: "one line", bounds: { maxLines: 1 }, hidden: 41, lines: 1, last: "[… 41 more diff lines]" },
    {
      what: "few characters",
      bounds: { maxCharacters: 60 },
      hidden: 33,
      lines: 9,
      last: "[… 33 more diff lines]",
    },
  ])("cut to $what says how much is hidden [DIFF-5]", ({ bounds, hidden, lines, last }) => {
    const { text, hiddenLines } = renderHunks(createHunks([], splitLines(forty)), { ...roomy, ...bounds });
    expect({ hiddenLines, lines: text.split("\n").length, last: text.split("\n").at(-1) }).toEqual({
      hiddenLines: hidden,
      lines,
      last,
    });
  });

  it("hides a header that nothing would follow [DIFF-5]", () => {
    const before = splitLines(forty);
    const after = before.with(0, "a\n").with(39, "b\n");
    const hunks = createHunks(before, after);
    expect(hunks.map((hunk) => hunk.lines.length)).toEqual([5, 5]);
    const { text, hiddenLines } = renderHunks(hunks, { ...roomy, maxLines: 8 });
    expect(text.split("\n").slice(-2)).toEqual([" 3", "[… 6 more diff lines]"]);
    expect(hiddenLines).toBe(6);
  });
});
