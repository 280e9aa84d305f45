/** Words for the model when a Read succeeds. */
import type { TextEncoding } from "../../text/codec.js";
import type { LineEnding } from "../../text/line-endings.js";
import type { NumberedView } from "../../text/numbered-view.js";
import { renderContinuation } from "../../text/own-words.js";
import { formatBytes, plural } from "../../text/quantities.js";
import { visible } from "../../text/visible.js";
import type { Block, Outcome } from "../define-tool.js";
import type { ReadOutput } from "./schema.js";

export interface PageNotes {
  readonly encoding: TextEncoding;
  readonly endings: ReadonlySet<LineEnding>;
  readonly endsWithNewline: boolean;
  readonly isExecutable: boolean;
  readonly totalLines: number | undefined;
  readonly size: number;
  /** The limit to read on with; undefined if that needs none. */
  readonly nextLimit: number | undefined;
  /** The name of the file really read, when it only looks like the one asked for. */
  readonly readAs: string | undefined;
  /** Why a file that is named like a notebook is not shown as one. */
  readonly notebookProblem: string | undefined;
}

export function renderPage(view: NumberedView, notes: PageNotes): string {
  const { startLine, shownLines } = view;
  const { totalLines } = notes;
  let text = view.view;
  const add = (line: string): void => {
    text += text === "" ? line : `\n${line}`;
  };
  if (shownLines === 0) add(renderNothing(startLine, totalLines));
  if (notes.readAs !== undefined)
    add(`[No file has exactly that name. Read instead: ${visible(notes.readAs)}]`);
  if (notes.notebookProblem !== undefined)
    add(`[Shown as text, because it can't be read as a notebook: ${visible(notes.notebookProblem)}.]`);
  const lastLine = startLine + shownLines - 1;
  const traits = describeFile(notes, shownLines > 0 && lastLine === totalLines);
  if (traits.length > 0) add(`[${traits.join(", ")}.]`);
  if (shownLines > 0 && (totalLines === undefined || lastLine < totalLines)) {
    const extent =
      totalLines === undefined ? `; the file of ${formatBytes(notes.size)} goes on` : ` of ${totalLines}`;
    add(renderContinuation(startLine, lastLine, extent, notes.nextLimit));
  }
  return text;
}

/** What an edit depends on but the lines do not show; empty for an ordinary file. */
function describeFile(
  { encoding, endings, endsWithNewline, isExecutable, totalLines }: PageNotes,
  showsEnd: boolean,
): readonly string[] {
  const traits: string[] = [];
  if (totalLines !== 0) {
    const [ending] = endings;
    if (endings.size > 1) traits.push("mixed line endings (CRLF and LF)");
    else if (ending === "\r\n") traits.push("CRLF line endings");
    else if (ending === "\r") traits.push("CR line endings");
    if (showsEnd && !endsWithNewline) traits.push("no newline at the end of the file");
  }
  const encoded = describeEncoding(encoding);
  if (encoded !== undefined) traits.push(encoded);
  if (isExecutable) traits.push("executable");
  const [first = "", ...others] = traits;
  return traits.length === 0 ? [] : [first.charAt(0).toUpperCase() + first.slice(1), ...others];
}

function describeEncoding({ name, isDamaged, doubt }: TextEncoding): string | undefined {
  if (doubt === "ISO-2022")
    return "encoded in ISO-2022-JP or a relative and shown as its bytes: only ASCII parts can be changed";
  if (doubt === "guessed")
    return `encoding ${name} (a guess: only ASCII and characters that the file has can be written)`;
  if (isDamaged === true)
    return "some bytes are not valid UTF-8: each is shown as \ufffd and stays unless you replace it";
  return name === "UTF-8" ? undefined : `encoding ${name}`;
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
