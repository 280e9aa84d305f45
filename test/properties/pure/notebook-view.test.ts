/** What is shown of a notebook can be taken apart again, whatever its cells contain. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTerminalText } from "../../../src/notebook/terminal-text.js";
import { findPastedView } from "../../../src/text/guards/pasted-view.js";
import { showCells } from "../../support/rendered.js";

const bits = fc.constantFrom(
  "</cell>",
  "</output>",
  "<cell",
  "<output",
  "</cell-1>",
  "<output-2 ",
  ' id="x" type="code">',
  "<",
  ">",
  "/",
  "\n",
  " ",
  "a",
  "é",
  "</CELL>",
  '<cell id="#0" type="code">\n',
  "-3",
  "[… 3 of 4 characters",
  "\u2028",
);
const contents = fc.array(bits, { maxLength: 10 }).map((parts) => parts.join(""));
const cells = fc.array(fc.record({ source: contents, printed: contents, id: contents }), {
  minLength: 1,
  maxLength: 5,
});

describe("the view of a notebook", () => {
  it("shows where each cell and output begins and ends, and nothing in it can pretend to [NB-3]", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const [part] = showCells(
          list.map(({ source, printed, id }) => ({
            cell_type: "code",
            id,
            source,
            outputs: [{ output_type: "stream", name: "stdout", text: printed }],
          })),
        );
        const text = part?.kind === "text" ? part.text : "";
        const suffix = /^<cell(-\d+)? /.exec(text)?.[1] ?? "";
        const found = [
          ...text.matchAll(
            new RegExp(
              `<cell${suffix} id="[^"\n]*" type="code" language="python">\n(.*?)</cell${suffix}>\n` +
                `<output${suffix} cell="[^"\n]*" type="stream" name="stdout">\n(.*?)</output${suffix}>`,
              "gs",
            ),
          ),
        ].map(([, source, printed]) => [source, printed]);
        expect(found).toEqual(
          list.map(({ source, printed }) => [withBreak(source), withBreak(printed.replace(/\n$/, ""))]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("is known again when it comes back as content [GUARD-1]", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const [part] = showCells(list.map(({ source, id }) => ({ cell_type: "markdown", id, source })));
        const text = part?.kind === "text" ? part.text : "";
        expect(findPastedView(text, undefined)).toEqual({ kind: "notebook-view", line: 1 });
      }),
    );
  });

  it("has nothing left that moves a terminal's cursor [NB-2]", () => {
    const codes = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "\u0007",
      "\\",
      "K",
      "2K",
      "31m",
      "\r",
      "\b",
      "\n",
      "x",
      "\u009b",
      "é",
    );
    fc.assert(
      fc.property(fc.array(codes, { maxLength: 20 }), (parts) => {
        expect(renderTerminalText(parts.join(""))).not.toMatch(/(?![\t\n])\p{Cc}/u);
      }),
      { numRuns: 2000 },
    );
  });
});

function withBreak(body: string): string {
  return body === "" ? "" : `${body}\n`;
}
