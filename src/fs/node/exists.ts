/** Whether anything has this name, for looks that are not worth the engine: only the answer "no" may spare work. */
import { existsSync } from "node:fs";

export function isSomethingAt(path: string): boolean {
  return existsSync(path);
}
