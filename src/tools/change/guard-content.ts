/**
 * Keeps what only a model's view of a file contains out of the file itself. The guards can be wrong: documentation of this
 * very tool shows such text on purpose. A finding is therefore put to a person, and refused only where no one can be asked.
 */
import { ToolError } from "../../errors/tool-error.js";
import { clip } from "../../text/clip.js";
import { findElision } from "../../text/guards/elision.js";
import { findPastedView, type PastedView } from "../../text/guards/pasted-view.js";
import { visible } from "../../text/visible.js";
import type { CallContext } from "../context.js";
import type { ChangeTarget } from "./target.js";

const pastedInWords: Readonly<Record<PastedView["kind"], string>> = {
  "line-numbers": "the line numbers that Read adds",
  "unchanged-stub": "the notice that Read returns for an unchanged file",
  "cut-marker": "the marker that Read puts at the end of a line it has cut",
  continuation: "the note that Read puts at the end of a page",
  preview: "the note under a result that was too long to send",
  "notebook-view": "the tags that Read puts around the cells of a notebook",
};

const MAX_QUOTED = 80;

/** The new text looks like a mistake. The message refuses it to the model; `what` explains it to the person. */
export class SuspiciousContent extends ToolError {
  readonly what: string;

  constructor(what: string, sentence: string, data: Readonly<Record<string, unknown>>) {
    super("CONTENT_SUSPICIOUS", sentence, { data });
    this.what = what;
  }
}

export interface PresentText {
  /** The file as it is, or the part of it that is held; undefined for a new file. */
  readonly original: string | undefined;
  /** The part of it that the new text takes the place of. */
  readonly replaced: string;
}

export const newFile: PresentText = { original: undefined, replaced: "" };

/** Throws SuspiciousContent if the text is our own output, or leaves out parts that the old file has. */
export function guardNewText(
  text: string,
  { original, replaced }: PresentText,
  target: ChangeTarget,
  { isForced, isContentMeant }: Pick<CallContext, "isForced" | "isContentMeant">,
): void {
  if (isForced || isContentMeant === true) return;
  const pasted = findPastedView(text, original, replaced);
  if (pasted !== undefined) throw suspectPasted(pasted, text, target);
  const elision = original === undefined ? undefined : findElision(text, original, replaced);
  if (elision === undefined) return;
  const quoted = visible(clip(elision.text.trim(), MAX_QUOTED));
  throw new SuspiciousContent(
    `line ${elision.line} of the new text may stand for parts of the file that were left out, which would be lost: "${quoted}"`,
    `Line ${elision.line} of the new text stands for parts that are left out: "${quoted}". Nothing was written, because they would be lost. Send them in full, or use Edit for the part that changes.`,
    { filePath: target.path, reason: "elision", line: elision.line },
  );
}

function suspectPasted({ kind, line }: PastedView, text: string, target: ChangeTarget): SuspiciousContent {
  const words = pastedInWords[kind];
  const quoted = visible(clip((text.split("\n")[line - 1] ?? "").trim(), MAX_QUOTED));
  return new SuspiciousContent(
    `line ${line} of the new text looks like Filewright's own output (${words}) and not like content of a file: "${quoted}"`,
    `Line ${line} of the new text looks like ${words}. Nothing was written. Send the text of the file itself; if the file is meant to contain this, ask the user.`,
    { filePath: target.path, reason: kind, line },
  );
}
