/** How a notebook writes its cells, learned from the cells around a place. */

import { findMember, readNodeNow } from "../json/json-tree.js";
import {
  indentUnit,
  type Layout,
  learnItems,
  learnMembers,
  learnObjectStyle,
  type ObjectStyle,
} from "../json/layout.js";
import type { Cell, Notebook } from "./notebook.js";

/** A source is a list of lines, laid out so, or one string. */
export type SourceForm = "string" | Layout;

/** Cells that are looked at for an example; the nearest have the say. */
const MAX_EXAMPLES = 200;

/** The cells nearest to a place, the nearest first, those before it before those behind it. */
export function* nearestCells(notebook: Notebook, index: number): Generator<Cell> {
  const { cells } = notebook;
  for (let distance = 0; distance <= MAX_EXAMPLES; distance += 1) {
    const before = cells[index - 1 - distance];
    const behind = cells[index + distance];
    if (before !== undefined) yield before;
    if (behind !== undefined) yield behind;
    if (before === undefined && behind === undefined) return;
  }
}

/** How a cell at this index would be written. */
export function learnCellStyle(text: string, notebook: Notebook, index: number): ObjectStyle {
  for (const { node } of nearestCells(notebook, index)) {
    const style = learnObjectStyle(text, node);
    if (style !== undefined) return style;
  }
  const { root } = notebook;
  const { members: top, colon } = learnObjectStyle(text, root) ?? {
    members: { open: "", between: " ", close: "" },
    colon: ": ",
  };
  const unit = indentUnit(top);
  return {
    members: {
      open: top.open + unit + unit,
      between: top.between + unit + unit,
      close: top.close + unit + unit,
    },
    colon,
  };
}

/** How the cells themselves are set apart. */
export function learnCellsLayout(text: string, notebook: Notebook, style: ObjectStyle): Layout {
  const learned = learnItems(text, notebook.cellsNode, style.members.between);
  if (learned !== undefined) return learned;
  const { close, between } = style.members;
  const unit = indentUnit(style.members);
  const isIndented = close.includes("\n");
  return {
    open: close,
    between: isIndented ? close : between,
    close: unit === "" ? close : close.slice(0, -unit.length),
  };
}

/**
 * How a cell's source is written: as it is now, else as in the nearest cell that has lines to show it. `cell` is
 * undefined for a new one.
 */
export function learnSourceForm(
  text: string,
  notebook: Notebook,
  index: number,
  { cell, style }: { readonly cell: Cell | undefined; readonly style: ObjectStyle },
): SourceForm {
  const own = cell === undefined ? undefined : readForm(text, cell);
  if (own === "string" || (own !== undefined && own !== "empty-list")) return own;
  for (const example of nearestCells(notebook, index)) {
    const form = readForm(text, example);
    if (form === undefined || form === "empty-list") continue;
    // An empty list says that lines are wanted; only a new cell may learn to be one string.
    if (form !== "string" || own === undefined) return form;
  }
  const { open, between, close } = style.members;
  const unit = indentUnit(style.members);
  // In one line, lists have no blanks inside their brackets, whatever objects have.
  return open.includes("\n")
    ? { open: open + unit, between: between + unit, close: open }
    : { open: "", between: close === "" ? between : " ", close: "" };
}

function readForm(text: string, { node }: Cell): SourceForm | "empty-list" | undefined {
  const value = findMember(node, "source")?.value;
  if (value === undefined) return undefined;
  if (text.startsWith('"', value.start)) return "string";
  if (!text.startsWith("[", value.start)) return undefined;
  const list = readNodeNow(text, value.start, { items: "value" });
  return learnItems(text, list, learnMembers(text, node)?.between ?? " ") ?? "empty-list";
}
