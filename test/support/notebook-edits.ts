/** Edits of notebooks as values: what an edit of the text has to come to. */
import * as fc from "fast-check";
import type { Notebook } from "../../src/notebook/notebook.js";
import type { CellEdit } from "../../src/notebook/plan-cell-edit.js";
import { type CellValue, joinSource, type NotebookValue, sources } from "./notebooks.js";

/** An edit of any notebook; places are taken modulo the number of cells. */
export interface EditWish {
  readonly mode: "replace" | "insert" | "delete";
  readonly place: number;
  readonly newSource: string;
  readonly cellType: "code" | "markdown" | undefined;
}

export const editWishes: fc.Arbitrary<EditWish> = fc.record({
  mode: fc.constantFrom("replace", "insert", "delete"),
  place: fc.nat(20),
  newSource: sources,
  cellType: fc.constantFrom("code", "markdown", undefined),
});

export const NEW_ID = "0a1b2c3d";

/** The index the edit is about; -1 inserts at the beginning. */
export function placeOf({ mode, place }: EditWish, cells: number): number {
  return mode === "insert" ? (place % (cells + 1)) - 1 : place % cells;
}

export function toEdit(wish: EditWish, { cells }: Notebook): CellEdit | undefined {
  const cell = cells[placeOf(wish, cells.length)];
  const { newSource, cellType } = wish;
  if (wish.mode === "insert") {
    return { mode: "insert", after: cell, newSource, cellType: cellType ?? "code" };
  }
  if (cell === undefined) return undefined;
  if (wish.mode === "delete") return { mode: "delete", cell };
  return { mode: "replace", cell, newSource, ...(cellType === undefined ? {} : { cellType }) };
}

export function applyEdit(notebook: NotebookValue, wish: EditWish): NotebookValue {
  const { cells, nbformat_minor } = notebook;
  const index = placeOf(wish, cells.length);
  const cell = cells[index];
  if (wish.mode === "insert") {
    return { ...notebook, cells: cells.toSpliced(index + 1, 0, makeNew(wish, nbformat_minor)) };
  }
  if (cell === undefined) throw new Error("no such cell");
  const replaced = wish.mode === "delete" ? [] : [replaceCell(cell, wish)];
  return { ...notebook, cells: cells.toSpliced(index, 1, ...replaced) };
}

function makeNew({ cellType = "code", newSource }: EditWish, minor: number): CellValue {
  const isCode = cellType === "code";
  return {
    cell_type: cellType,
    ...(isCode ? { execution_count: null } : {}),
    ...(minor >= 5 ? { id: NEW_ID } : {}),
    metadata: {},
    ...(isCode ? { outputs: [] } : {}),
    source: newSource,
  };
}

function replaceCell(cell: CellValue, { cellType, newSource }: EditWish): CellValue {
  const type = cellType ?? cell.cell_type;
  const gone = type === "code" ? ["attachments"] : ["outputs", "execution_count"];
  const isConverted = type !== cell.cell_type;
  const kept = Object.entries(cell).filter(([key]) => !(isConverted && gone.includes(key)));
  return {
    ...Object.fromEntries(kept),
    cell_type: type,
    source: newSource,
    ...(type === "code" ? { execution_count: null, outputs: [] } : {}),
  };
}

/** The same notebook with every source as one string, so that two can be compared. */
export function withPlainSources(notebook: NotebookValue): NotebookValue {
  return {
    ...notebook,
    cells: notebook.cells.map((cell) => ({ ...cell, source: joinSource(cell.source) })),
  };
}
