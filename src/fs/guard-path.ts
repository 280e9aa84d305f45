/**
 * What can be known of a path from its letters alone, before any disk is touched. Touching a UNC path would already
 * send credentials over the network, and opening a device may never return.
 */
import { posix, win32 } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import { visiblePath } from "../text/visible.js";
import type { AbsolutePath } from "./paths.js";

export interface PathSurroundings {
  readonly platform: NodeJS.Platform;
  readonly workingDirectory: string;
  readonly homeDirectory: string;
}

const MAX_PATH_LENGTH = 4096;
/** The one device that may be read: it is empty, and ends. */
export const NULL_DEVICE = "/dev/null";
const BLOCKED_DEVICE =
  /^\/(?:dev\/(?:zero|random|urandom|full|stdin|tty|console|stdout|stderr|fd\/[0-2])|proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?fd\/[0-2])$/;

/** Whether a path means something only below a folder. Unusable paths are not relative: `guardPath` has the words for them. */
export function isRelativePath(path: string): boolean {
  return path.trim() !== "" && !/^(?:[\\/]|~(?:\/|$)|[A-Za-z]:[\\/]|file:\/\/)/i.test(path);
}

export function guardPath(path: string, surroundings: PathSurroundings): AbsolutePath {
  const { platform, homeDirectory } = surroundings;
  const rules = platform === "win32" ? win32 : posix;

  refuseUnusable(path, surroundings);
  const expanded = path === "~" || path.startsWith("~/") ? rules.join(homeDirectory, path.slice(1)) : path;
  if (!rules.isAbsolute(expanded)) throw refuseRelative(path, surroundings);

  const normalised = rules.resolve(expanded);
  if (platform !== "win32" && BLOCKED_DEVICE.test(normalised)) {
    throw new ToolError(
      "DEVICE_BLOCKED",
      `${visiblePath(path)} is a device that never ends or waits for input; it can't be opened. Name a regular file instead.`,
      { data: { path } },
    );
  }
  return normalised as AbsolutePath;
}

function refuseUnusable(path: string, { platform }: PathSurroundings): void {
  if (path.trim() === "") throw invalid(path, "the path is empty", "Give the absolute path of a file.");
  if (path.includes("\0")) throw invalid(path, "the path contains a NUL byte", "Remove it.");
  if (!path.isWellFormed()) {
    throw invalid(path, "the path contains half of a surrogate pair", "Send the name as valid Unicode.");
  }
  if (path.length > MAX_PATH_LENGTH) {
    throw invalid(path, `the path is longer than ${MAX_PATH_LENGTH} characters`, "No file system takes it.");
  }
  if (path.startsWith("\\\\") || (platform === "win32" && /^[\\/]{2}/.test(path))) {
    throw invalid(path, "network (UNC) paths are not opened", "Use a path on a local or mounted disk.");
  }
  if (platform !== "win32" && /^[A-Za-z]:[\\/]/.test(path)) {
    throw invalid(path, "a drive-letter path means nothing on this system", "Use a path that starts with /.");
  }
  if (/^file:\/\//i.test(path)) throw invalid(path, "a URL is not a path", "Send the path without file://.");
}

function refuseRelative(path: string, { platform, workingDirectory }: PathSurroundings): ToolError {
  const absolute = (platform === "win32" ? win32 : posix).resolve(workingDirectory, path);
  return new ToolError(
    "PATH_NOT_ABSOLUTE",
    `The path must be absolute. Under the working directory it would be ${visiblePath(absolute)}.`,
    { data: { path, absolute } },
  );
}

function invalid(path: string, reason: string, advice: string): ToolError {
  return new ToolError("PATH_INVALID", `Path refused, ${reason}: "${visiblePath(path)}". ${advice}`, {
    data: { path, reason },
  });
}
