/** New content too large to hold, written piece by piece in the background and put in place in one step. */
import fs from "node:fs";
import { dirname } from "node:path";
import { type FileStat, FileSystemError, type Replaced, type StagedFile } from "../file-system.js";
import { isSameFingerprint } from "../fingerprint.js";
import type { RealPath } from "../paths.js";
import { closeQuietly, type DirectoryHandle, openDirectory } from "./directory-handle.js";
import { finishReplacing } from "./finish-replacing.js";
import { changed, inFolderOf, type OldFile, type Place, refuseReadOnly, withOldFile } from "./old-file.js";
import { readFully } from "./read-whole.js";
import { type ReplaceContext, refuse } from "./replace-file.js";
import { type TakenPlace, takePlace } from "./take-place.js";
import {
  createTemporary,
  describeDropped,
  keepProperties,
  modeAfter,
  removeQuietly,
} from "./temporary-file.js";
import { errnoOf, toFileStat, toFileSystemError, translated, translatedSoon } from "./translate.js";
import { type Attempt, onceClosed } from "./wait-for-writers.js";

export interface StageRequest extends ReplaceContext {
  readonly realPath: RealPath;
  readonly temporaryName: string;
  readonly isDurable: boolean;
  readonly watchFormer?: boolean;
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
    const { realPath, calls } = this.#request;
    return translatedSoon(realPath, () =>
      onceClosed(realPath, (isPatient) =>
        inFolderOf(realPath, this.#request, (place) =>
          withOldFile(place, (old): Attempt => {
            if (old === undefined) return changed(undefined);
            if (isPatient && calls?.hasWriter(old.descriptor) === true) return "open";
            if (!isSameFingerprint(toFileStat(old.stat), expected)) return changed(undefined);
            refuseReadOnly(place, old);
            return this.#takePlace(place, old);
          }),
        ),
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

  #takePlace(place: Place, old: OldFile): Attempt {
    if (old.stat.nlink > 1n) return refuse("it has several names (hard links)");
    const { temporaryName, calls, isDurable, watchFormer = false } = this.#request;
    const { keepAttributes, keepsSetIdBits } = this.#request;
    const descriptor = this.#descriptor;
    const notKept = keepAttributes(old.descriptor, descriptor, this.#folder.forOthers(temporaryName));
    if ("refusal" in notKept) return refuse(notKept.refusal);
    const statBefore = keepProperties(descriptor, old.stat, modeAfter(old.stat.mode, keepsSetIdBits));
    if (statBefore === undefined) return refuse("it belongs to another user");
    let taken: TakenPlace | undefined;
    if (!isDurable) calls?.startWriteback(descriptor);
    try {
      taken = takePlace(place, old, temporaryName, calls);
    } catch (cause) {
      const code = errnoOf(cause);
      if (code !== "EBUSY" && code !== "EXDEV" && code !== "EPERM" && code !== "EACCES") throw cause;
      return refuse("it can't be replaced by a rename");
    }
    if (taken === undefined) return "again";
    this.#isOpen = false;
    this.#folder.close();
    const { size, mtimeNs } = old.stat;
    return finishReplacing({
      place,
      old,
      descriptor,
      statBefore: toFileStat(statBefore),
      taken,
      // Too large to compare. An exchange moves the change time, so the others have to tell.
      isExpected: (former) => {
        const now = fs.fstatSync(former, { bigint: true });
        return now.ino === old.stat.ino && now.size === size && now.mtimeNs === mtimeNs;
      },
      isDurable,
      watchFormer,
      notKept: [...notKept, ...describeDropped(old.stat.mode, keepsSetIdBits)],
      calls,
    });
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
    closeQuietly(this.#descriptor);
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
