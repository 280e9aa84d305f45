/** The way over bytes and the way over strings are one view. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AsciiViewer } from "../../src/text/ascii-view.js";
import { LineNumbering, type NumberedView, type Separator, viewLines } from "../../src/text/numbered-view.js";
import { textOf } from "../support/answers.js";
import { tempWorkspace } from "../support/workspace.js";

const arrow = new LineNumbering("→");
const separators: readonly Separator[] = ["→", "\t"];
const viewer = new AsciiViewer();

const piece = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\r", "\r\r\n", "\n\n", "\t", "\0", "\u007f"),
  fc.string({ unit: "binary-ascii", maxLength: 40 }),
  fc.integer({ min: 1, max: 70 }).map((length) => "x".repeat(length)),
);
const asciiText = fc
  .array(piece, { minLength: 1, maxLength: 60 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text !== "");

/** A view with its content made. */
function made(view: NumberedView | undefined): unknown {
  if (view === undefined) return undefined;
  return { ...view, content: typeof view.content === "string" ? view.content : view.content() };
}

describe("The view over bytes", () => {
  it("equals the view over strings [READ-1, READ-3, READ-17]", () => {
    fc.assert(
      fc.property(
        asciiText,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(...separators),
        (text, startLine, maxLines, separator) => {
          const numbering = new LineNumbering(separator);
          const expected = viewLines(text, { startLine, maxLines, numbering });
          const actual = viewer.findView(Buffer.from(text, "latin1"), { startLine, maxLines, separator });
          if (startLine > expected.totalLines) expect(actual).toBeUndefined();
          else expect(made(actual)).toEqual(expected);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each(separators)("counts through every change of digits, with %j [READ-1, READ-17]", (separator) => {
    const text = "line\n".repeat(100_100);
    const bytes = Buffer.from(text);
    for (const startLine of [1, 5, 95, 990, 9_990, 99_990]) {
      const request = { startLine, maxLines: 200 };
      const expected = viewLines(text, { ...request, numbering: new LineNumbering(separator) });
      expect(made(viewer.findView(bytes, { ...request, separator }))).toEqual(expected);
    }
  });

  it.each([
    ["a line of 2001 characters", `short\n${"x".repeat(2001)}\nshort\n`],
    ["a last line of 2001 characters", `short\n${"x".repeat(2001)}`],
    ["more newlines than it has room for", "\n".repeat(400_000)],
    ["more text than it has room for", "x\n".repeat(1_200_000)],
  ])("leaves %s to the other [READ-2]", (_name, text) => {
    expect(
      viewer.findView(Buffer.from(text), { startLine: 1, maxLines: 1_000_000, separator: "→" }),
    ).toBeUndefined();
  });

  it("keeps lines of exactly 2000 characters whole [READ-2]", () => {
    for (const text of ["x".repeat(2000), `${"x".repeat(2000)}\n`, `${"x".repeat(2000)}\ny`]) {
      const request = { startLine: 1, maxLines: 10, separator: "→" as const };
      expect(made(viewer.findView(Buffer.from(text), request))).toEqual(
        viewLines(text, { ...request, numbering: arrow }),
      );
    }
  });

  it("does not keep anything of one text for the next [READ-1]", () => {
    viewer.findView(Buffer.from("long line with a newline far away\n".repeat(100)), {
      startLine: 1,
      maxLines: 100,
      separator: "→",
    });
    expect(viewer.findView(Buffer.from("a"), { startLine: 1, maxLines: 5, separator: "→" })?.view).toBe(
      "     1→a",
    );
    expect(viewer.findView(Buffer.from("a\nb"), { startLine: 2, maxLines: 5, separator: "\t" })?.view).toBe(
      "     2\tb",
    );
  });

  it("is what Read answers for a large ASCII file, content included [READ-1, READ-8]", async () => {
    const text = "export const value = 1;\r\n\tmore();\n".repeat(900);
    const files = tempWorkspace({ "a.ts": text });
    const result = await files
      .toolkit({ limits: { maxTokens: 1_000_000 } })
      .call("Read", { file_path: files.path("a.ts") });
    const expected = viewLines(text, { startLine: 1, maxLines: 2000, numbering: arrow });
    expect(textOf(result)).toBe(`${expected.view}\n[Mixed line endings (CRLF and LF).]`);
    expect(result.output).toEqual({
      type: "text",
      file: { filePath: files.path("a.ts"), content: text, numLines: 1800, startLine: 1, totalLines: 1800 },
    });
    expect(JSON.parse(JSON.stringify(result.output))).toMatchObject({ file: { content: text } });
  });
});
