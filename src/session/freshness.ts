/**
 * May this be changed? A pure judgement over what the agent knows, what is on disk, and which lines are needed. It
 * stands before any matching, so that "not found" can't be used to probe a file that was never read.
 */
import type { ContentVersion } from "../content/content-version.js";
import { ToolError } from "../errors/tool-error.js";
import { describeRanges, type LineRanges, lineRange, OPEN_END, subtractRanges } from "../text/line-ranges.js";
import type { LedgerEntry, LedgerUpdate, Unit } from "./ledger.js";

export type Freshness =
  | { readonly state: "fresh" }
  | { readonly state: "unread" }
  | { readonly state: "stale" }
  | {
      readonly state: "partial";
      readonly missing: LineRanges;
      readonly totalLines: number | undefined;
      /** What the ranges count, where it is not lines. */
      readonly unit?: Unit;
    };

/** Which lines must have been seen: all of them, or those that are about to change. */
export type NeededLines = "whole" | LineRanges;

export function assessFreshness(
  entry: LedgerEntry | undefined,
  current: ContentVersion,
  needed: NeededLines,
): Freshness {
  if (entry === undefined) return { state: "unread" };
  if (!entry.version.equals(current)) return { state: "stale" };
  // After a Read past the end there is an entry, but no line was shown.
  if (entry.shown.length === 0 && entry.totalLines !== 0 && current.size > 0) return { state: "unread" };
  const wanted = needed === "whole" ? lineRange(1, entry.totalLines ?? OPEN_END) : needed;
  const missing = subtractRanges(wanted, entry.shown);
  if (missing.length === 0) return { state: "fresh" };
  const { totalLines, unit } = entry;
  return { state: "partial", missing, totalLines, ...(unit === undefined ? {} : { unit }) };
}

/** Before anyone is asked, or again inside the critical section, where a change is a surprise. */
type FreshnessMoment = "check" | "commit";

/** The one call that shows every line a change needs. */
export interface NextCall {
  readonly tool: "Read" | "Grep";
  readonly input: Readonly<Record<string, unknown>>;
}

export interface RefusalContext {
  readonly filePath: string;
  readonly verb: "write" | "edit";
  readonly moment: FreshnessMoment;
  /** What has changed since the agent saw the file, as a bounded diff, where its version is still held. */
  readonly outsideChange?: OutsideChange | undefined;
  /** Set if a person's undo, redo or rewind made the file what it is now; says so. */
  readonly restored?: { readonly by: string; readonly sentence: string } | undefined;
  /** Shows the lines that the call still needs. For missing lines the default is one Read of all of them. */
  readonly nextCall?: NextCall | undefined;
}

export interface OutsideChange {
  readonly diff: string;
  /** What the agent knows of the file once it is shown the diff; undefined unless that shows the whole change. */
  readonly known: LedgerUpdate | undefined;
}

/** A stale refusal that shows the whole change. The caller that returns it must record `known`. */
export class ShownChangeError extends ToolError {
  readonly known: LedgerUpdate;

  constructor(known: LedgerUpdate, ...details: ConstructorParameters<typeof ToolError>) {
    super(...details);
    this.known = known;
  }
}

/** How many gaps a refusal lists for programs. */
const LISTED_RANGES = 50;
/** How many lines to read next of a file that was not counted to its end. */
const UNCOUNTED_LINES = 2000;

/** The refusal for anything but fresh. Its first sentences are part of the contract with models; do not reword them. */
export function refuseUnlessFresh(freshness: Freshness, context: RefusalContext): void {
  const { filePath, verb } = context;
  const unread = `File has not been read yet. Read it first before ${verb === "write" ? "writing to it" : "editing it"}.`;
  switch (freshness.state) {
    case "fresh":
      return;
    case "unread":
      throw refuseUnread(unread, context);
    case "stale":
      throw refuseStale(context);
    case "partial": {
      const { missing, unit, totalLines } = freshness;
      const nextCall = context.nextCall ?? readOf(filePath, missing);
      const total = totalLines === undefined ? "" : `; the file has ${totalLines} ${unit ?? "lines"}`;
      throw new ToolError("FILE_PARTIALLY_READ", unread, {
        data: { filePath, missing: missing.slice(0, LISTED_RANGES), ...nextCallData(nextCall) },
        hint: `Not shown yet: ${describeRanges(missing, { unit })}${total}. ${renderNextCall(nextCall)}`,
      });
    }
  }
}

function refuseStale({
  filePath,
  verb,
  moment,
  outsideChange,
  restored,
  nextCall,
}: RefusalContext): ToolError {
  const ordinary =
    moment === "commit"
      ? "File has been unexpectedly modified. Read it again before attempting to edit it."
      : "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
  const sentence =
    restored === undefined
      ? ordinary
      : `${restored.sentence} Read the file again before attempting to ${verb} it.`;
  const data = {
    filePath,
    ...(restored === undefined ? {} : { restoredBy: restored.by }),
    ...(nextCall === undefined ? {} : nextCallData(nextCall)),
  };
  const hint: string[] = [];
  // A diff can't show that only the encoding changed.
  if (outsideChange !== undefined && outsideChange.diff !== "")
    hint.push(`What has changed since you saw it:\n${outsideChange.diff}`);
  const known = outsideChange?.known;
  if (known !== undefined)
    hint.push(
      nextCall === undefined
        ? "That is the whole change, so no Read is needed: repeat the call if it still fits."
        : "That is the whole change. The call also needs lines that were not shown.",
    );
  if (nextCall !== undefined) hint.push(renderNextCall(nextCall));
  const details = { data, ...(hint.length === 0 ? {} : { hint: hint.join("\n") }) };
  return known === undefined
    ? new ToolError("FILE_CHANGED_SINCE_READ", sentence, details)
    : new ShownChangeError(known, "FILE_CHANGED_SINCE_READ", sentence, details);
}

function refuseUnread(sentence: string, { filePath, nextCall }: RefusalContext): ToolError {
  const data = { filePath, ...(nextCall === undefined ? {} : nextCallData(nextCall)) };
  const hint = nextCall === undefined ? {} : { hint: renderNextCall(nextCall) };
  return new ToolError("FILE_NOT_READ", sentence, { data, ...hint });
}

/** One Read from the first of these lines to the last. */
export function readOf(filePath: string, lines: LineRanges): NextCall {
  const from = lines[0]?.from ?? 1;
  const to = lines.at(-1)?.to ?? from;
  const limit = to === OPEN_END ? UNCOUNTED_LINES : to - from + 1;
  return { tool: "Read", input: { file_path: filePath, offset: from, limit } };
}

export function renderNextCall({ tool, input }: NextCall): string {
  return `Next call: ${tool} ${JSON.stringify(input)}`;
}

function nextCallData({ tool, input }: NextCall): Readonly<Record<string, unknown>> {
  return { nextCall: input, ...(tool === "Read" ? {} : { nextTool: tool }) };
}
