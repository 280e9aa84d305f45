/** The view of some cells as blocks for the model and as data for programs, pictures in their place in both. */
import type { CellRange, OpenNotebook } from "../../../media/notebook/open-notebook.js";
import { joinPieces, type NotebookPiece } from "../../../notebook/render-notebook.js";
import { renderCellContinuation } from "../../../text/own-words.js";
import { plural } from "../../../text/quantities.js";
import { visible } from "../../../text/visible.js";
import type { CallContext } from "../../context.js";
import type { Block } from "../../define-tool.js";
import type { ReadPlan } from "../check.js";
import type { NotebookCell, NotebookOutput, ReadOutput, ShownPicture } from "../schema.js";
import { type CellPicture, createCellPictures } from "./cell-pictures.js";

export interface PresentedCells {
  readonly output: ReadOutput;
  readonly shown: readonly Block[];
}

export async function presentCells(
  plan: ReadPlan,
  notebook: OpenNotebook,
  range: CellRange,
  view: { readonly pieces: readonly NotebookPiece[]; readonly text: string },
  context: CallContext,
): Promise<PresentedCells> {
  const pictures = await createCellPictures(view.pieces, view.text, context);
  const shown: Block[] = [];
  const add = (words: string): void => {
    // JSON may hold half of a surrogate pair; no message that does can be sent.
    const text = words.toWellFormed();
    const last = shown.at(-1);
    if (last?.type !== "text") shown.push({ type: "text", text });
    else shown[shown.length - 1] = { type: "text", text: `${last.text}\n${text}` };
  };
  for (const part of joinPieces(view.pieces)) {
    const picture = part.kind === "image" ? pictures.get(part) : undefined;
    if (part.kind === "text") add(part.text);
    else if (picture === undefined || "problem" in picture)
      add(`[Not shown: ${picture?.problem ?? "no image"}.]`);
    else shown.push({ type: "image", data: picture.base64, mimeType: picture.type });
  }
  for (const note of renderNotes(plan, notebook, range)) add(note);
  const file = {
    filePath: plan.path,
    cells: toCells(notebook, range, view.pieces, pictures),
    startCell: range.firstCell + 1,
    totalCells: notebook.cells.length,
  };
  return { output: { type: "notebook", file }, shown };
}

function renderNotes(plan: ReadPlan, { cells }: OpenNotebook, { firstCell, maxCells }: CellRange): string[] {
  const notes: string[] = [];
  const last = firstCell + maxCells;
  const total = plural(cells.length, "cell");
  if (cells.length === 0) notes.push("Warning: the notebook exists but has no cells.");
  else if (maxCells === 0) {
    notes.push(`Warning: the notebook has only ${total}; offset ${plan.startLine} is past its end.`);
  } else if (last < cells.length) {
    notes.push(renderCellContinuation(firstCell + 1, last, cells.length));
  }
  if (plan.isLookalike)
    notes.push(`[No file has exactly that name. Read instead: ${visible(plan.realPath)}]`);
  return notes;
}

function toCells(
  { cells, language }: OpenNotebook,
  { firstCell, maxCells }: CellRange,
  pieces: readonly NotebookPiece[],
  pictures: ReadonlyMap<NotebookPiece, CellPicture>,
): NotebookCell[] {
  const outputs = new Map<number, NotebookOutput[]>();
  for (const piece of pieces) {
    if (piece.kind === "element" && piece.name === "cell") continue;
    const list = outputs.get(piece.cell) ?? [];
    outputs.set(piece.cell, list);
    if (piece.kind === "image") {
      const last = list.pop();
      list.push({ type: last?.type ?? "display_data", ...last, ...pictureOf(pictures.get(piece)) });
    } else list.push({ type: piece.type, text: piece.body });
  }
  return cells.slice(firstCell, firstCell + maxCells).map((cell) => ({
    id: cell.shownId,
    cellType: cell.type,
    ...(cell.type === "code" ? { language } : {}),
    source: cell.source,
    ...(cell.executionCount === undefined ? {} : { executionCount: cell.executionCount }),
    ...(outputs.has(cell.index) ? { outputs: outputs.get(cell.index) ?? [] } : {}),
  }));
}

function pictureOf(picture: CellPicture | undefined): { readonly image?: ShownPicture } {
  return picture === undefined || "problem" in picture ? {} : { image: picture };
}
