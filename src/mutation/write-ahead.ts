/** What is written down about a change: before it is made, and when it turns out otherwise than planned. */
import { ContentVersion } from "../content/content-version.js";
import { ToolError } from "../errors/tool-error.js";
import { type FileSystem, FileSystemError, type Replaced } from "../fs/file-system.js";
import type { ChangeDraft } from "../history/drafts.js";
import type { History } from "../history/history.js";

export interface MutationGround {
  readonly fileSystem: FileSystem;
  /** Undefined when the host has switched history off. */
  readonly history: History | undefined;
  readonly isDurable: boolean;
  readonly randomName: () => string;
}

/** What the person or the model should know about a change that was made. */
export type CommitNote =
  /** Another program's version was displaced; `isKept` tells whether the history could take it. */
  | { readonly kind: "displaced"; readonly isKept: boolean }
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
    throw new ToolError(
      "HISTORY_UNAVAILABLE",
      `The history could not be written (${cause.code}), so nothing was changed: a change must stay undoable. Ask the user to free disk space or to check ${cause.path}.`,
      { data: { path: cause.path, reason: cause.code }, cause },
    );
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
    // The disk is full, say: recovery finds out by looking at the file, and the first failure is the one to report.
    if (!(cause instanceof FileSystemError)) throw cause;
  }
}

export async function noteReplaced(
  id: string | undefined,
  { displaced, notKept }: Replaced & { outcome: "replaced" },
  { history }: MutationGround,
  notes: CommitNote[],
): Promise<void> {
  if (notKept.length > 0) notes.push({ kind: "not-kept", properties: notKept });
  if (displaced !== undefined)
    notes.push({ kind: "displaced", isKept: await keepDisplaced(id, displaced, history) });
  if (id !== undefined) history?.end(id);
}

/** The change has been made by now: that its history is incomplete must not make it look as if it had failed. */
async function keepDisplaced(
  id: string | undefined,
  bytes: Uint8Array,
  history: History | undefined,
): Promise<boolean> {
  if (id === undefined || history === undefined) return false;
  try {
    await history.keepDisplaced(id, { version: ContentVersion.ofBytes(bytes), bytes });
    return true;
  } catch (cause) {
    if (cause instanceof FileSystemError) return false;
    throw cause;
  }
}
