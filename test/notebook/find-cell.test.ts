import { describe, expect, it } from "vitest";
import { findCell } from "../../src/notebook/find-cell.js";
import { parseValid } from "../support/notebooks.js";

const notebook = (ids: readonly unknown[], minor = 5): ReturnType<typeof parseValid> =>
  parseValid(
    JSON.stringify({
      cells: ids.map((id) => ({
        cell_type: "raw",
        metadata: {},
        source: "",
        ...(id === undefined ? {} : { id }),
      })),
      metadata: {},
      nbformat: 4,
      nbformat_minor: minor,
    }),
  );
const shownIds = (ids: readonly unknown[]): string[] => notebook(ids).cells.map((cell) => cell.shownId);

describe("a cell", () => {
  it.each([
    ["by its id", ["a", "b", "c"], "b", 1],
    ["by its index, although it has an id", ["a", "b"], "#1", 1],
    ["by its index, where there are no ids", [undefined, undefined], "#0", 0],
    ["by its index, where ids repeat", ["a", "a"], "#1", 1],
    ["by an index that another cell has for an id", ["#1", "b"], "#1", 1],
  ])("is found %s [NB-1]", (_, ids, wanted, index) => {
    expect(findCell(notebook(ids), wanted)).toMatchObject({ kind: "found", cell: { index } });
  });

  it("is called by its id only where that names it and no other [NB-1]", () => {
    expect(shownIds(["a", "b"])).toEqual(["a", "b"]);
    expect(shownIds(["a", "b", "a", undefined, "", 7, "#0", null])).toEqual([
      "#0",
      "b",
      "#2",
      "#3",
      "#4",
      "#5",
      "#6",
      "#7",
    ]);
  });

  it("of an id given twice is told apart by index [NB-1]", () => {
    expect(findCell(notebook(["a", "b", "a"]), "a")).toEqual({ kind: "ambiguous", shownIds: ["#0", "#2"] });
  });

  it.each([
    ["a spelling mistake", "importz", ["imports"]],
    ["a number without its mark", "1", ["load-data"]],
    ["another tool's name for an index", "cell-2", ["plot"]],
    ["an index past the end", "#9", []],
    ["nothing like it", "zzzzzz", []],
  ])("that is not there is answered with the nearest: %s [NB-1]", (_, wanted, nearest) => {
    expect(findCell(notebook(["imports", "load-data", "plot"]), wanted)).toEqual({
      kind: "unknown",
      nearest,
    });
  });

  it("without an id is suggested by its index [NB-1]", () => {
    expect(findCell(notebook([undefined, undefined], 4), "cell-1")).toEqual({
      kind: "unknown",
      nearest: ["#1"],
    });
  });
});
