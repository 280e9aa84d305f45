/** Adding to a file of our own: all of the bytes, or none. */
import fs from "node:fs";
import { dirname } from "node:path";
import type { AppendOptions } from "../file-system.js";
import { syncFolder } from "./directory-handle.js";
import { writeAll } from "./temporary-file.js";

export function appendToFile(path: string, bytes: Uint8Array, options: AppendOptions): void {
  const { mode, isDurable, at, room } = options;
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = fs.constants;
  const descriptor = fs.openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode);
  try {
    const { size } = fs.fstatSync(descriptor);
    try {
      const end = at + bytes.length;
      writeAll(descriptor, bytes, at);
      if (room > 0 && end > size) keepRoom(descriptor, end, room);
      if (isDurable) fs.fdatasyncSync(descriptor);
      if (isDurable && size === 0) syncFolder(dirname(path));
    } catch (cause) {
      fs.ftruncateSync(descriptor, at);
      throw cause;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** A disk too full for the room may still have had place for the bytes. */
function keepRoom(descriptor: number, end: number, room: number): void {
  try {
    writeAll(descriptor, new Uint8Array(room), end);
  } catch {
    fs.ftruncateSync(descriptor, end);
  }
}
