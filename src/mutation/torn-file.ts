/** A write in place that failed halfway, and whose former content could not be put back either. */
import { ToolError } from "../errors/tool-error.js";
import { FileSystemError } from "../fs/file-system.js";
import { visiblePath } from "../text/visible.js";
import type { MutationGround } from "./write-ahead.js";

export function isTorn(cause: unknown): cause is FileSystemError {
  return cause instanceof FileSystemError && cause.code === "TORN";
}

/** The change stays unfinished in the history, so the next process to start puts the former content back. */
export function leaveToRecovery(
  change: string | undefined,
  cause: FileSystemError,
  { history }: MutationGround,
): unknown {
  if (change === undefined || history === undefined) return cause;
  history.leaveUnfinished(change);
  const reason = cause.cause instanceof FileSystemError ? cause.cause.code : "TORN";
  const path = visiblePath(cause.path);
  return new ToolError(
    "IO_FAILED",
    `${path} now holds parts of its old and its new content: the disk failed halfway. Change ${change} in the history has the old content. Do not change the file; ask the user to free disk space and to restart Filewright, which restores it.`,
    { data: { path: cause.path, reason, change }, cause },
  );
}
