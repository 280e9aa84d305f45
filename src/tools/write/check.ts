/** Everything that must hold before a Write: the whole present content seen, and new content that can be written. */
import { emptyText } from "../../content/decode-text.js";
import type { Unit } from "../../session/ledger.js";
import { createHunks } from "../../text/diff/hunks.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { convertLineEndings, findMainEnding, type LineEnding } from "../../text/line-endings.js";
import { type LineRanges, lineRange } from "../../text/line-ranges.js";
import { type ChangePlan, planChange } from "../change/change-plan.js";
import { encodeContent } from "../change/encode-content.js";
import { findKnown, requireSeen } from "../change/gate.js";
import { guardNewText, newFile } from "../change/guard-content.js";
import { guardNotebook } from "../change/guard-notebook.js";
import type { PlannedChange } from "../change/planned-change.js";
import type { Revision } from "../change/revise-change.js";
import { type ChangeTarget, loadPresent, type PresentFile, requireTextFile } from "../change/target.js";
import type { CallContext } from "../context.js";
import type { CheckRequest } from "../define-tool.js";
import type { WriteInput } from "./schema.js";

/** A file past this size can't have been seen whole in any conversation. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface WriteDetails {
  readonly planned: PlannedChange;
  readonly content: string;
  readonly originalText: string | null;
  /** The main line ending before and after, where they differ. */
  readonly endings: { readonly from: LineEnding; readonly to: LineEnding } | undefined;
  /** Lines of the old content of which only the beginning had been shown. */
  readonly cut: LineRanges;
  /** What they count, where it is not lines. */
  readonly unit: Unit | undefined;
  /** Why the file can't be opened as a notebook, where it could not before either. */
  readonly notebookProblem: string | undefined;
}

export type WritePlan = ChangePlan<WriteDetails>;

export function checkWrite(request: CheckRequest<WriteInput>, context: CallContext): Promise<WritePlan> {
  return planChange(request, context, {
    make: (target, around) => planWrite(request.input, target, around),
    adopt: (details, revision, target) => adoptRevision(details, revision, target, context),
  });
}

async function planWrite(
  { content }: WriteInput,
  target: ChangeTarget,
  context: CallContext,
): Promise<WriteDetails> {
  const stat = await requireTextFile(target, context);
  if (stat === undefined) {
    guardNewText(content, newFile, target, context);
    await guardNotebook({ before: undefined, after: content }, target, context);
    return detailsOf(content, undefined, target, context);
  }
  const present = await loadPresent(target, MAX_BYTES, context);
  await requireSeen(target, present, "whole", { verb: "write", moment: "check" }, context);
  const { shown: text } = present.decoded;
  guardNewText(content, { original: text, replaced: text }, target, context);
  const sent = adaptEndings(content, present, context);
  const notebookProblem = await guardNotebook({ before: text, after: sent }, target, context);
  const details = detailsOf(sent, present, target, context);
  const entry = findKnown(target, context);
  return { ...details, cut: entry?.cut ?? [], unit: entry?.unit, notebookProblem };
}

function detailsOf(
  content: string,
  present: PresentFile | undefined,
  target: ChangeTarget,
  { workspace }: CallContext,
): WriteDetails {
  const base = present?.decoded ?? emptyText();
  const lines = splitLines(content);
  return {
    planned: {
      before: present?.version,
      base,
      after: workspace.content.versionOf(encodeContent(content, base, target)),
      hunks: createHunks(splitLines(base.shown), lines),
      totalLines: lines.length,
      shown: lineRange(1, lines.length),
    },
    content,
    originalText: present?.decoded.shown ?? null,
    endings: compareEndings(base.shown, content),
    cut: [],
    unit: undefined,
    notebookProblem: undefined,
  };
}

async function adoptRevision(
  details: WriteDetails,
  { planned, text }: Revision,
  target: ChangeTarget,
  context: CallContext,
): Promise<WriteDetails> {
  const change = { before: details.originalText ?? undefined, after: text };
  const notebookProblem = await guardNotebook(change, target, context);
  const endings = compareEndings(planned.base.shown, text);
  return { ...details, planned, content: text, endings, notebookProblem };
}

function compareEndings(before: string, after: string): WriteDetails["endings"] {
  const [from, to] = [findMainEnding(before), findMainEnding(after)];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

/** As sent, unless the host has the file's own endings kept. */
function adaptEndings(content: string, { decoded }: PresentFile, { session }: CallContext): string {
  const ending = session.rules.lineEndings === "preserve" ? findMainEnding(decoded.shown) : undefined;
  return ending === undefined ? content : convertLineEndings(content, ending);
}
