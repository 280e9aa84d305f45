import { ToolError } from "../errors/tool-error.js";
import { FileSystemError } from "../fs/file-system.js";
import { describeOwnershipFault } from "../fs/ownership.js";

/** Why a change could not be made, as a clause. Throws what is neither a failure of the disk nor of the history. */
export function describeFailure(cause: unknown): string {
  if (cause instanceof FileSystemError) {
    const { problem, remedy } = describeDiskFailure(cause.code, cause.path);
    return `${problem} (${cause.code}). ${remedy}, then try again`;
  }
  if (!(cause instanceof ToolError)) throw cause;
  const { reason } = cause.data;
  return cause.code === "HISTORY_UNAVAILABLE" && typeof reason === "string"
    ? `the history could not be written (${reason})`
    : cause.message;
}

/** For people: what is wrong, as a clause, and what to do about it. */
export function describeDiskFailure(
  code: string,
  path: string,
): { readonly problem: string; readonly remedy: string } {
  const foreign = describeOwnershipFault(code, path);
  if (foreign !== undefined) return foreign;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return { problem: "there is no room for its content", remedy: "Free disk space" };
    case "EROFS":
      return { problem: "its disk is mounted read-only", remedy: "Make the disk writable" };
    case "EACCES":
    case "EPERM":
      return { problem: "the operating system denies access", remedy: "Change its permissions" };
    case "MOVED":
    case "EBUSY":
      return {
        problem: "another program moved or changed it",
        remedy: "Wait for that program to finish",
      };
    case "NOT_WRITTEN":
      return { problem: "the disk lost what was written", remedy: "Check the disk" };
    default:
      return { problem: "the disk reported an error", remedy: "Check the disk and the path" };
  }
}
