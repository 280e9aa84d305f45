/** Words for the model when a Read succeeds. */
import type { TextEncoding } from "../../text/codec.js";
import type { NumberedView } from "../../text/numbered-view.js";
import { renderContinuation } from "../../text/own-words.js";
import { formatBytes, plural } from "../../text/quantities.js";
import { visible } from "../../text/visible.js";
import type { Block, Outcome } from "../define-tool.js";
import type { ReadOutput } from "./schema.js";

export interface PageNotes {
  readonly encoding: TextEncoding;
  readonly totalLines: number | undefined;
  readonly size: number;
  /** The name of the file really read, when it only looks like the one asked for. */
  readonly readAs: string | undefined;
  /** Why a file that is named like a notebook is not shown as one. */
  readonly notebookProblem: string | undefined;
}

export function renderPage(view: NumberedView, notes: PageNotes): string {
  const { startLine, shownLines } = view;
  const { totalLines, encoding } = notes;
  let text = view.view;
  const add = (line: string): void => {
    text += text === "" ? line : `\n${line}`;
  };
  if (shownLines === 0) add(renderNothing(startLine, totalLines));
  if (notes.readAs !== undefined)
    add(`[No file has exactly that name. Read instead: ${visible(notes.readAs)}]`);
  if (notes.notebookProblem !== undefined)
    add(`[Shown as text, because it can't be read as a notebook: ${visible(notes.notebookProblem)}.]`);
  const decoded = renderEncoding(encoding);
  if (decoded !== undefined) add(decoded);
  const lastLine = startLine + shownLines - 1;
  if (shownLines > 0 && (totalLines === undefined || lastLine < totalLines)) {
    const extent =
      totalLines === undefined ? `; the file of ${formatBytes(notes.size)} goes on` : ` of ${totalLines}`;
    add(renderContinuation(startLine, lastLine, extent));
  }
  return text;
}

function renderEncoding({ name, isDamaged, doubt }: TextEncoding): string | undefined {
  if (doubt === "ISO-2022") {
    return "[Encoded in ISO-2022-JP or a relative, and shown as its bytes. Only ASCII parts can be changed.]";
  }
  if (doubt === "guessed") {
    return `[Decoded from ${name}, which is a guess. Only ASCII and characters that the file has can be written.]`;
  }
  if (isDamaged === true) {
    return "[Some bytes of the file are not valid UTF-8. Each is shown as \ufffd and stays as it is, unless you replace it.]";
  }
  return name === "UTF-8" ? undefined : `[Decoded from ${name}.]`;
}

function renderNothing(startLine: number, totalLines: number | undefined): string {
  if (totalLines === 0) return "Warning: the file exists but its contents are empty.";
  const length = totalLines === undefined ? "fewer lines" : `only ${plural(totalLines, "line")}`;
  return `Warning: the file has ${length}; offset ${startLine} is past its end.`;
}

/** Text alone, or text and pictures in their order. */
export type ReadShown = string | readonly Block[];

export function renderRead({ shown }: Outcome<ReadOutput, ReadShown>): readonly Block[] {
  return typeof shown === "string" ? [{ type: "text", text: shown }] : shown;
}
