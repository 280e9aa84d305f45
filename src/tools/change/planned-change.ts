import type { ContentVersion } from "../../content/content-version.js";
import type { DecodedText } from "../../content/decode-text.js";
import type { ByteSplice } from "../../text/byte-splices.js";
import type { Hunk } from "../../text/diff/hunks.js";
import type { LineRanges } from "../../text/line-ranges.js";

/** A change itself: bound to the content it replaces and the content it brings. */
export interface PlannedChange {
  /** Undefined when the file does not exist yet. */
  readonly before: ContentVersion | undefined;
  /** The text that is changed, in its encoding; empty when the file does not exist yet. */
  readonly base: DecodedText;
  readonly after: ContentVersion;
  readonly hunks: readonly Hunk[];
  /** The replaced places, for a change that is made of such. */
  readonly splices?: readonly ByteSplice[];
  /** What the agent knows of the file once the change is made. */
  readonly totalLines: number;
  readonly shown: LineRanges;
  /** From what was proposed to what this is, where a person allowed the change with other content. */
  readonly reviewed?: { readonly hunks: readonly Hunk[] };
}

/** What an output tells of a person's part in a change. */
export interface ReviewOutput {
  /** A person allowed the change with other content than was proposed. */
  readonly userModified: boolean;
  /** From what was proposed to what was written, where a person made another of it. */
  readonly reviewedPatch?: readonly Hunk[];
}

export function reviewOf({ reviewed }: Pick<PlannedChange, "reviewed">): ReviewOutput {
  return reviewed === undefined
    ? { userModified: false }
    : { userModified: true, reviewedPatch: reviewed.hunks };
}

/** The whole text that a change brings, as views show it. */
export function textAfter({ base, after }: PlannedChange): string {
  const bytes = after.bytes ?? new Uint8Array(0);
  return base.codec.decode(bytes.subarray(base.encoding.bomLength)).toWellFormed();
}

/** Whether a change turned out to change nothing: it needs no commit, and the file keeps even its times. */
export function isNoChange({ before, after }: PlannedChange): boolean {
  return before?.equals(after) === true;
}

/** Whether a person was asked about the change and sent the content that was there already. */
export function isKeptByUser(planned: PlannedChange): boolean {
  return planned.reviewed !== undefined && isNoChange(planned);
}
