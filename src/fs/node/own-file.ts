/** Files of the engine's own, held open by their descriptor; see `OwnFile` in file-system.ts for what it promises. */
import fs from "node:fs";
import { dirname } from "node:path";
import type { AppendOptions, Counter, LockKind, OwnFile } from "../file-system.js";
import { syncFolder } from "./directory-handle.js";
import { NodeOpenFile } from "./node-open-file.js";
import type { SystemCalls } from "./system-calls.js";
import { writeAll } from "./temporary-file.js";
import { translated } from "./translate.js";

const { O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW } = fs.constants;
const COUNTER_MODE = 0o600;

/** With a mode, the file is created and must not exist; without, it must. */
export function openOwnFile(
  path: string,
  mode: number | undefined,
  findSystemCalls: () => SystemCalls | undefined,
): OwnFile {
  const flags = mode === undefined ? O_RDWR | O_NOFOLLOW : O_RDWR | O_NOFOLLOW | O_CREAT | O_EXCL;
  return new NodeOwnFile(fs.openSync(path, flags, mode), path, findSystemCalls);
}

class NodeOwnFile extends NodeOpenFile implements OwnFile {
  readonly #descriptor: number;
  readonly #path: string;
  readonly #findSystemCalls: () => SystemCalls | undefined;
  /** Kept because a write within allocated space needs no look at the size. */
  #size: number;

  constructor(descriptor: number, path: string, findSystemCalls: () => SystemCalls | undefined) {
    super(descriptor, path);
    this.#descriptor = descriptor;
    this.#path = path;
    this.#findSystemCalls = findSystemCalls;
    this.#size = fs.fstatSync(descriptor).size;
  }

  append(bytes: Uint8Array, { at, room, isDurable }: AppendOptions): void {
    translated(this.#path, () => {
      const isNew = this.#size === 0;
      const end = at + bytes.length;
      try {
        writeAll(this.#descriptor, bytes, at);
        if (end > this.#size) this.#size = room > 0 ? this.#keepRoom(end, room) : end;
        if (isDurable) fs.fdatasyncSync(this.#descriptor);
        if (isDurable && isNew) syncFolder(dirname(this.#path));
      } catch (cause) {
        this.truncate(at);
        throw cause;
      }
    });
  }

  truncate(size: number): void {
    translated(this.#path, () => fs.ftruncateSync(this.#descriptor, size));
    this.#size = size;
  }

  isNamed(): boolean {
    return translated(this.#path, () => {
      const named = fs.lstatSync(this.#path, { bigint: true, throwIfNoEntry: false });
      if (named === undefined) return false;
      const held = fs.fstatSync(this.#descriptor, { bigint: true });
      return named.ino === held.ino && named.dev === held.dev;
    });
  }

  tryLock(kind: LockKind): boolean | undefined {
    try {
      return this.#findSystemCalls()?.tryLock(this.#descriptor, kind);
    } catch {
      return undefined;
    }
  }

  /** Returns the new size. A disk too full for the room may still have had space for the bytes. */
  #keepRoom(end: number, room: number): number {
    try {
      writeAll(this.#descriptor, new Uint8Array(room), end);
      return end + room;
    } catch {
      fs.ftruncateSync(this.#descriptor, end);
      return end;
    }
  }
}

/**
 * Counts by the size of a file: appending one byte is atomic, and the size found afterwards is larger than any that was
 * found before, whichever process looked.
 */
export class NodeCounter implements Counter {
  readonly #path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  next(atLeast: number): number {
    return translated(this.#path, () => {
      for (;;) {
        this.#descriptor ??= fs.openSync(
          this.#path,
          O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW,
          COUNTER_MODE,
        );
        fs.writeSync(this.#descriptor, "\n");
        const { size, nlink } = fs.fstatSync(this.#descriptor);
        // Removed with its folder, for example: the next process would count from the start.
        if (nlink === 0) this.close();
        else if (size <= atLeast) this.#extend(atLeast);
        else return size;
      }
    });
  }

  close(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** By a write at that position, which never makes a file shorter, as setting its size might. */
  #extend(size: number): void {
    const descriptor = fs.openSync(this.#path, O_WRONLY | O_NOFOLLOW);
    try {
      fs.writeSync(descriptor, "\n", size - 1);
    } finally {
      fs.closeSync(descriptor);
    }
  }
}
