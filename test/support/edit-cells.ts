/** One edit of a small notebook, written down as its array of cells. */
import { expect } from "vitest";
import type { Cell } from "../../src/notebook/notebook.js";
import { type CellEdit, planCellEdit } from "../../src/notebook/plan-cell-edit.js";
import { applySplices } from "../../src/text/splice.js";
import { NEW_ID } from "./notebook-edits.js";
import { parseValid } from "./notebooks.js";

type Wish =
  | { readonly replace: number; readonly source: string; readonly type?: string }
  | { readonly insertAfter: number | undefined; readonly source: string; readonly type: string }
  | { readonly delete: number };

interface Surroundings {
  readonly minor?: number;
  readonly newId?: () => string;
  /** Stands beside the cells; by default it shows that the file does not escape. */
  readonly note?: string;
}

/** The cells of the result, or the problem; the rest of the file is found unchanged. */
export function editCells(
  cells: string,
  wish: Wish,
  { minor = 4, newId = () => NEW_ID, note = "é" }: Surroundings = {},
): string {
  const before = '{"cells": ';
  const after = `, "metadata": {"note": "${note}"}, "nbformat": 4, "nbformat_minor": ${minor}}`;
  const text = `${before}${cells}${after}`;
  const notebook = parseValid(text);
  const at = (index: number | undefined): Cell => notebook.cells[index ?? -1] as Cell;
  const plan = planCellEdit(text, notebook, toEdit(wish, at), newId);
  if (plan.kind !== "plan") return `${plan.kind}: ${plan.detail}`;
  const result = applySplices(text, plan.splices);
  expect([result.slice(0, before.length), result.slice(-after.length)]).toEqual([before, after]);
  return result.slice(before.length, -after.length);
}

function toEdit(wish: Wish, at: (index: number | undefined) => Cell): CellEdit {
  if ("delete" in wish) return { mode: "delete", cell: at(wish.delete) };
  if ("replace" in wish) {
    return {
      mode: "replace",
      cell: at(wish.replace),
      newSource: wish.source,
      ...(wish.type === undefined ? {} : { cellType: wish.type }),
    };
  }
  const after = wish.insertAfter === undefined ? undefined : at(wish.insertAfter);
  return { mode: "insert", after, newSource: wish.source, cellType: wish.type };
}
