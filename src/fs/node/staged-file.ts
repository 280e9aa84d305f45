/** New content too large to hold, written piece by piece in the background and put in place in one step. */
import fs from "node:fs";
import { dirname } from "node:path";
import { type FileStat, FileSystemError, type Replaced, type StagedFile } from "../file-system.js";
import { isSameFingerprint } from "../fingerprint.js";
import type { RealPath } from "../paths.js";
import { type DirectoryHandle, openDirectory } from "./directory-handle.js";
import {
  changed,
  type FolderContext,
  inFolderOf,
  type OldFile,
  type Place,
  refuseReadOnly,
  withOldFile,
} from "./old-file.js";
import { readFully } from "./read-whole.js";
import { createTemporary, keepProperties, removeQuietly } from "./temporary-file.js";
import { errnoOf, toFileStat, toFileSystemError, translated } from "./translate.js";

export interface StageRequest extends FolderContext {
  readonly realPath: RealPath;
  readonly temporaryName: string;
  readonly isDurable: boolean;
  readonly decorate: (temporaryPath: string) => readonly string[];
}

export class NodeStagedFile implements StagedFile {
  readonly #request: StageRequest;
  readonly #folder: DirectoryHandle;
  readonly #descriptor: number;
  #length = 0;
  #isOpen = true;

  constructor(request: StageRequest) {
    this.#request = request;
    this.#folder = openDirectory(dirname(request.realPath), request.tellsPaths);
    try {
      // Private until it is given the properties of the file it replaces.
      const old = { uid: 0n, gid: 0n, mode: 0n };
      this.#descriptor = createTemporary(this.#folder, { name: request.temporaryName, old, mode: undefined });
    } catch (cause) {
      this.#folder.close();
      throw cause;
    }
  }

  async append(bytes: Uint8Array): Promise<void> {
    const position = this.#length;
    this.#length += bytes.length;
    await writeFully(this.#descriptor, bytes, position, this.#request.realPath);
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return readFully(this.#descriptor, target, position, this.#request.realPath);
  }

  async publish(expected: FileStat): Promise<Replaced> {
    if (this.#request.isDurable) await this.#sync();
    const { realPath } = this.#request;
    return translated(realPath, () =>
      inFolderOf(realPath, this.#request, (place) =>
        withOldFile(place, (old) => {
          if (old === undefined || !isSameFingerprint(toFileStat(old.stat), expected))
            return changed(undefined);
          refuseReadOnly(place, old);
          return this.#rename(place, old);
        }),
      ),
    );
  }

  discard(): void {
    if (!this.#isOpen) return;
    translated(this.#request.realPath, () => {
      try {
        removeQuietly(this.#folder.at(this.#request.temporaryName));
      } finally {
        this.#close();
      }
    });
  }

  #rename(place: Place, old: OldFile): Replaced {
    if (old.stat.nlink > 1n)
      return { outcome: "not-replaceable", reason: "it has several names (hard links)" };
    const { temporaryName } = this.#request;
    const notKept = this.#request.decorate(this.#folder.forOthers(temporaryName));
    if (!keepProperties(this.#descriptor, old.stat)) {
      return { outcome: "not-replaceable", reason: "it belongs to another user" };
    }
    const temporaryPath = this.#folder.at(temporaryName);
    try {
      fs.renameSync(temporaryPath, place.folder.at(place.name));
    } catch (cause) {
      const code = errnoOf(cause);
      if (code !== "EBUSY" && code !== "EXDEV" && code !== "EPERM" && code !== "EACCES") throw cause;
      return { outcome: "not-replaceable", reason: "it can't be replaced by a rename" };
    }
    if (this.#request.isDurable) place.folder.sync();
    const stat = toFileStat(fs.fstatSync(this.#descriptor, { bigint: true }));
    this.#close();
    return { outcome: "replaced", stat, displaced: undefined, notKept };
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.fsync(this.#descriptor, (cause) => {
        if (cause === null) resolve();
        else reject(toFileSystemError(cause, this.#request.realPath));
      });
    });
  }

  #close(): void {
    this.#isOpen = false;
    fs.closeSync(this.#descriptor);
    this.#folder.close();
  }
}

function writeFully(descriptor: number, bytes: Uint8Array, position: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const step = (done: number): void => {
      fs.write(descriptor, bytes, done, bytes.length - done, position + done, (cause, count) => {
        if (cause !== null) reject(toFileSystemError(cause, path));
        else if (done + count === bytes.length) resolve();
        else if (count === 0) reject(new FileSystemError("ENOSPC", path));
        else step(done + count);
      });
    };
    if (bytes.length === 0) resolve();
    else step(0);
  });
}
