/** Reading from an open descriptor until the end is really reached. */
import fs from "node:fs";
import type { FileStat, SmallFile } from "../file-system.js";
import type { Slabs } from "./slabs.js";
import { toFileSystemError } from "./translate.js";

/** Files whose size says 0 may still have content (procfs); one read of this size finds out. */
const UNSIZED_READ = 65_536;

export function readAllSync(
  descriptor: number,
  stat: FileStat,
  maxBytes: number,
  slabs: Slabs,
): Uint8Array | undefined {
  let buffer = slabs.take(stat.size === 0 ? UNSIZED_READ : stat.size + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(descriptor, buffer, length, buffer.length - length, length);
    length += count;
    if (count === 0) return buffer.subarray(0, length);
    if (length > maxBytes) return undefined;
    // Grown since the stat, or unsized: go on until the end is really reached.
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    else if (length === stat.size) return buffer.subarray(0, length);
  }
}

export async function readAllAsync(
  descriptor: number,
  stat: FileStat,
  maxBytes: number,
  path: string,
): Promise<SmallFile> {
  try {
    const buffer = Buffer.allocUnsafeSlow(stat.size + 1);
    const length = await readFully(descriptor, buffer, 0, path);
    const bytes = length > maxBytes ? undefined : buffer.subarray(0, length);
    return { stat, bytes };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Regular files answer short reads only at their end, but the contract promises it, so it is enforced. */
export function readFully(
  descriptor: number,
  target: Uint8Array,
  position: number,
  path: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const step = (done: number): void => {
      fs.read(descriptor, target, done, target.length - done, position + done, (cause, count) => {
        if (cause !== null) reject(toFileSystemError(cause, path));
        else if (count === 0 || done + count === target.length) resolve(done + count);
        else step(done + count);
      });
    };
    step(0);
  });
}

/** All that an open file holds now. */
export function readHeld(descriptor: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(fs.fstatSync(descriptor).size);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count) {
    count = fs.readSync(descriptor, bytes, length, bytes.length - length, length);
  }
  return bytes.subarray(0, length);
}
