/**
 * Edits of one cell as splices of the file's text. Nothing outside the cell is touched, and of the cell no more than the
 * edit asks for; what is written follows the file's own style.
 */

import { planMemberChanges } from "../json/edit-members.js";
import { learnStringStyle } from "../json/json-text.js";
import { decodeValue, findMember, type JsonNode } from "../json/json-tree.js";
import { clip } from "../text/clip.js";
import { applySplices, type Splice } from "../text/splice.js";
import { visible } from "../text/visible.js";
import { learnCellStyle, learnCellsLayout, learnSourceForm } from "./cell-style.js";
import { hasTooManyValues, TOO_MANY_VALUES } from "./decode-object.js";
import { problemsOfCell } from "./find-added-problem.js";
import { FIRST_MINOR_WITH_IDS } from "./format-rules.js";
import { writeNewCell } from "./new-cell.js";
import type { Cell, Notebook, NotebookProblem } from "./notebook.js";
import { describeViolation, validateCell } from "./validate-notebook.js";
import { readWrittenLines, writeSource } from "./write-source.js";

export type CellEdit =
  | {
      readonly mode: "replace";
      readonly cell: Cell;
      readonly newSource: string;
      /** Another type than the cell has converts it. */
      readonly cellType?: string;
    }
  | {
      readonly mode: "insert";
      /** The cell before the new one; undefined puts it first. */
      readonly after: Cell | undefined;
      readonly newSource: string;
      readonly cellType: string;
    }
  | { readonly mode: "delete"; readonly cell: Cell };

export interface CellEditPlan {
  readonly kind: "plan";
  readonly splices: readonly Splice[];
  /** The cell that is edited, made or removed. */
  readonly cell: { readonly shownId: string; readonly type: string };
  readonly oldSource: string | undefined;
}

/** `text` is what `notebook` was parsed from. `newId` makes eight hexadecimal digits or the like, anew with each call. */
export function planCellEdit(
  text: string,
  notebook: Notebook,
  edit: CellEdit,
  newId: () => string,
): CellEditPlan | NotebookProblem {
  if (edit.mode === "replace") return planReplacement(text, notebook, edit);
  return edit.mode === "insert"
    ? planInsertion(text, notebook, edit, newId)
    : planDeletion(notebook, edit.cell);
}

function planReplacement(
  text: string,
  notebook: Notebook,
  { cell, newSource, cellType }: Extract<CellEdit, { mode: "replace" }>,
): CellEditPlan | NotebookProblem {
  const { node } = cell;
  const type = cellType ?? cell.type;
  // Without it nothing says what the cell is, and what belongs into it.
  if (findMember(node, "cell_type") === undefined) {
    return { kind: "invalid-cell", detail: `cell ${visible(clip(cell.shownId, 20))} has no "cell_type"` };
  }
  // The cell itself is the nearest example.
  const place = cell.index + 1;
  const style = learnCellStyle(text, notebook, place);
  const values = new Map<string, string>();
  const removed = new Set<string>();
  const added: [string, string][] = [];
  const set = (key: string, value: string, isAsWanted: (present: JsonNode) => boolean): void => {
    const present = findMember(node, key)?.value;
    if (present === undefined) added.push([key, value]);
    else if (!isAsWanted(present)) values.set(key, value);
  };

  if (type !== cell.type) set("cell_type", JSON.stringify(type), () => false);
  if (type === "code") {
    set("execution_count", "null", (present) => text.startsWith("null", present.start));
    set("outputs", "[]", (present) => /^\[\s*\]$/.test(text.slice(present.start, present.end)));
    // The format has them in other cells only.
    if (type !== cell.type) removed.add("attachments");
  } else if (cell.type === "code") {
    removed.add("execution_count").add("outputs");
  }
  const source = findMember(node, "source")?.value;
  const form = learnSourceForm(text, notebook, place, { cell, style });
  const strings = learnStringStyle(text, notebook.habits);
  const written = writeSource(newSource, form, strings, readWrittenLines(text, source));
  set("source", written, (present) => isSourceOf(decodeValue(text, present), newSource));

  const kept = (node.members ?? []).filter(({ key }) => !values.has(key) && !removed.has(key));
  if (hasTooManyValues(kept.map(({ value }) => value))) {
    return { kind: "invalid-cell", detail: `cell ${visible(clip(cell.shownId, 20))} ${TOO_MANY_VALUES}` };
  }
  const splices = planMemberChanges(node, { values, removed, added }, style);
  const problem = findNewProblem(text, notebook, cell, splices);
  return problem ?? { kind: "plan", splices, cell: { shownId: cell.shownId, type }, oldSource: cell.source };
}

/** Whether a source is well-formed and says this already, however its lines are cut. */
function isSourceOf(value: unknown, source: string): boolean {
  if (!Array.isArray(value)) return value === source;
  return value.every((line) => typeof line === "string") && value.join("") === source;
}

/** What was wrong with a cell before may stay wrong; an edit must not add to it. */
function findNewProblem(
  text: string,
  { minor }: Notebook,
  { span, node }: Cell,
  splices: readonly Splice[],
): NotebookProblem | undefined {
  const inCell = splices.map(({ start, end, text }) => ({
    start: start - span.start,
    end: end - span.start,
    text,
  }));
  const written = applySplices(text.slice(span.start, span.end), inCell);
  const after = validateCell(decodeValue(written, { start: 0, end: written.length }), minor);
  if (after.length === 0) return undefined;
  const before = new Set(problemsOfCell(text, node, minor));
  const added = after.map(describeViolation).find((description) => !before.has(description));
  return added === undefined ? undefined : { kind: "invalid-result", detail: added };
}

function planInsertion(
  text: string,
  notebook: Notebook,
  { after, newSource, cellType }: Extract<CellEdit, { mode: "insert" }>,
  newId: () => string,
): CellEditPlan | NotebookProblem {
  const index = after === undefined ? 0 : after.index + 1;
  const style = learnCellStyle(text, notebook, index);
  const id = notebook.minor >= FIRST_MINOR_WITH_IDS ? makeId(notebook, newId) : undefined;
  const written = writeNewCell(text, notebook, { index, id, type: cellType, source: newSource, style });
  const [violation] = validateCell(JSON.parse(written), notebook.minor);
  if (violation !== undefined) return { kind: "invalid-result", detail: describeViolation(violation) };
  return {
    kind: "plan",
    splices: [placeCell(text, notebook, after, { written, layout: learnCellsLayout(text, notebook, style) })],
    cell: { shownId: id ?? `#${index}`, type: cellType },
    oldSource: undefined,
  };
}

function placeCell(
  text: string,
  { cells, cellsNode }: Notebook,
  after: Cell | undefined,
  { written, layout }: { readonly written: string; readonly layout: ReturnType<typeof learnCellsLayout> },
): Splice {
  const [first] = cells;
  if (first === undefined) {
    const inside = `${layout.open}${written}${layout.close}`;
    return { start: cellsNode.start + 1, end: cellsNode.end - 1, text: inside };
  }
  if (after !== undefined) {
    return { start: after.span.end, end: after.span.end, text: `,${layout.between}${written}` };
  }
  return { start: first.span.start, end: first.span.start, text: `${written},${layout.between}` };
}

/** Ids that were given out by chance may clash with those there are; one that always does is no chance. */
const MAX_ID_ATTEMPTS = 1000;

function makeId({ cells }: Notebook, newId: () => string): string {
  const taken = new Set(cells.map((cell) => cell.writtenId));
  for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt += 1) {
    const id = newId();
    if (!taken.has(id)) return id;
  }
  throw new Error(`No new id in ${MAX_ID_ATTEMPTS} attempts.`);
}

function planDeletion({ cells, cellsNode }: Notebook, cell: Cell): CellEditPlan {
  const before = cells[cell.index - 1];
  const behind = cells[cell.index + 1];
  const from = before?.span.end ?? (behind === undefined ? cellsNode.start + 1 : cell.span.start);
  const until = before === undefined ? (behind?.span.start ?? cellsNode.end - 1) : cell.span.end;
  return {
    kind: "plan",
    splices: [{ start: from, end: until, text: "" }],
    cell: { shownId: cell.shownId, type: cell.type },
    oldSource: cell.source,
  };
}
