/**
 * How a file writes its JSON, learned from the text around a place, so that what is added looks as if the file's own
 * program had written it.
 */
import { findMember, type JsonNode, readNodeNow } from "./json-tree.js";
import type { Cell, Notebook } from "./notebook.js";

/** What stands between the parts of an object or array; blanks and line breaks only. */
export interface Layout {
  /** Behind the opening bracket. */
  readonly open: string;
  /** Behind a comma. */
  readonly between: string;
  /** Before the closing bracket. */
  readonly close: string;
}

/** A source is a list of lines, laid out so, or one string. */
export type SourceForm = "string" | Layout;

export interface CellStyle {
  readonly members: Layout;
  /** Between key and value. */
  readonly colon: string;
}

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
export function learnCellStyle(text: string, notebook: Notebook, index: number): CellStyle {
  for (const { node } of nearestCells(notebook, index)) {
    const members = learnMembers(text, node);
    const first = node.members?.[0];
    if (members === undefined || first === undefined) continue;
    return { members, colon: text.slice(first.keyEnd, first.value.start) };
  }
  const { root } = notebook;
  const top = learnMembers(text, root) ?? { open: "", between: " ", close: "" };
  const first = root.members?.[0];
  const unit = indentUnit(top);
  return {
    members: {
      open: top.open + unit + unit,
      between: top.between + unit + unit,
      close: top.close + unit + unit,
    },
    colon: first === undefined ? ": " : text.slice(first.keyEnd, first.value.start),
  };
}

/** How the cells themselves are set apart. */
export function learnCellsLayout(text: string, notebook: Notebook, style: CellStyle): Layout {
  const { cells, cellsNode } = notebook;
  const [first, second] = cells;
  const last = cells.at(-1);
  if (first !== undefined && last !== undefined) {
    const open = text.slice(cellsNode.start + 1, first.span.start);
    const between = second === undefined ? undefined : blanksBefore(text, second.span.start);
    return {
      open,
      between: between ?? (open === "" ? inOneLine(style.members.between) : open),
      close: text.slice(last.span.end, cellsNode.end - 1),
    };
  }
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
  { cell, style }: { readonly cell: Cell | undefined; readonly style: CellStyle },
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
  const { items = [] } = readNodeNow(text, value.start, { items: "value" });
  const [first, second] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return "empty-list";
  const open = text.slice(value.start + 1, first.start);
  const between = second === undefined ? undefined : blanksBefore(text, second.start);
  return {
    open,
    between: between ?? (open === "" ? inOneLine(learnMembers(text, node)?.between ?? " ") : open),
    close: text.slice(last.end, value.end - 1),
  };
}

function learnMembers(text: string, { start, end, members }: JsonNode): Layout | undefined {
  const first = members?.[0];
  const second = members?.[1];
  const last = members?.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const open = text.slice(start + 1, first.start);
  return {
    open,
    between: second === undefined ? open : blanksBefore(text, second.start),
    close: text.slice(last.value.end, end - 1),
  };
}

/** What stands behind a comma where the next item goes on in the same line. */
function inOneLine(between: string): string {
  return between.includes("\n") ? " " : between;
}

function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && " \t\r\n".includes(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** What one level is indented by; nothing where all stands in one line. */
function indentUnit({ open, close }: Layout): string {
  if (!open.includes("\n")) return "";
  const inner = open.slice(open.lastIndexOf("\n") + 1);
  const outer = close.slice(close.lastIndexOf("\n") + 1);
  return inner.startsWith(outer) ? inner.slice(outer.length) : inner;
}
