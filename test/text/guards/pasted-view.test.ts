import { describe, expect, it } from "vitest";
import { findPastedView } from "../../../src/text/guards/pasted-view.js";
import { LineNumbering, viewLines } from "../../../src/text/numbered-view.js";
import {
  renderContinuation,
  renderCutMarker,
  renderOpeningTag,
  renderOutputCut,
  renderPreviewNote,
  UNCHANGED_STUB,
} from "../../../src/text/own-words.js";

const note = renderPreviewNote(
  "90,000 characters, of which the first 2,000 are shown",
  "All of it is in /tmp/x.txt.",
);

describe("content that is our own output", () => {
  it.each([
    ["line-numbers", "a view", "     1→a\n     2→b\n", 1],
    ["line-numbers", "a view from the middle", "    41→a\n    42→\n    43→c", 1],
    ["line-numbers", "a view with tabs", "     1\ta\n     2\tb", 1],
    ["line-numbers", "a view whose blanks were lost", "1→a\n2→b", 1],
    ["line-numbers", "a view with blank lines between", "\n     1→a\n\n     2→b\n\n", 2],
    ["line-numbers", "a view of one line", "     7→a", 1],
    ["line-numbers", "a view of one line with a tab", "     7\ta", 1],
    ["line-numbers", "a view with CRLF", "     1→a\r\n     2→b\r\n", 1],
    [
      "line-numbers",
      "a page with its last line",
      "     1→a\n     2→b\n[Lines 1-2 of 9. Read on with offset 3.]",
      1,
    ],
    ["line-numbers", "a view of a decoded file", "     1→a\n[CRLF line endings, encoding windows-1252.]", 1],
    [
      "line-numbers",
      "a page with all its notes",
      "     1→a\n[CRLF line endings, executable.]\n[Lines 1-1 of 9. Read on with offset 2.]",
      1,
    ],
    ["line-numbers", "a preview of a view", `     1→a\n     2→b\n${note}`, 1],
    ["line-numbers", "a view numbered twice", "     1→     1→a\n     2→     2→b", 1],
    ["line-numbers", "a view with wide numbers", "999999→a\n1000000→b", 1],
    ["unchanged-stub", "the stub", UNCHANGED_STUB, 1],
    ["unchanged-stub", "the stub among text", `a\n  ${UNCHANGED_STUB}\nb`, 2],
    ["cut-marker", "a cut line", `a\n${"x".repeat(2000)}${renderCutMarker(317)}\n`, 2],
    ["continuation", "the end of a page", `a\n${renderContinuation(1, 20, " of 99")}\n`, 2],
    [
      "continuation",
      "the end of a page of a large file",
      renderContinuation(1, 2, "; the file of 1.5 GB goes on"),
      1,
    ],
    ["preview", "the note under a preview", `a\r\n${note}\r\n`, 2],
    ["notebook-view", "a cell of a notebook", '<cell id="a1" type="markdown">\n# Title\n</cell>', 1],
    [
      "notebook-view",
      "a code cell among text",
      'x = 1\r\n<cell id="#3" type="code" language="python" execution_count="2">\r\nx',
      2,
    ],
    ["notebook-view", "a cell with another tag", '<cell-12 id="a&quot;" type="raw">', 1],
    [
      "notebook-view",
      "any cell",
      renderOpeningTag("cell", [
        ["id", '"<>\n'],
        ["type", "\u202e"],
      ]),
      1,
    ],
    [
      "notebook-view",
      "an output that was cut",
      `a\n${renderOutputCut(12_345, 20_000, "Read with offset 3 and limit 1")}\nb`,
      2,
    ],
  ])("is found as %s: %s [GUARD-1]", (kind, _, content, line) => {
    expect(findPastedView(content, undefined)).toEqual({ kind, line });
    expect(findPastedView(content, "something else\n")).toEqual({ kind, line });
  });

  it.each(["→", "\t"] as const)("is found for every view with %j that Read makes [GUARD-1]", (separator) => {
    const numbering = new LineNumbering(separator);
    for (const text of ["one", "one\ntwo\n", "\n\n", "\ta\r\n\r\nb", "1→a\n2→b"]) {
      const { view } = viewLines(text, { startLine: 1, maxLines: 99, numbering });
      expect(findPastedView(view, text)).toEqual({ kind: "line-numbers", line: 1 });
    }
  });

  it.each([
    ["a numbered file that gets a line", "     1→a\n     2→b\n     3→c", "     1→a\n     2→b"],
    ["a file that documents the stub", `x\n${UNCHANGED_STUB}`, UNCHANGED_STUB],
    ["a log with a cut line", `a${renderCutMarker(3)}\nb`, `a${renderCutMarker(3)}`],
    [
      "a transcript",
      `b\n${renderContinuation(1, 2, " of 3")}`,
      `a\r\n${renderContinuation(1, 2, " of 3")}\r\n`,
    ],
    ["a transcript with a preview", `b\n${note}`, note],
    ["a page about cells", '<cell id="a" type="raw">\nb', '<cell id="a" type="raw">\na'],
  ])("is not %s [GUARD-1]", (_, content, original) => {
    expect(findPastedView(content, original)).toBeUndefined();
  });

  it.each([
    ["nothing", ""],
    ["blank lines", "\n \n"],
    ["text", "a\nb\n"],
    ["one line that begins with a number and an arrow", "1→2 is a step"],
    ["lines of which one has no number", "     1→a\n     2→b\nc"],
    ["numbers out of order", "     1→a\n     3→b"],
    ["the same number again", "     1→a\n     1→b"],
    ["a table with tabs", "1\tone\n2\ttwo\n3\tthree"],
    ["a table with six-digit numbers", "100000\tone\n100001\ttwo"],
    ["a numbered list", "1. a\n2. b"],
    ["the stub in source code", `const STUB =\n  "${UNCHANGED_STUB}";`],
    ["a cut marker in source code", `const marker = "${renderCutMarker(3)}";`],
    ["a cut marker with something behind", `${renderCutMarker(3)} as we say`],
    ["a continuation inside a sentence", `It ends with ${renderContinuation(1, 2, " of 3")}`],
    ["a note inside a sentence", `See ${note}`],
    ["a cell tag inside a sentence", 'Read shows <cell id="a" type="code"> and </cell>.'],
    ["a cell tag in source code", 'const tag = `<cell id="a" type="code">`;'],
    ["a cell tag that is indented", '  <cell id="a" type="code">'],
    ["another program's cell", '<cell id="a">\n<cell r="A1" type="n">\n<cells id="a" type="b">'],
    ["an output that says so", `It said ${renderOutputCut(1, 2, "x")}`],
    ["other brackets", "[Lines 1-2]\n[Result too long]\n[dependencies]"],
  ])("is not %s [GUARD-1]", (_, content) => {
    expect(findPastedView(content, undefined)).toBeUndefined();
  });
});
