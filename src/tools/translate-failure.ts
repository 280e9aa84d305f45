/** From what the disk says to what the model should do next: the one place that knows errno names. */
import { ToolError } from "../errors/tool-error.js";
import { FileSystemError } from "../fs/file-system.js";
import { describeOwnershipFault } from "../fs/ownership.js";
import { LockBusyError } from "../locks/lock-busy-error.js";
import { describeDiskFailure } from "../mutation/describe-failure.js";
import { visiblePath } from "../text/visible.js";

/** The expected failure behind `cause`, or undefined when it is a defect of ours. */
export function toToolError(cause: unknown, signal: AbortSignal | undefined): ToolError | undefined {
  if (cause instanceof ToolError) return cause;
  if (signal?.aborted === true && (cause === signal.reason || isAbortError(cause))) {
    return new ToolError("CANCELLED", "The call was cancelled before it finished; nothing was changed.", {
      cause,
    });
  }
  if (cause instanceof LockBusyError) return refuseBusy(cause);
  return cause instanceof FileSystemError ? translate(cause) : undefined;
}

const CONFINED_HINT =
  "This server runs in a sandbox that reaches only the roots it was started with. Use files inside the roots, or ask the user.";

/** For an engine that the kernel keeps to the roots it was started with. */
export function refuseConfined({ message, code, data, cause }: ToolError): ToolError {
  return new ToolError(code, message, { data, cause, hint: CONFINED_HINT });
}

function refuseBusy(cause: LockBusyError): ToolError {
  const owner = cause.ownerPid === undefined ? "another process" : `process ${cause.ownerPid}`;
  return new ToolError(
    "FILE_BUSY",
    `${visiblePath(cause.key)} is being changed by ${owner}, which has not finished. Nothing was changed. Try again later, or ask the user.`,
    { data: { path: cause.key, ownerPid: cause.ownerPid, lock: cause.path }, cause },
  );
}

function translate(cause: FileSystemError): ToolError {
  const path = visiblePath(cause.path);
  const data = { path: cause.path, reason: cause.code };
  const foreign = describeOwnershipFault(cause.code, cause.path);
  if (foreign !== undefined) {
    const sentence = `${path} can't be used, because ${foreign.problem}. Nothing was changed. Ask the user to mend that. ${foreign.remedy}`;
    return new ToolError("ACCESS_DENIED", sentence, { data, cause });
  }
  switch (cause.code) {
    case "ENOENT":
    case "ENOTDIR":
      return new ToolError("FILE_NOT_FOUND", `File does not exist: ${path}. Use Glob to find it.`, {
        data,
        cause,
      });
    case "EACCES":
    case "EPERM":
      return new ToolError(
        "ACCESS_DENIED",
        `The operating system does not let this process open or change ${path}. Ask the user to change its permissions.`,
        { data, cause },
      );
    case "NOT_REGULAR":
      return refuseSpecial(cause.path, cause.kind ?? "device", cause);
    case "EISDIR":
      return new ToolError("IS_DIRECTORY", `${path} is a directory, not a file.`, { data, cause });
    case "MOVED":
    case "EBUSY":
      return new ToolError(
        "FILE_UNSTABLE",
        `${path} was moved or changed while it was being opened. Try once more.`,
        { data, cause },
      );
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new ToolError(
        "DISK_FULL",
        `There is no room for the new content of ${path} (${cause.code}). Nothing was changed; the old content is intact. Ask the user to free disk space.`,
        { data, cause },
      );
    case "EROFS":
      return new ToolError(
        "READ_ONLY_DISK",
        `${path} lies on a disk that is mounted read-only. Nothing was changed. Ask the user.`,
        { data, cause },
      );
    case "NOT_WRITTEN":
      return new ToolError(
        "IO_FAILED",
        `The disk reported success for ${path} but holds something else. The old content was kept. Tell the user that this disk loses writes.`,
        { data, cause },
      );
    case "TORN":
      return new ToolError(
        "IO_FAILED",
        `${path} now holds parts of its old and its new content: the disk failed halfway, and no history was kept. Tell the user at once.`,
        { data, cause },
      );
    case "ELOOP":
      return new ToolError("PATH_INVALID", `${path} leads through a circle of links. Name the file itself.`, {
        data,
        cause,
      });
    case "ENAMETOOLONG":
      return new ToolError("PATH_INVALID", `${path} has a name that is too long for the file system.`, {
        data,
        cause,
      });
    default:
      return new ToolError("IO_FAILED", `The disk answered ${cause.code} for ${path}. Nothing was changed.`, {
        data,
        cause,
      });
  }
}

/**
 * The expected failure of an undo, redo or rewind, or `undefined`. It names one file and says nothing of others: earlier
 * files of the same step may have been restored.
 */
export function toRestoreError(cause: unknown, kind: string): ToolError | undefined {
  if (!(cause instanceof FileSystemError)) return toToolError(cause, undefined);
  const { code, data } = translate(cause);
  const { problem, remedy } = describeDiskFailure(cause.code, cause.path);
  return new ToolError(
    code,
    `The ${kind} stopped at ${visiblePath(cause.path)}: ${problem} (${cause.code}). This file was not changed. ${remedy}, then repeat the ${kind}.`,
    { data: { ...data, kind }, cause },
  );
}

const kindsInWords = {
  fifo: "a named pipe",
  socket: "a socket",
  device: "a device",
  file: "",
  directory: "",
};

export function refuseSpecial(path: string, kind: keyof typeof kindsInWords, cause?: unknown): ToolError {
  return new ToolError(
    "NOT_REGULAR_FILE",
    `${visiblePath(path)} is ${kindsInWords[kind]}, not a regular file; opening it could wait for ever. Name a regular file instead.`,
    { data: { path, kind }, cause },
  );
}

function isAbortError(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "AbortError";
}
