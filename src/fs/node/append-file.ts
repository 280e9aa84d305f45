/** Adding to a file of our own: all of the bytes, or none. */
import fs from "node:fs";
import { dirname } from "node:path";
import type { AppendOptions } from "../file-system.js";
import { syncFolder } from "./directory-handle.js";
import { writeAll } from "./temporary-file.js";

export function appendToFile(path: string, bytes: Uint8Array, { mode, isDurable }: AppendOptions): number {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = fs.constants;
  const descriptor = fs.openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode);
  try {
    const { size } = fs.fstatSync(descriptor);
    try {
      writeAll(descriptor, bytes, size);
      if (isDurable) fs.fdatasyncSync(descriptor);
      if (isDurable && size === 0) syncFolder(dirname(path));
    } catch (cause) {
      fs.ftruncateSync(descriptor, size);
      throw cause;
    }
    return size;
  } finally {
    fs.closeSync(descriptor);
  }
}
