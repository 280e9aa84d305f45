/** What is written down about a change: before it is made, and when it turns out otherwise than planned. */
import { ToolError } from "../errors/tool-error.js";
import { type FileSystem, FileSystemError, type ReplacedFile } from "../fs/file-system.js";
import { describeOwnershipFault } from "../fs/ownership.js";
import type { ChangeDraft } from "../history/drafts.js";
import type { History } from "../history/history.js";
import { visiblePath } from "../text/visible.js";
import { keepDisplaced } from "./keep-displaced.js";

export interface MutationGround {
  readonly fileSystem: FileSystem;
  /** Undefined when the host has switched history off. */
  readonly history: History | undefined;
  readonly isDurable: boolean;
  readonly randomName: () => string;
}

/** What the person or the model should know about a change that was made. */
export type CommitNote =
  /** Another program's version was displaced. */
  | {
      readonly kind: "displaced";
      /** The history has all of it. */
      readonly isKept: boolean;
      /** Where it was left, if the history could not take it. */
      readonly path?: string;
      /** The other program still has it open; what it writes from now on does not reach the file. */
      readonly isStillOpen: boolean;
    }
  /** Another program has the former file open and has not written into it yet. */
  | { readonly kind: "still-open" }
  /** Another program wrote into the file while it was written in place. */
  | { readonly kind: "overwritten" }
  /** The change is made, and the disk did not confirm that it survives a power cut. */
  | { readonly kind: "unconfirmed"; readonly code: string }
  /** A temporary file that could not be removed. */
  | { readonly kind: "leftover"; readonly path: string }
  | { readonly kind: "in-place"; readonly reason: string }
  | { readonly kind: "not-kept"; readonly properties: readonly string[] }
  | { readonly kind: "no-history"; readonly reason: string };

/** The change's id, or undefined when there is no history or the host prefers a change without it to none. */
export async function beginInHistory(
  makeDraft: () => ChangeDraft,
  { history }: MutationGround,
  notes: CommitNote[],
): Promise<string | undefined> {
  if (history === undefined) return undefined;
  try {
    return await history.begin(withinBounds(makeDraft(), history.options.maxFileBytes, notes));
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    if (history.options.onFailure === "warn") {
      notes.push({ kind: "no-history", reason: `the history could not be written (${cause.code})` });
      return undefined;
    }
    const foreign = describeOwnershipFault(cause.code, cause.path);
    const sentence =
      foreign === undefined
        ? `The history could not be written (${cause.code}), so nothing was changed: a change must stay undoable. Ask the user to free disk space or to check ${cause.path}.`
        : `The history can't be used: ${visiblePath(cause.path)}: ${foreign.problem}. Nothing was changed. Ask the user to mend that. ${foreign.remedy}`;
    throw new ToolError("HISTORY_UNAVAILABLE", sentence, {
      data: { path: cause.path, reason: cause.code },
      cause,
    });
  }
}

function withinBounds(draft: ChangeDraft, maxBytes: number, notes: CommitNote[]): ChangeDraft {
  const size = Math.max(draft.before?.version.size ?? 0, draft.after?.version.size ?? 0);
  if (size <= maxBytes || draft.splices !== undefined) return draft;
  notes.push({ kind: "no-history", reason: "the file is too large for its former content to be kept" });
  const drop = (image: ChangeDraft["before"]): ChangeDraft["before"] =>
    image === null ? null : { ...image, bytes: undefined };
  return { ...draft, before: drop(draft.before), after: drop(draft.after) };
}

export async function failInHistory(
  id: string | undefined,
  reason: string,
  ground: MutationGround,
): Promise<void> {
  if (id === undefined || ground.history === undefined) return;
  try {
    await ground.history.fail(id, reason);
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    // The disk is full, for example: recovery finds out by looking at the file. The first failure is the one to report.
    ground.history.leaveUnfinished(id);
  }
}

/** Turns what the disk reports about a change that was made into notes, and keeps what it displaced. */
export async function noteReplaced(
  id: string | undefined,
  replaced: ReplacedFile,
  { history }: MutationGround,
  notes: CommitNote[],
): Promise<void> {
  const { displaced, notKept, isFormerOpen = false, isOverwritten, unconfirmed, leftover, watch } = replaced;
  if (notKept.length > 0) notes.push({ kind: "not-kept", properties: notKept });
  if (unconfirmed !== undefined) notes.push({ kind: "unconfirmed", code: unconfirmed });
  if (leftover !== undefined) notes.push({ kind: "leftover", path: leftover });
  if (isOverwritten === true) notes.push({ kind: "overwritten" });
  if (displaced !== undefined) {
    const kept = await keepDisplaced(id, displaced, history);
    notes.push({ kind: "displaced", isStillOpen: isFormerOpen, ...kept });
  } else if (isFormerOpen) {
    notes.push({ kind: "still-open" });
  }
  if (id !== undefined) history?.end(id);
  if (watch === undefined) return;
  if (id !== undefined && history !== undefined) history.watchFormer(id, watch);
  else {
    const written = watch.end(true);
    if (typeof written === "object") await written.remove();
  }
}
