/**
 * What is wrong with a notebook that was changed as a whole, and was not wrong before. Cells that are as they were are not
 * looked into: what was wrong with them may stay so, and what makes notebooks large need not be decoded.
 */

import type { JsonNode } from "../json/json-tree.js";
import { visible } from "../text/visible.js";
import { decodeObject, TOO_MANY_VALUES } from "./decode-object.js";
import { FIRST_MINOR_WITH_IDS } from "./format-rules.js";
import type { Cell, Notebook } from "./notebook.js";
import { describeViolation, validateCell, validateNotebook } from "./validate-notebook.js";

/** A notebook and the text it was parsed from. */
export interface NotebookText {
  readonly text: string;
  readonly notebook: Notebook;
}

/** The first problem of a notebook that was not there before. Rests after each cell. */
export function* findProblem(whole: NotebookText): Generator<void, string | undefined> {
  const { text, notebook } = whole;
  const [around] = problemsAround(whole);
  if (around !== undefined) return around.trim();
  const ids = new Set<string>();
  let repeated: string | undefined;
  for (const { node, index, writtenId } of notebook.cells) {
    const [problem] = problemsOfCell(text, node, notebook.minor, `cells[${index}]`);
    if (problem !== undefined) return problem;
    if (writtenId !== undefined && ids.has(writtenId))
      repeated ??= `cells[${index}].id is the id of another cell too`;
    if (writtenId !== undefined) ids.add(writtenId);
    yield;
  }
  return notebook.minor >= FIRST_MINOR_WITH_IDS ? repeated : undefined;
}

/** A phrase such as "cell.source is missing". Rests after each cell. */
export function* findAddedProblem(
  before: NotebookText,
  after: NotebookText,
): Generator<void, string | undefined> {
  const known = new Set([...problemsAround(before), ...(yield* problemsOfCells(before, after))]);
  const found = [...problemsAround(after), ...(yield* problemsOfCells(after, before))];
  return found.find((problem) => !known.has(problem)) ?? findRepeatedId(before.notebook, after.notebook);
}

/** Of everything but the cells. */
function problemsAround({ text, notebook: { root } }: NotebookText): string[] {
  const { value, left } = decodeObject(text, root, (key) => key !== "cells");
  const members = value as Readonly<Record<string, unknown>>;
  const violations = validateNotebook({ ...members, cells: [] }).map(describeViolation);
  return [...left.map((key) => `${key} ${TOO_MANY_VALUES}`), ...violations];
}

/** Of the cells that the other version does not have, by the rules of one's own. */
function* problemsOfCells({ text, notebook }: NotebookText, other: NotebookText): Generator<void, string[]> {
  const { minor, cells } = notebook;
  // Another version of the format has other rules for every cell.
  const isSameFormat = minor === other.notebook.minor;
  const unchanged = new Set<string>();
  for (const cell of isSameFormat ? other.notebook.cells : []) {
    unchanged.add(cellText(other.text, cell));
    yield;
  }
  const problems: string[] = [];
  for (const cell of cells) {
    if (!unchanged.has(cellText(text, cell))) {
      problems.push(...problemsOfCell(text, cell.node, minor));
    }
    yield;
  }
  return problems;
}

export function problemsOfCell(text: string, node: JsonNode, minor: number, path?: string): string[] {
  const { value, left } = decodeObject(text, node);
  const tooLarge = left.map((key) => `${path ?? "cell"}.${key} ${TOO_MANY_VALUES}`);
  return [...tooLarge, ...validateCell(value, minor, path).map(describeViolation)];
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
