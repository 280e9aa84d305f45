/** The text of a cell that is put into a notebook, with the members its type needs, in the order the file has them. */
import { findKeyPlace } from "../json/edit-members.js";
import { learnStringStyle, writeString } from "../json/json-text.js";
import type { ObjectStyle } from "../json/layout.js";
import { learnSourceForm, nearestCells } from "./cell-style.js";
import type { Notebook } from "./notebook.js";
import { writeSource } from "./write-source.js";

export interface NewCell {
  readonly index: number;
  /** Undefined where the format has none. */
  readonly id: string | undefined;
  readonly type: string;
  readonly source: string;
  readonly style: ObjectStyle;
}

export function writeNewCell(text: string, notebook: Notebook, cell: NewCell): string {
  const { index, id, type, source, style } = cell;
  const strings = learnStringStyle(text, notebook.habits);
  const form = learnSourceForm(text, notebook, index, { cell: undefined, style });
  const values = new Map<string, string>([
    ["cell_type", writeString(type, strings)],
    ...(type === "code" ? ([["execution_count", "null"]] as const) : []),
    ...(id === undefined ? [] : ([["id", writeString(id, strings)]] as const)),
    ["metadata", "{}"],
    ...(type === "code" ? ([["outputs", "[]"]] as const) : []),
    ["source", writeSource(source, form, strings)],
  ]);
  const members = orderKeys(notebook, cell, [...values.keys()]).map(
    (key) => `"${key}"${style.colon}${values.get(key) ?? "null"}`,
  );
  return `{${style.members.open}${members.join(`,${style.members.between}`)}${style.members.close}}`;
}

/** As the nearest cell of the same type has them, else the nearest of any; what it has not comes where it belongs. */
function orderKeys(notebook: Notebook, { index, type }: NewCell, wanted: readonly string[]): string[] {
  const cells = [...nearestCells(notebook, index)].filter((cell) => (cell.node.members ?? []).length > 0);
  const example = cells.find((cell) => cell.type === type) ?? cells[0];
  const known = new Set((example?.node.members ?? []).map((member) => member.key));
  const order = [...known].filter((key) => wanted.includes(key));
  for (const key of wanted) {
    if (!known.has(key)) order.splice(findKeyPlace(order, key), 0, key);
  }
  return order;
}
