/** Words for the model when a cell has been changed: what was done, and which cells stand around it now. */
import { clip } from "../../text/clip.js";
import { plural } from "../../text/quantities.js";
import { visible, visiblePath } from "../../text/visible.js";
import { isKeptByUser } from "../change/planned-change.js";
import { renderKept, renderNote, renderReview } from "../change/render-change.js";
import type { Block } from "../define-tool.js";
import type { CellOrder, OrderedCell } from "./cell-order.js";
import type { NotebookEditOutcome } from "./execute.js";

/** Cells shown before and after the changed one. */
const AROUND = 2;
const FIRST_LINE_CHARACTERS = 60;
const ID_CHARACTERS = 80;

export function renderNotebookEdit({ output, shown }: NotebookEditOutcome): readonly Block[] {
  const { details, notes, isUnchanged } = shown;
  const path = visiblePath(output.notebook_path);
  const cell = `${showType(output.cell_type)} cell ${visible(clip(output.cell_id, ID_CHARACTERS))}`;
  if (isKeptByUser(details.planned)) return [{ type: "text", text: renderKept(path) }];
  const { reviewedPatch } = output;
  const parts: string[] = [];
  if (reviewedPatch !== undefined) parts.push(`The notebook ${path} has been updated.`);
  else if (isUnchanged)
    parts.push(`The ${cell} of ${path} already has exactly this source; nothing was written.`);
  else if (output.edit_mode === "insert") parts.push(`Inserted the ${cell} into ${path}.`);
  else if (output.edit_mode === "delete") parts.push(`Deleted the ${cell} from ${path}.`);
  else parts.push(`Replaced the source of the ${cell} in ${path}.`);
  if (details.convertedFrom !== undefined) {
    parts.push(`[It was a ${showType(details.convertedFrom)} cell before.]`);
  }
  if (details.hasClearedOutputs && !isUnchanged) {
    parts.push("[Its outputs and execution count were cleared.]");
  }
  for (const note of notes) parts.push(renderNote(note));
  if (reviewedPatch !== undefined) parts.push(renderReview(reviewedPatch));
  if (!isUnchanged) {
    const marksCell = output.edit_mode !== "delete" && reviewedPatch === undefined;
    parts.push(renderOrder(details.order, marksCell));
  }
  return [{ type: "text", text: parts.join("\n") }];
}

function renderOrder({ cells, index, hasMoved }: CellOrder, marksCell: boolean): string {
  if (cells.length === 0) return "[The notebook has no cells now.]";
  const from = Math.max(0, index - AROUND);
  const lines = cells
    .slice(from, index + AROUND + 1)
    .map((cell, place) => renderCell(cell, marksCell && from + place === index));
  const moved = hasMoved ? " The #index of the cells after it has changed." : "";
  return `[${plural(cells.length, "cell")} now.${moved} Around the change:]\n${lines.join("\n")}`;
}

function renderCell({ shownId, type, source }: OrderedCell, isChanged: boolean): string {
  const [firstLine = ""] = source.split("\n", 1);
  const words = [
    isChanged ? ">" : " ",
    visible(clip(shownId, ID_CHARACTERS)),
    showType(type),
    visible(clip(firstLine, FIRST_LINE_CHARACTERS)),
  ];
  return words.join(" ").trimEnd();
}

/** A file may call its cells what it likes. */
function showType(type: string): string {
  return visible(clip(type, 20));
}
