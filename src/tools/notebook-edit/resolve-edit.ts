/** From the input's words to the cell that is meant. */
import { ToolError } from "../../errors/tool-error.js";
import { findCell } from "../../notebook/find-cell.js";
import type { Cell, Notebook } from "../../notebook/notebook.js";
import type { CellEdit } from "../../notebook/plan-cell-edit.js";
import { clip } from "../../text/clip.js";
import { plural } from "../../text/quantities.js";
import { visible } from "../../text/visible.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import type { NotebookEditInput } from "./schema.js";

export function resolveEdit(
  notebook: Notebook,
  { cell_id, new_source, cell_type }: NotebookEditInput,
  mode: CellEdit["mode"],
  target: ChangeTarget,
  context: CallContext,
): CellEdit {
  const cell = cell_id === undefined ? undefined : requireCell(notebook, cell_id, target);
  if (cell !== undefined && cell_id !== undefined) refuseMoved(cell, cell_id, target, context);
  if (mode === "insert") {
    return { mode, after: cell, newSource: new_source, cellType: cell_type ?? "code" };
  }
  if (cell === undefined) throw new ToolError("INPUT_INVALID", "NotebookEdit: cell_id is required.");
  if (mode === "delete") return { mode, cell };
  return { mode, cell, newSource: new_source, ...(cell_type === undefined ? {} : { cellType: cell_type }) };
}

/** A place that was named before this conversation's own earlier call had moved the cells is another cell's now. */
function refuseMoved(
  { index }: Cell,
  cellId: string,
  target: ChangeTarget,
  { session, callId }: CallContext,
): void {
  if (!/^#\d+$/.test(cellId) || !session.cellMoves.hasMoved(target.realPath, index, Number(callId))) return;
  throw new ToolError(
    "CELL_NOT_FOUND",
    `Another call that was sent together with this one has moved the cells, so ${cellId} is no longer the cell you saw. Nothing was changed. Look at that call's result for the places now, and send this one again.`,
    { data: { filePath: target.path, cellId, reason: "moved" } },
  );
}

function requireCell(notebook: Notebook, cellId: string, target: ChangeTarget): Cell {
  const found = findCell(notebook, cellId);
  if (found.kind === "found") return found.cell;
  const named = `"${visible(clip(cellId, 60))}"`;
  const data = { filePath: target.path, cellId };
  if (found.kind === "ambiguous") {
    const { shownIds } = found;
    const choices = shownIds.slice(0, 5).join(", ");
    throw new ToolError(
      "CELL_NOT_FOUND",
      `${plural(shownIds.length, "cell")} of the notebook have the id ${named}. Name the one you mean by its place: ${choices}.`,
      { data: { ...data, candidates: shownIds } },
    );
  }
  const { nearest } = found;
  const count = plural(notebook.cells.length, "cell");
  const advice =
    nearest.length === 0
      ? "Read the notebook to see its ids."
      : `Did you mean ${nearest.map((id) => visible(id)).join(" or ")}?`;
  throw new ToolError(
    "CELL_NOT_FOUND",
    `The notebook has ${count}, none of which is called ${named}. ${advice}`,
    { data: { ...data, suggestions: nearest } },
  );
}
