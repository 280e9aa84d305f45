/**
 * May this be changed? A pure judgement over what the agent knows, what is on disk, and which lines are needed. It
 * stands before any matching, so that "not found" can't be used to probe a file that was never read.
 */
import type { ContentVersion } from "../content/content-version.js";
import { ToolError } from "../errors/tool-error.js";
import { describeRanges, type LineRanges, lineRange, OPEN_END, subtractRanges } from "../text/line-ranges.js";
import type { LedgerEntry, Unit } from "./ledger.js";

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
  const wanted = needed === "whole" ? lineRange(1, entry.totalLines ?? OPEN_END) : needed;
  const missing = subtractRanges(wanted, entry.shown);
  if (missing.length === 0) return { state: "fresh" };
  const { totalLines, unit } = entry;
  return { state: "partial", missing, totalLines, ...(unit === undefined ? {} : { unit }) };
}

/** Before anyone is asked, or again inside the critical section, where a change is a surprise. */
type FreshnessMoment = "check" | "commit";

export interface RefusalContext {
  readonly filePath: string;
  readonly verb: "write" | "edit";
  readonly moment: FreshnessMoment;
  /** What has changed since the agent saw the file, as a bounded diff, where its version is still held. */
  readonly outsideChange?: string;
  /** Set if a person's undo, redo or rewind made the file what it is now; says so. */
  readonly restored?: { readonly by: string; readonly sentence: string };
}

const ADVISED_LINES = 2000;
/** How many gaps a refusal lists for programs. */
const LISTED_RANGES = 50;

/** The refusal for anything but fresh. Its sentences are part of the contract with models; do not reword them. */
export function refuseUnlessFresh(freshness: Freshness, context: RefusalContext): void {
  const { filePath, verb, moment } = context;
  const unread = `File has not been read yet. Read it first before ${verb === "write" ? "writing to it" : "editing it"}.`;
  switch (freshness.state) {
    case "fresh":
      return;
    case "unread":
      throw new ToolError("FILE_NOT_READ", unread, { data: { filePath } });
    case "stale": {
      const { restored } = context;
      const ordinary =
        moment === "commit"
          ? "File has been unexpectedly modified. Read it again before attempting to edit it."
          : "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
      const sentence =
        restored === undefined
          ? ordinary
          : `${restored.sentence} Read the file again before attempting to ${verb} it.`;
      const data = { filePath, ...(restored === undefined ? {} : { restoredBy: restored.by }) };
      const hint =
        context.outsideChange === undefined
          ? {}
          : { hint: `What has changed since you saw it:\n${context.outsideChange}` };
      throw new ToolError("FILE_CHANGED_SINCE_READ", sentence, { data, ...hint });
    }
    case "partial": {
      const [first] = freshness.missing;
      const offset = first?.from ?? 1;
      const limit = Math.min((first?.to ?? 1) - offset + 1, ADVISED_LINES);
      const nextCall = { file_path: filePath, offset, limit };
      const total = freshness.totalLines === undefined ? "" : ` of ${freshness.totalLines}`;
      throw new ToolError("FILE_PARTIALLY_READ", unread, {
        data: { filePath, missing: freshness.missing.slice(0, LISTED_RANGES), nextCall },
        hint: `Not shown yet: ${describeRanges(freshness.missing, { unit: freshness.unit })}${total}. Next call: Read ${JSON.stringify(nextCall)}`,
      });
    }
  }
}
