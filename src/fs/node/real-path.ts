/** A path without links, for looks that are not worth the engine; as it was given if it can't be resolved. */
import { realpathSync } from "node:fs";

export function findRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
