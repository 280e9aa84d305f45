/**
 * What is wrong with a notebook that was changed as a whole, and was not wrong before. Cells that are as they were are not
 * looked into: what was wrong with them may stay so, and what makes notebooks large need not be decoded.
 */

import { decodeValue } from "../json/json-tree.js";
import { visible } from "../text/visible.js";
import { FIRST_MINOR_WITH_IDS } from "./format-rules.js";
import type { Cell, Notebook } from "./notebook.js";
import { describeViolation, validateCell, validateNotebook } from "./validate-notebook.js";

/** A notebook and the text it was parsed from. */
export interface NotebookText {
  readonly text: string;
  readonly notebook: Notebook;
}

/** The first problem of a notebook that was not there before. */
export function findProblem({ text, notebook }: NotebookText): string | undefined {
  const [first] = validateNotebook(decodeValue(text, notebook.root));
  return first === undefined ? undefined : describeViolation(first).trim();
}

/** A phrase such as "cell.source is missing". */
export function findAddedProblem(before: NotebookText, after: NotebookText): string | undefined {
  const known = new Set([...problemsAround(before), ...problemsOfCells(before, after)]);
  const found = [...problemsAround(after), ...problemsOfCells(after, before)];
  return found.find((problem) => !known.has(problem)) ?? findRepeatedId(before.notebook, after.notebook);
}

/** Of everything but the cells. */
function problemsAround({ text, notebook: { root } }: NotebookText): string[] {
  const members = (root.members ?? []).filter(({ key }) => key !== "cells");
  const decoded = members.map(({ key, value }) => [key, decodeValue(text, value)]);
  return validateNotebook({ ...Object.fromEntries(decoded), cells: [] }).map(describeViolation);
}

/** Of the cells that the other version does not have, by the rules of one's own. */
function problemsOfCells({ text, notebook }: NotebookText, other: NotebookText): string[] {
  const { minor, cells } = notebook;
  // Another version of the format has other rules for every cell.
  const isSameFormat = minor === other.notebook.minor;
  const unchanged = new Set(isSameFormat ? cellTexts(other) : []);
  return cells
    .filter((cell) => !unchanged.has(cellText(text, cell)))
    .flatMap(({ node }) => validateCell(decodeValue(text, node), minor).map(describeViolation));
}

function findRepeatedId(before: Notebook, after: Notebook): string | undefined {
  if (after.minor < FIRST_MINOR_WITH_IDS) return undefined;
  const repeatedBefore = repeatedIds(before);
  const added = [...repeatedIds(after)].find((id) => !repeatedBefore.has(id));
  return added === undefined ? undefined : `the id "${visible(added)}" is that of several cells`;
}

function repeatedIds({ cells }: Notebook): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { writtenId } of cells) {
    if (writtenId === undefined) continue;
    if (seen.has(writtenId)) repeated.add(writtenId);
    seen.add(writtenId);
  }
  return repeated;
}

/** Each cell as the file has it. */
export function cellTexts({ text, notebook }: NotebookText): string[] {
  return notebook.cells.map((cell) => cellText(text, cell));
}

function cellText(text: string, { span }: Cell): string {
  return text.slice(span.start, span.end);
}
