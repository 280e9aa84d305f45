/** Names of files between us and language servers. Servers escape them in ways of their own, so paths are compared, not URIs. */
import { fileURLToPath, pathToFileURL } from "node:url";

export function toUri(path: string): string {
  return pathToFileURL(path).href;
}

/** By which documents are told apart; undefined for what is no file here. */
export function findDocumentKey(uri: unknown): string | undefined {
  const path = findFilePath(uri);
  return path === undefined ? undefined : toDocumentKey(path);
}

/** An absolute path; `undefined` for anything but a file of this machine. */
export function findFilePath(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !/^file:/i.test(uri)) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // Escapes of what can be in no path, or another machine's file.
    return undefined;
  }
}

/** On Windows a drive is written in small or capital letters as it comes. */
export function toDocumentKey(path: string): string {
  return process.platform === "win32" ? path.toLowerCase() : path;
}
