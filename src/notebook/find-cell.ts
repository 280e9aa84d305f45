/** Finds the cell that is meant by a real id, by that id as it is shown, or by `#` and an index. */
import { findNearestNames } from "../text/nearest-names.js";
import { escapeAttribute } from "../text/own-words.js";
import { visible } from "../text/visible.js";
import type { Cell, Notebook } from "./notebook.js";

export type FoundCell =
  | { readonly kind: "found"; readonly cell: Cell }
  | {
      readonly kind: "unknown";
      /** Up to three that may have been meant, as shown. */
      readonly nearest: readonly string[];
    }
  | {
      readonly kind: "ambiguous";
      /** How the cells that share the id, or look as if, are told apart: `#` and an index each. */
      readonly shownIds: readonly string[];
    };

const NEAREST = { limit: 3, tolerance: 0.4 };
/** Comparing takes as many steps as the product of the lengths; no format allows ids half as long. */
const MAX_COMPARED_CHARACTERS = 128;

export function findCell(notebook: Notebook, cellId: string): FoundCell {
  const { cells } = notebook;
  const digits = /^#(\d{1,9})$/.exec(cellId)?.[1];
  const indexed = digits === undefined ? undefined : cells[Number(digits)];
  if (indexed !== undefined) return { kind: "found", cell: indexed };
  const meant = cells.filter(({ writtenId }) => writtenId !== undefined && isCalled(writtenId, cellId));
  const [first] = meant;
  if (first === undefined) return { kind: "unknown", nearest: findNearest(cells, cellId) };
  return meant.length === 1
    ? { kind: "found", cell: first }
    : { kind: "ambiguous", shownIds: meant.map(({ index }) => `#${index}`) };
}

/** An id with characters that are shown as escapes may come back as it is, or as it was shown in a tag or a sentence. */
function isCalled(id: string, name: string): boolean {
  return id === name || visible(id) === name || escapeAttribute(id) === name;
}

/** A number in the wrong clothes, such as `3` or `cell-3`, most likely is an index. */
function findNearest(cells: readonly Cell[], cellId: string): string[] {
  const digits = /^\D*(\d{1,9})$/.exec(cellId)?.[1];
  const indexed = digits === undefined ? undefined : cells[Number(digits)];
  const isComparable = (name: string): boolean => name.length <= MAX_COMPARED_CHARACTERS;
  const shownIds = cells.map((cell) => cell.shownId).filter(isComparable);
  const names = isComparable(cellId) ? findNearestNames(cellId, shownIds, NEAREST) : [];
  const all = indexed === undefined ? names : [indexed.shownId, ...names];
  return [...new Set(all)].slice(0, NEAREST.limit);
}
