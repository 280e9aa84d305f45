/** Cheap existence checks that need no engine. Callers may only rely on the answer "nothing is there". */
import { existsSync, statSync } from "node:fs";

export function isSomethingAt(path: string): boolean {
  return existsSync(path);
}

/** `undefined` if nothing is there, or it can't be looked at. */
export function findKindAt(path: string): "folder" | "other" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "other";
  } catch {
    return undefined;
  }
}
