/** Keeps what only a model's view of a file contains out of the file itself. A host may let a call through by force. */
import { ToolError } from "../../errors/tool-error.js";
import { clip } from "../../text/clip.js";
import { findElision } from "../../text/guards/elision.js";
import { findPastedView, type PastedView } from "../../text/guards/pasted-view.js";
import { visible } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import type { ChangeTarget } from "./target.js";

const pastedInWords: Readonly<Record<PastedView["kind"], string>> = {
  "line-numbers": "the line numbers that Read puts in front of lines",
  "unchanged-stub": "the notice that Read gives instead of an unchanged file",
  "cut-marker": "the mark that Read puts at the end of a line it has cut",
  continuation: "the note with which Read ends a page",
  preview: "the note that stands in place of a result too long to send",
  "notebook-view": "the marks with which Read shows the cells of a notebook",
};

/** Refuses text that is our own output, or that leaves parts out where the old file has them. */
export function guardNewText(
  text: string,
  original: string | undefined,
  target: ChangeTarget,
  { isForced }: CallContext,
): void {
  if (isForced) return;
  const pasted = findPastedView(text, original);
  if (pasted !== undefined) {
    throw new ToolError(
      "CONTENT_SUSPICIOUS",
      `Line ${pasted.line} of the new text contains ${pastedInWords[pasted.kind]}, which is not part of any file. Nothing was written. Send the text of the file itself.`,
      { data: { filePath: target.path, reason: pasted.kind, line: pasted.line } },
    );
  }
  const elision = original === undefined ? undefined : findElision(text, original);
  if (elision === undefined) return;
  throw new ToolError(
    "CONTENT_SUSPICIOUS",
    `Line ${elision.line} of the new text stands for parts that are left out: "${visible(clip(elision.text.trim(), 80))}". Nothing was written, because they would be lost. Send them in full, or use Edit for the part that changes.`,
    { data: { filePath: target.path, reason: "elision", line: elision.line } },
  );
}
