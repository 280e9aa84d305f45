import type { CommitNote } from "../../mutation/write-ahead.js";
import { reviewOf } from "../change/planned-change.js";
import type { OwnDiff } from "../change/render-change.js";
import type { Outcome } from "../define-tool.js";
import type { EditDetails } from "./edit-details.js";
import type { EditOutput } from "./schema.js";

/** What the renderer needs besides the output. */
export interface EditShown {
  readonly notes: readonly CommitNote[];
  readonly diff: OwnDiff;
  readonly outsideDiff: string | undefined;
  readonly isNew: boolean;
  /** Nothing was written, because the user sent the content that was there already. */
  readonly isKept: boolean;
}

export type EditOutcome = Outcome<EditOutput, EditShown>;

export function outputOf(filePath: string, details: EditDetails, change: string | undefined): EditOutput {
  const { input, planned, tier, replacements, trimmedLines, originalText, outsideDiff } = details;
  return {
    filePath,
    oldString: input.old_string,
    newString: input.new_string,
    originalFile: originalText,
    structuredPatch: planned.hunks,
    replaceAll: input.replace_all ?? false,
    ...(details.kind === "streamed" ? { userModified: false } : reviewOf(details.planned)),
    matchTier: tier,
    replacements,
    ...(trimmedLines === 0 ? {} : { trimmedLines }),
    ...(change === undefined ? {} : { change }),
    ...(outsideDiff === undefined ? {} : { rebased: true }),
  };
}
