/**
 * From a file's text to a notebook. Tolerant: whatever has format 4 and an array of cells can be read, so that an agent
 * sees what is wrong with it; what an edit needs beyond that is checked by the edit.
 */

import { JsonBoundError, JsonScanner, JsonSyntaxError } from "../json/json-scanner.js";
import { decodeValue, findMember, type JsonNode, readNode, runSteps, type Shape } from "../json/json-tree.js";
import { findPlace } from "../json/place.js";
import { clip } from "../text/clip.js";
import { formatCount } from "../text/quantities.js";
import { hasTooManyValues } from "./decode-object.js";
import type { Cell, NotebookProblem, ParsedNotebook } from "./notebook.js";
import { decodeAttachments, decodeOutputs, isObject, joinText } from "./outputs.js";

/** Far more than anybody reads; a file of a megabyte can claim half a million, each of which takes room and time. */
const MAX_CELLS = 50_000;

/** Of one cell. */
const MAX_SOURCE_LINES = 100_000;
const MAX_OUTPUTS = 50_000;

const outputsShape: Shape = { items: "value", most: { count: MAX_OUTPUTS, name: "outputs of a cell" } };
const cellShape: Shape = { members: (key) => (key === "outputs" ? outputsShape : "value") };
const notebookShape: Shape = {
  members: (key) => {
    if (key === "cells") return { items: cellShape, most: { count: MAX_CELLS, name: "cells" } };
    return key === "metadata" ? { members: () => "value" } : "value";
  },
};

/** Rests in between: a large file is read in steps of some milliseconds. */
export function* parseNotebook(text: string): Generator<void, ParsedNotebook> {
  const scanner = new JsonScanner(text);
  let root: JsonNode;
  try {
    root = yield* readNode(scanner, notebookShape);
    if (!Number.isNaN(scanner.peek())) scanner.fail("expected the end of the file");
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const kind = error instanceof JsonBoundError ? "not-a-notebook" : "invalid-json";
    return { kind, detail: error.message, ...findPlace(text, error.offset) };
  }
  const members = findNotebookMembers(text, root);
  if ("kind" in members) return members;
  const { cellsNode, minor } = members;
  const longest = cellsNode.items.findIndex((cell) => (sourceOf(cell)?.values ?? 0) > MAX_SOURCE_LINES);
  if (longest >= 0) {
    const detail = `cell ${longest} has more than ${formatCount(MAX_SOURCE_LINES)} lines`;
    return { kind: "not-a-notebook", detail };
  }
  const cells = yield* readCells(text, cellsNode.items);
  return {
    kind: "notebook",
    format: 4,
    minor,
    language: findLanguage(text, root),
    cells,
    root,
    cellsNode,
    habits: scanner.habits,
  };
}

export function parseNotebookNow(text: string): ParsedNotebook {
  return runSteps(parseNotebook(text));
}

interface NotebookMembers {
  readonly cellsNode: JsonNode & { readonly items: readonly JsonNode[] };
  readonly minor: number;
}

function findNotebookMembers(text: string, root: JsonNode): NotebookMembers | NotebookProblem {
  if (root.members === undefined) {
    return { kind: "not-a-notebook", detail: "the file is JSON, but not an object" };
  }
  const format = decodeScalar(text, root, "nbformat");
  const isOlder = findMember(root, "worksheets") !== undefined;
  if (!Number.isInteger(format)) {
    return isOlder
      ? { kind: "unsupported-format", detail: "the notebook is of a format before 4" }
      : { kind: "not-a-notebook", detail: 'the file is JSON without "nbformat"' };
  }
  const minor = decodeScalar(text, root, "nbformat_minor") ?? 0;
  if (format !== 4) {
    return { kind: "unsupported-format", detail: `the notebook is of format ${String(format)}, not 4` };
  }
  if (typeof minor !== "number" || !Number.isInteger(minor) || minor < 0) {
    return { kind: "not-a-notebook", detail: '"nbformat_minor" is no number' };
  }
  const cellsNode = findMember(root, "cells")?.value;
  if (cellsNode?.items === undefined) {
    return { kind: "not-a-notebook", detail: 'the file has no array of "cells"' };
  }
  return { cellsNode: { ...cellsNode, items: cellsNode.items }, minor };
}

function findLanguage(text: string, root: JsonNode): string {
  const metadata = findMember(root, "metadata")?.value;
  if (metadata === undefined) return "python";
  const [languageInfo, kernelspec] = ["language_info", "kernelspec"].map((key) => {
    const value = findMember(metadata, key)?.value;
    return value === undefined || hasTooManyValues([value]) ? undefined : decodeValue(text, value);
  });
  const names = [
    isObject(languageInfo) ? languageInfo["name"] : undefined,
    isObject(kernelspec) ? kernelspec["language"] : undefined,
  ];
  const name = names.find((name) => typeof name === "string" && name !== "");
  return typeof name === "string" ? clip(name, MAX_NAME_CHARACTERS) : "python";
}

/** Cells, and characters of their sources, in one step: beyond it, others get their turn. */
const CELLS_PER_STEP = 2000;
const CHARACTERS_PER_STEP = 1 << 17;

function* readCells(text: string, nodes: readonly JsonNode[]): Generator<void, Cell[]> {
  const ids: (string | undefined)[] = [];
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const id = findId(text, node);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (ids.push(id) % CELLS_PER_STEP === 0) yield;
  }
  const cells: Cell[] = [];
  let characters = 0;
  for (const [index, node] of nodes.entries()) {
    const id = ids[index];
    const isUnique = id !== undefined && counts.get(id) === 1;
    cells.push(readCell(text, node, index, { written: id, unique: isUnique ? id : undefined }));
    const { start, end } = sourceOf(node) ?? { start: 0, end: 0 };
    characters += end - start;
    if (index % CELLS_PER_STEP === CELLS_PER_STEP - 1 || characters > CHARACTERS_PER_STEP) {
      characters = 0;
      yield;
    }
  }
  return cells;
}

/** Twice what the format allows. Names are shown with every cell or output, and a longer one would fill the answer. */
const MAX_NAME_CHARACTERS = 128;

/** An id that looks like an index would name another cell. */
function findId(text: string, node: JsonNode): string | undefined {
  const id = decodeScalar(text, node, "id");
  const isName = typeof id === "string" && id !== "" && id.length <= MAX_NAME_CHARACTERS;
  return isName && !/^#\d+$/.test(id) ? id : undefined;
}

interface CellIds {
  readonly written: string | undefined;
  readonly unique: string | undefined;
}

function readCell(text: string, node: JsonNode, index: number, ids: CellIds): Cell {
  const type = decodeScalar(text, node, "cell_type");
  const count = decodeScalar(text, node, "execution_count");
  return {
    index,
    id: ids.unique,
    writtenId: ids.written,
    shownId: ids.unique ?? `#${index}`,
    type: typeof type === "string" ? type : "unknown",
    source: node.members === undefined ? text.slice(node.start, node.end) : readSource(text, node),
    executionCount: typeof count === "number" || count === null ? count : undefined,
    span: { start: node.start, end: node.end },
    node,
    hasOutputs: (findMember(node, "outputs")?.value.values ?? 0) > 1,
    outputs: () => decodeOutputs(decodeMember(text, node, "outputs")),
    attachments: () => decodeAttachments(decodeMember(text, node, "attachments")),
  };
}

function readSource(text: string, node: JsonNode): string {
  return joinText(decodeMember(text, node, "source"));
}

function sourceOf(node: JsonNode): JsonNode | undefined {
  return findMember(node, "source")?.value;
}

/** A list or an object, which may be large, is an empty list. */
function decodeScalar(text: string, node: JsonNode, key: string): unknown {
  const value = findMember(node, key)?.value;
  if (value === undefined) return undefined;
  return /[[{]/.test(text.charAt(value.start)) ? [] : decodeValue(text, value);
}

function decodeMember(text: string, node: JsonNode, key: string): unknown {
  const member = findMember(node, key);
  return member === undefined ? undefined : decodeValue(text, member.value);
}
