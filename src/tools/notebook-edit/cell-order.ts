/** Which cells a notebook has once an edit is made, and what each is called then. */
import type { Notebook } from "../../notebook/notebook.js";
import type { CellEdit, CellEditPlan } from "../../notebook/plan-cell-edit.js";

export interface OrderedCell {
  readonly id: string | undefined;
  /** The id, or #index where it has none. */
  readonly shownId: string;
  readonly type: string;
  readonly source: string;
}

export interface CellOrder {
  readonly cells: readonly OrderedCell[];
  /** Where the change was made: the cell itself, or the one that has taken a deleted cell's place. */
  readonly index: number;
  /** Cells that are known by their place have another place now. */
  readonly hasMoved: boolean;
}

export function orderAfter(notebook: Notebook, edit: CellEdit, edited: CellEditPlan): CellOrder {
  const cells = notebook.cells.map(({ id, type, source }) => ({ id, type, source }));
  const at = edit.mode === "insert" ? (edit.after?.index ?? -1) + 1 : edit.cell.index;
  if (edit.mode === "delete") cells.splice(at, 1);
  else {
    const { shownId, type } = edited.cell;
    const id = edit.mode === "replace" ? edit.cell.id : shownId.startsWith("#") ? undefined : shownId;
    cells.splice(at, edit.mode === "replace" ? 1 : 0, { id, type, source: edit.newSource });
  }
  const behind = edit.mode === "insert" ? at + 1 : at;
  return {
    cells: cells.map((cell, index) => ({ ...cell, shownId: cell.id ?? `#${index}` })),
    index: at,
    hasMoved: edit.mode !== "replace" && cells.slice(behind).some(({ id }) => id === undefined),
  };
}
