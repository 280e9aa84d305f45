/** Read before write, for notebooks: what counts is which cells of the present content have been shown. */
import { openHere } from "../../media/notebook/open-notebook.js";
import type { Notebook } from "../../notebook/notebook.js";
import type { CellEdit } from "../../notebook/plan-cell-edit.js";
import { assessFreshness } from "../../session/freshness.js";
import type { LineChange } from "../../text/diff/line-change.js";
import { type LineRanges, lineRange, noLines } from "../../text/line-ranges.js";
import { findKnown, requireSeen } from "../change/gate.js";
import { linesKnownAfter } from "../change/known-lines.js";
import type { ChangeTarget, PresentFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import { viewCells } from "../notebook/view-cells.js";

const moment = { verb: "edit", moment: "check" } as const;

/** Refuses a notebook that was never read, or has changed since. */
export function requireNotebookSeen(
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<void> {
  return requireSeen(target, present, noLines, moment, context);
}

/** With `editRequires: "whole-file"`, all cells that one Read can show must have been shown. */
export async function requireWholeNotebookSeen(
  notebook: Notebook,
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<void> {
  if (context.session.rules.editRequires === "seen-lines") return;
  const freshness = assessFreshness(findKnown(target, context), present.version, "whole");
  if (freshness.state === "fresh") return;
  const whole = { firstCell: 0, maxCells: notebook.cells.length };
  const view = await viewCells(openHere(notebook, context.signal), whole, context);
  if (view.kind === "view") await requireSeen(target, present, "whole", moment, context);
}

/** The cell that the edit changes, or inserts after, must have been shown. */
export function requireCellSeen(
  edit: CellEdit,
  target: ChangeTarget,
  present: PresentFile,
  context: CallContext,
): Promise<void> {
  // After a Write a notebook is known by its lines, and whole.
  const isByCells = findKnown(target, context)?.unit === "cells";
  return requireSeen(target, present, isByCells ? cellsOf(edit) : "whole", moment, context);
}

/** What is known of the cells once the edit is made; ranges count from 1. */
export function cellsKnownAfter(
  edit: CellEdit,
  notebook: Notebook,
  target: ChangeTarget,
  context: CallContext,
): LineRanges {
  const entry = findKnown(target, context);
  const known = entry?.unit === "cells" ? entry.shown : lineRange(1, notebook.cells.length);
  return linesKnownAfter([changeOf(edit)], known);
}

function changeOf(edit: CellEdit): LineChange {
  const at = edit.mode === "insert" ? (edit.after?.index ?? -1) + 1 : edit.cell.index;
  const removed = edit.mode === "insert" ? 0 : 1;
  const added = edit.mode === "delete" ? 0 : 1;
  return { beforeStart: at, beforeEnd: at + removed, afterStart: at, afterEnd: at + added };
}

/** A new cell is put beside one that was seen; at the beginning it needs none. */
function cellsOf(edit: CellEdit): LineRanges {
  const cell = edit.mode === "insert" ? edit.after : edit.cell;
  return cell === undefined ? noLines : lineRange(cell.index + 1, cell.index + 1);
}
