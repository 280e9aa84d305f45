import { readdirSync } from "node:fs";
import type { AbsolutePath } from "../paths.js";

/** Whether the system lets this process list a folder. */
export function isListable(folder: AbsolutePath): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
