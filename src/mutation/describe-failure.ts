import { ToolError } from "../errors/tool-error.js";
import { FileSystemError } from "../fs/file-system.js";

/** Why a change could not be made, as a clause. Throws what is neither a failure of the disk nor of the history. */
export function describeFailure(cause: unknown): string {
  if (cause instanceof FileSystemError) return `the disk answered ${cause.code}`;
  if (!(cause instanceof ToolError)) throw cause;
  const { reason } = cause.data;
  return cause.code === "HISTORY_UNAVAILABLE" && typeof reason === "string"
    ? `the history could not be written (${reason})`
    : cause.message;
}
