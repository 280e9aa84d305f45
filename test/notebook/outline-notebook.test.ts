import { describe, expect, it } from "vitest";
import { outlineNotebook } from "../../src/notebook/outline-notebook.js";
import { parseValid } from "../support/notebooks.js";

const outline = (cells: readonly unknown[], maxCharacters = 5000): string =>
  outlineNotebook(
    parseValid(JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 })),
    maxCharacters,
  );

const code = (source: string, rest: object = {}): object => ({
  cell_type: "code",
  source,
  outputs: [],
  ...rest,
});

describe("the outline of a notebook", () => {
  it("has a line for each cell: its id, type, first line and the size of its outputs [NB-1]", () => {
    expect(
      outline([
        { cell_type: "markdown", id: "top", source: "\n\n# Title\nmore" },
        code("import x\ny", {
          id: "b",
          outputs: [{ output_type: "stream", name: "stdout", text: "x".repeat(5000) }],
        }),
        code("\tx = 1 \u202e"),
        code(""),
        code("z".repeat(500)),
        7,
      ]),
    ).toBe(
      [
        "top markdown: # Title",
        "b code: import x (outputs: 4.9 KB)",
        "#2 code: x = 1 \\u202e",
        "#3 code: ",
        `#4 code: ${"z".repeat(79)}…`,
        "#5 unknown: 7",
      ].join("\n"),
    );
  });

  it("leaves out cells in the middle where there are too many, and says so [NB-3]", () => {
    const cells = Array.from({ length: 1000 }, (_, index) => code(`cell ${index}`));
    const shown = outline(cells, 300);
    expect(shown.length).toBeLessThanOrEqual(300);
    expect(shown.split("\n").filter((line) => !line.startsWith("#"))).toEqual(["[… 985 cells left out]"]);
    expect(shown).toMatch(/^#0 code: cell 0\n/);
    expect(shown).toMatch(/\n#999 code: cell 999$/);
  });

  it.each([0, 10, 40, 100, 500, 3000])(
    "stays within %d characters, but for saying what is left out [NB-3]",
    (max) => {
      const cells = Array.from({ length: 30 }, (_, index) => code("y".repeat(index * 5)));
      expect(outline(cells, max).length).toBeLessThanOrEqual(Math.max(max, "[… 30 cells left out]".length));
    },
  );
});
