import { describe, expect, it } from "vitest";
import { editCells } from "../support/edit-cells.js";

const markdown = '{"cell_type":"markdown","metadata":{},"source":["a\\n","b"]}';

describe("inserting and deleting", () => {
  const cell = '{"cell_type":"raw","metadata":{},"source":"new"}';

  it.each([
    ["into nothing", "[]", undefined, `[{"cell_type": "raw", "metadata": {}, "source": ["new"]}]`],
    [
      "into nothing with a blank",
      "[ ]",
      undefined,
      `[{"cell_type": "raw", "metadata": {}, "source": ["new"]}]`,
    ],
    [
      "into nothing over two lines",
      "[\n]",
      undefined,
      `[{"cell_type": "raw", "metadata": {}, "source": ["new"]}]`,
    ],
    ["first", `[${cell}]`, undefined, `[${cell},${cell}]`],
    ["behind one", `[ ${cell} ]`, 0, `[ ${cell}, ${cell} ]`],
    ["between two", `[${cell},\n ${cell}]`, 0, `[${cell},\n ${cell},\n ${cell}]`],
    ["behind what is no cell", "[1]", 0, '[1, {"cell_type": "raw", "metadata": {}, "source": ["new"]}]'],
  ])("puts a cell %s [NB-4]", (_, cells, insertAfter, wanted) => {
    expect(editCells(cells, { insertAfter, source: "new", type: "raw" })).toBe(wanted);
  });

  it.each([
    ["the only one", `[\n ${cell}\n]`, 0, "[]"],
    ["the first", `[ ${cell} , 2 ]`, 0, "[ 2 ]"],
    ["the last", "[ 1 , 2 ]", 1, "[ 1 ]"],
    ["one between", "[1,\n 2,\n 3]", 1, "[1,\n 3]"],
  ])("removes %s with its comma [NB-4]", (_, cells, index, wanted) => {
    expect(editCells(cells, { delete: index })).toBe(wanted);
  });

  it("orders members as the nearest cell of the type does [NB-4]", () => {
    const code = (source: string): string =>
      `{"source":"${source}","outputs":[],"metadata":{},"execution_count":null,"cell_type":"code"}`;
    const cells = (inserted: string): string => `[${code("a")},${cell}${inserted}]`;
    expect(editCells(cells(""), { insertAfter: 1, source: "b", type: "code" })).toBe(cells(`,${code("b")}`));
    expect(editCells(cells(""), { insertAfter: 1, source: "new", type: "raw" })).toBe(cells(`,${cell}`));
  });

  it("gives an id that no cell has, and none where the format has none [NB-6]", () => {
    const ids = ["a", "b", "c"];
    const cells =
      '[{"cell_type":"raw","id":"a","metadata":{},"source":""},{"cell_type":"raw","id":"a","metadata":{},"source":""},{"cell_type":"raw","id":"b","metadata":{},"source":""}]';
    const wish = { insertAfter: 2, source: "", type: "raw" } as const;
    expect(editCells(cells, wish, { minor: 5, newId: () => ids.shift() ?? "" })).toContain(
      '{"cell_type":"raw","id":"c","metadata":{},"source":""}]',
    );
    expect(editCells(cells, wish, { minor: 4 })).toContain('{"cell_type":"raw","metadata":{},"source":""}]');
    expect(() => editCells(cells, wish, { minor: 5, newId: () => "a" })).toThrow("No new id");
  });
});

describe("an edit that would be refused by Jupyter", () => {
  it.each([
    [
      "a type that the format has not",
      markdown,
      { replace: 0, source: "x", type: "heading" },
      "invalid-result: cell.cell_type is no known type",
    ],
    [
      "a new cell of such a type",
      markdown,
      { insertAfter: 0, source: "x", type: "heading" },
      "invalid-result: cell.cell_type is no known type",
    ],
    [
      "metadata that only other cells may have",
      '{"cell_type":"markdown","metadata":{"collapsed":1},"source":""}',
      { replace: 0, source: "x", type: "code" },
      "invalid-result: cell.metadata.collapsed is neither true nor false",
    ],
    ["what is no cell", "7", { replace: 0, source: "x" }, 'invalid-cell: cell #0 has no "cell_type"'],
    [
      "a cell of no type",
      "{}",
      { replace: 0, source: "x", type: "code" },
      'invalid-cell: cell #0 has no "cell_type"',
    ],
  ])("is refused: %s [NB-7]", (_, cell, wish, wanted) => {
    expect(editCells(`[${cell}]`, wish)).toBe(wanted);
  });

  it("with an id that Jupyter refuses is refused [NB-7]", () => {
    expect(
      editCells("[]", { insertAfter: undefined, source: "", type: "raw" }, { minor: 5, newId: () => "a b" }),
    ).toBe("invalid-result: cell.id is no id: 1 to 64 letters, digits, - and _");
  });

  it("is made where the fault was there before [NB-7]", () => {
    const faulty = (source: string): string => `[{"cell_type":"heading","level":1,"source":"${source}"}]`;
    expect(editCells(faulty("a"), { replace: 0, source: "b" })).toBe(faulty("b"));
  });
});
