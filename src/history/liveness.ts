/**
 * Whether someone still writes a history file, and whether all in it is settled. A lock that the system releases with
 * its holder decides where there is one, across process namespaces and host names; elsewhere, what the writer says of itself.
 */
import { FileSystemError, type OwnFile } from "../fs/file-system.js";
import type { FileIndex } from "./file-index.js";
import type { HistoryFolder, ListedFile } from "./history-folder.js";

/** A file without a record is just being begun; after so long, its writer has died before it could sign. */
const UNSIGNED_MS = 60_000;

export interface LivenessDeps {
  readonly folder: HistoryFolder;
  readonly now: () => number;
  readonly isOwn: (name: string) => boolean;
  /** For writers without a lock, by what they say of themselves and when they wrote last. */
  readonly isOwnerAlive: (owner: string, newestAt: number) => boolean;
}

export class Liveness {
  readonly #deps: LivenessDeps;

  constructor(deps: LivenessDeps) {
    this.#deps = deps;
  }

  /** Whether every change in the file is known to be applied or failed. An index is kept only of such files. */
  async isComplete(listed: ListedFile): Promise<boolean> {
    if (listed.isIndexed) return true;
    const index = await this.#deps.folder.readIndex(listed);
    return index === undefined || isSettled(index);
  }

  /** The files of processes that died without closing them. */
  async findAbandoned(): Promise<string[]> {
    const abandoned: string[] = [];
    for (const listed of await this.#deps.folder.list()) {
      if (listed.isIndexed || (await this.isComplete(listed)) || (await this.isHeld(listed))) continue;
      abandoned.push(listed.name);
    }
    return abandoned;
  }

  async isHeld(listed: ListedFile): Promise<boolean> {
    return (await this.#whileFree(listed, async () => undefined)) === "held";
  }

  /** Returns whether it was removed. */
  async removeUnlessHeld(listed: ListedFile): Promise<boolean> {
    const { folder } = this.#deps;
    const { name } = listed;
    const outcome = await this.#whileFree(listed, async () => {
      await folder.fileSystem.removeFile(folder.indexPathOf(name));
      await folder.fileSystem.removeFile(folder.pathOf(name));
      folder.forget(name);
    });
    return outcome === "free";
  }

  /** Runs the action under the file's lock unless someone writes it. */
  async #whileFree(listed: ListedFile, action: () => Promise<void>): Promise<"held" | "free" | "gone"> {
    const { name } = listed;
    if (this.#deps.isOwn(name)) return "held";
    const { folder } = this.#deps;
    let file: OwnFile;
    try {
      file = await folder.open(name);
    } catch (cause) {
      if (cause instanceof FileSystemError && cause.code === "ENOENT") return "gone";
      throw cause;
    }
    try {
      if (await this.#isHeldBy(listed, file)) return "held";
      await action();
      return "free";
    } finally {
      await file.close();
    }
  }

  async #isHeldBy(listed: ListedFile, file: OwnFile): Promise<boolean> {
    const lock = await file.tryLock("exclusive");
    if (lock === false) return true;
    const index = await this.#deps.folder.readIndex(listed);
    if (index === undefined || isSettled(index)) return false;
    const { owner } = index;
    if (owner === undefined) {
      const { modifiedNs } = await file.stat();
      return this.#deps.now() - Number(modifiedNs / 1_000_000n) < UNSIGNED_MS;
    }
    if (lock === true && owner.isLocked === true) return false;
    return this.#deps.isOwnerAlive(owner.owner, index.head.newestAt);
  }
}

/** Of a file that someone else began, nothing is ours to settle. */
function isSettled(index: FileIndex): boolean {
  return index.isForeign || (index.isClosed && index.head.records > 0);
}
