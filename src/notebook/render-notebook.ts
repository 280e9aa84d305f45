/**
 * A notebook as a model reads it: each cell between tags, its outputs behind it, images in their place. The tags have a
 * name that nothing inside them uses, so that no content can end a cell or pretend to be one.
 */

import { runSteps } from "../json/json-tree.js";
import { clip } from "../text/clip.js";
import { findFreeSuffix } from "../text/free-tag.js";
import { renderOpeningTag, renderOutputsLeftOut } from "../text/own-words.js";
import { plural } from "../text/quantities.js";
import { cutOutput } from "./cut-output.js";
import { chooseContent, type MimeContent } from "./mime-content.js";
import type { Cell, Notebook } from "./notebook.js";
import type { Output } from "./outputs.js";
import { renderTerminalText } from "./terminal-text.js";

export interface RenderOptions {
  /** 0-based. */
  readonly firstCell: number;
  readonly maxCells: number;
  /** Of each output; `Infinity` shows them whole. */
  readonly maxOutputCharacters: number;
  /** Of each cell, of which those in the middle are left out; all of them where it is not given. */
  readonly maxOutputs?: number;
  /** How to see the outputs of a cell whole, such as "Read with offset 3 and limit 1"; without a full stop. */
  readonly hint: (cellIndex: number) => string;
}

export type NotebookPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "image";
      readonly mimeType: string;
      readonly base64: string;
      /** Index of the cell. */
      readonly cell: number;
    };

type Attributes = readonly (readonly [name: string, value: string])[];

/** What the text is joined from: cells and outputs one by one. */
export type NotebookPiece =
  | {
      readonly kind: "element";
      readonly name: "cell" | "output";
      /** Of the cell, or of the output. */
      readonly type: string;
      /** Index of the cell. */
      readonly cell: number;
      readonly attributes: Attributes;
      readonly body: string;
    }
  | Extract<NotebookPart, { kind: "image" }>;

/** Of a type or another name; what a file has no bound for would not be cut with the output. */
const MAX_NAME_CHARACTERS = 128;

export function renderNotebook(notebook: Notebook, options: RenderOptions): NotebookPart[] {
  return runSteps(renderNotebookInSteps(notebook, options));
}

export function* renderNotebookInSteps(
  notebook: Notebook,
  options: RenderOptions,
): Generator<void, NotebookPart[]> {
  return joinPieces(yield* renderPieces(notebook, options));
}

/** Rests after each cell, output and image, because outputs may be large. */
export function* renderPieces(notebook: Notebook, options: RenderOptions): Generator<void, NotebookPiece[]> {
  const pieces: NotebookPiece[] = [];
  for (const cell of notebook.cells.slice(options.firstCell, options.firstCell + options.maxCells)) {
    for (const piece of renderCell(cell, notebook.language, options)) {
      pieces.push(piece);
      yield;
    }
  }
  return pieces;
}

function* renderCell(cell: Cell, language: string, options: RenderOptions): Generator<NotebookPiece> {
  const attributes: [string, string][] = [
    ["id", cell.shownId],
    ["type", clip(cell.type, MAX_NAME_CHARACTERS)],
  ];
  if (cell.type === "code") {
    attributes.push(["language", language]);
    if (typeof cell.executionCount === "number") {
      attributes.push(["execution_count", String(cell.executionCount)]);
    }
  }
  const { type, index, source } = cell;
  yield { kind: "element", name: "cell", type, cell: index, attributes, body: source };
  const outputs = [...describeAttachments(cell), ...mergeStreams(cell.outputs()).map(describeOutput)];
  const { maxOutputs = outputs.length, hint } = options;
  const hidden = Math.max(0, outputs.length - maxOutputs);
  const hiddenFrom = Math.ceil((outputs.length - hidden) / 2);
  for (const [place, { attributes, content }] of outputs.entries()) {
    if (hidden > 0 && place === hiddenFrom) {
      const body = renderOutputsLeftOut(hidden, outputs.length, hint(index));
      yield outputElement(cell, [["type", "omitted"]], body);
    }
    if (place < hiddenFrom || place >= hiddenFrom + hidden) {
      yield* renderOutput(cell, attributes, content(), options);
    }
  }
}

/** What is put out behind a cell; its content is made only if it is shown. */
interface DescribedOutput {
  readonly attributes: Attributes;
  readonly content: () => MimeContent;
}

function describeAttachments(cell: Cell): DescribedOutput[] {
  return cell.attachments().map(({ name, data }) => ({
    attributes: [
      ["type", "attachment"],
      ["name", name],
    ],
    content: () => chooseContent(data),
  }));
}

/** What was written bit by bit to one stream is one output. */
function mergeStreams(outputs: readonly Output[]): Output[] {
  const merged: Output[] = [];
  let texts: string[] = [];
  for (const [index, output] of outputs.entries()) {
    if (output.type !== "stream") {
      merged.push(output);
      continue;
    }
    texts.push(output.text);
    const next = outputs[index + 1];
    if (next?.type === "stream" && next.name === output.name) continue;
    merged.push({ ...output, text: texts.join("") });
    texts = [];
  }
  return merged;
}

function describeOutput(output: Output): DescribedOutput {
  switch (output.type) {
    case "stream":
      return {
        attributes: [
          ["type", "stream"],
          ["name", output.name],
        ],
        content: () => ({ text: renderTerminalText(output.text), image: undefined }),
      };
    case "execute_result":
    case "display_data":
      return { attributes: [["type", output.type]], content: () => chooseContent(output.data) };
    case "error":
      return {
        attributes: [["type", "error"]],
        content: () => ({ text: renderError(output), image: undefined }),
      };
    default:
      return {
        attributes: [["type", output.name]],
        content: () => ({
          text: `[Not shown: ${plural(output.characters, "character")} of JSON]`,
          image: undefined,
        }),
      };
  }
}

/** A traceback mostly ends with the error itself; then it need not be said twice. */
function renderError({ name, message, traceback }: Extract<Output, { type: "error" }>): string {
  const headline = renderTerminalText(message === "" ? name : `${name}: ${message}`);
  const trace = renderTerminalText(traceback.join("\n"));
  if (trace === "" || trace.includes(headline)) return trace === "" ? headline : trace;
  return `${headline}\n${trace}`;
}

function* renderOutput(
  cell: Cell,
  attributes: Attributes,
  { text, image }: MimeContent,
  { maxOutputCharacters, hint }: RenderOptions,
): Generator<NotebookPiece> {
  const [[, type] = ["", ""]] = attributes;
  const shown = cutOutput((text ?? "").replace(/\n$/, ""), maxOutputCharacters, {
    keepsEnd: type === "error",
    hint: () => hint(cell.index),
  });
  yield outputElement(cell, attributes, shown);
  if (image !== undefined) yield { kind: "image", ...image, cell: cell.index };
}

function outputElement({ index, shownId }: Cell, attributes: Attributes, body: string): NotebookPiece {
  const [[, type] = ["", ""]] = attributes;
  const cut = attributes.map(([name, value]) => [name, clip(value, MAX_NAME_CHARACTERS)] as const);
  const named: Attributes = [["cell", shownId], ...cut];
  return { kind: "element", name: "output", type, cell: index, attributes: named, body };
}

export function joinPieces(pieces: readonly NotebookPiece[]): NotebookPart[] {
  const bodies = pieces.map((piece) => (piece.kind === "element" ? piece.body : ""));
  const suffix = findFreeSuffix(["cell", "output"], bodies);
  const parts: NotebookPart[] = [];
  let texts: string[] = [];
  const endText = (): void => {
    if (texts.length > 0) parts.push({ kind: "text", text: texts.join("\n") });
    texts = [];
  };
  for (const piece of pieces) {
    if (piece.kind === "element") {
      const name = `${piece.name}${suffix}`;
      const body = piece.body === "" ? "" : `${piece.body}\n`;
      texts.push(`${renderOpeningTag(name, piece.attributes)}\n${body}</${name}>`);
    } else {
      endText();
      parts.push(piece);
    }
  }
  endText();
  return parts;
}
