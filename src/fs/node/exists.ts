/** What has a name, for looks that are not worth the engine: only the answer "nothing" may spare work. */
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
