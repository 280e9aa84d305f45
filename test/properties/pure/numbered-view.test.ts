/** The numbered view against splitting at newlines. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineNumbering, type NumberedView, viewLines } from "../../../src/text/numbered-view.js";

const numbering = new LineNumbering("→");

/** Texts rich in everything that some program takes for a line break. */
const texts = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom("\n", "\r\n", "\r", "\u2028", "\f", "\u0085", "→", "     1→") },
      { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom("\ud83d", "\ude00", "a"), maxLength: 4 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

/** Lines with their endings. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function pagesOf(text: string, size: number): NumberedView[] {
  const pages: NumberedView[] = [];
  for (let startLine = 1; ; startLine += size) {
    const page = viewLines(text, { startLine, maxLines: size, numbering });
    if (page.shownLines === 0) return pages;
    pages.push(page);
  }
}

describe("the numbered view of any text", () => {
  it("gives the text back when its pages are joined [READ-8, READ-3]", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const content = pagesOf(text, size).map((page) => page.content);
        expect(content.join("")).toBe(text);
      }),
    );
  });

  it("is the lines without their endings, each behind its number [READ-1, READ-3]", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const shown = pagesOf(text, size).map((page) => page.view);
        const lines = splitLines(text).map((line) => line.replace(/\r?\n$/, ""));
        const numbered = lines.map((line, index) => `${String(index + 1).padStart(6)}→${line}`);
        expect(shown.join("\n")).toBe(numbered.join("\n"));
      }),
    );
  });

  it("counts the lines of the whole text on every page [READ-4]", () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (text, from, size) => {
          const page = viewLines(text, { startLine: from, maxLines: size, numbering });
          const lines = splitLines(text);
          const window = lines.slice(from - 1, from - 1 + size);
          expect(page).toMatchObject({
            content: window.join(""),
            shownLines: window.length,
            totalLines: lines.length,
          });
        },
      ),
    );
  });

  it("accounts for every character of a line that it cuts [READ-2]", () => {
    const units = fc.constantFrom("a", "é", "漢", "😀", "\ud83d", "\r");
    const longLines = fc
      .tuple(fc.array(units, { minLength: 1, maxLength: 12 }), fc.integer({ min: 150, max: 400 }))
      .map(([characters, times]) => characters.join("").repeat(times));
    fc.assert(
      fc.property(longLines, (line) => {
        const { view, content, cutLines } = viewLines(`${line}\n`, { startLine: 1, maxLines: 1, numbering });
        const characters = Array.from(line.replace(/\r$/, ""));
        const hidden = Math.max(0, characters.length - 2000);
        const shown = characters.slice(0, 2000).join("");
        const marker = `… [${hidden} more characters in this line are hidden]`;
        expect({ view, content, cutLines }).toEqual({
          view: `     1→${shown}${hidden === 0 ? "" : marker}`,
          content: `${shown}${line.endsWith("\r") ? "\r" : ""}\n`,
          cutLines: hidden === 0 ? [] : [{ line: 1, hiddenCharacters: hidden }],
        });
      }),
      { numRuns: 60 },
    );
  });
});
