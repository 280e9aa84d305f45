/** The folder of the history: its files, their names, and the indexes beside them. */
import { join } from "node:path";
import { type FileSystem, FileSystemError, type OpenFile, type OwnFile } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { FileIndex } from "./file-index.js";
import { readFrames } from "./read-frames.js";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MAX_FILES = 1_000_000;
const MAX_INDEX_BYTES = 256 * 1024 * 1024;

const SUFFIX = ".log";
/** Versions before sequence numbers gave this to a file that was being written. */
const OLD_OPEN_SUFFIX = ".open";
const INDEX_SUFFIX = ".idx";

export interface HistoryFolderDeps {
  readonly fileSystem: FileSystem;
  readonly folder: AbsolutePath;
  /** Makes names of files unique. */
  readonly randomName: () => string;
}

export interface ListedFile {
  readonly name: string;
  readonly isIndexed: boolean;
}

export class HistoryFolder {
  readonly fileSystem: FileSystem;
  readonly path: AbsolutePath;
  readonly #randomName: () => string;
  /** Indexes of the files that this process writes, kept up to date by the writer. */
  readonly live: Map<string, FileIndex> = new Map();
  /** Files without an index are read through once; from then on, only what was added to them. */
  readonly #scanned = new Map<string, Promise<FileIndex | undefined>>();

  constructor({ fileSystem, folder, randomName }: HistoryFolderDeps) {
    this.fileSystem = fileSystem;
    this.path = folder;
    this.#randomName = randomName;
  }

  pathOf(name: string): AbsolutePath {
    return join(this.path, name) as AbsolutePath;
  }

  indexPathOf(name: string): AbsolutePath {
    return this.pathOf(`${name}${INDEX_SUFFIX}`);
  }

  make(): ReturnType<FileSystem["makeDirectory"]> {
    return this.fileSystem.makeDirectory(this.path, FOLDER_MODE);
  }

  /** Names sort by the sequence number that the file begins with, after those of earlier versions, which began with a time. */
  newName(seq: number): string {
    return `9${String(seq).padStart(13, "0")}-${this.#randomName()}${SUFFIX}`;
  }

  /** The sequence number that a file begins with, by its name. */
  firstSequenceOf(name: string): number {
    return name.startsWith("9") ? Number.parseInt(name.slice(1), 10) || 0 : 0;
  }

  create(name: string): ReturnType<FileSystem["openOwnFile"]> {
    return this.fileSystem.openOwnFile(this.pathOf(name), FILE_MODE);
  }

  /** Oldest first, by name. */
  async list(): Promise<ListedFile[]> {
    const names = new Set(await this.listNames());
    return [...names]
      .filter((name) => name.endsWith(SUFFIX) || name.endsWith(OLD_OPEN_SUFFIX))
      .toSorted()
      .map((name) => ({ name, isIndexed: names.has(`${name}${INDEX_SUFFIX}`) }));
  }

  async listNames(): Promise<string[]> {
    const listed = await unlessMissing(async () => {
      const { realPath } = await this.fileSystem.resolve(this.path);
      return this.fileSystem.list(realPath, MAX_FILES);
    });
    return listed?.entries.map(({ name }) => name) ?? [];
  }

  /** What a file holds by now; `undefined` if it is gone. */
  async readIndex({ name, isIndexed }: ListedFile): Promise<FileIndex | undefined> {
    const live = this.live.get(name);
    if (live !== undefined) return live;
    const kept = isIndexed ? await this.readKeptIndex(name) : undefined;
    if (kept !== undefined && (await this.#isCovered(name, kept))) return kept;
    // One after another: two readers must not both add the same records.
    const before = this.#scanned.get(name);
    const scan = async (known: FileIndex | undefined): Promise<FileIndex | undefined> =>
      this.scan(name, known ?? kept ?? FileIndex.empty());
    const scanned = before === undefined ? scan(undefined) : before.then(scan, async () => scan(undefined));
    this.#scanned.set(name, scanned);
    return scanned;
  }

  /** Only for a file that nothing is added to any more. The index of a file that is gone is removed with the next pruning. */
  async keepIndex(name: string, index: FileIndex): Promise<void> {
    await this.replace(this.indexPathOf(name), new TextEncoder().encode(index.render()));
    this.#scanned.delete(name);
  }

  /** For what may be lost, but not be half written. */
  async replace(path: AbsolutePath, bytes: Uint8Array): Promise<void> {
    await this.make();
    const temporary = this.pathOf(`${this.#randomName()}.tmp`);
    await this.fileSystem.createFile(temporary, bytes, FILE_MODE);
    await this.fileSystem.rename(temporary, path);
  }

  /**
   * Keeps files from being removed, by any process, until the result is closed; `undefined` where there are no locks.
   * "removing" is refused, with `false`, while anyone keeps them.
   */
  async lock(purpose: "keeping" | "removing"): Promise<OwnFile | undefined | false> {
    await this.make();
    const file = await this.#openLockFile();
    const isLocked = await file.tryLock(purpose === "keeping" ? "shared" : "exclusive");
    if (isLocked === true) return file;
    await file.close();
    return isLocked;
  }

  async #openLockFile(): Promise<OwnFile> {
    const path = this.pathOf("retention");
    const opened = await unlessMissing(async () => this.fileSystem.openOwnFile(path));
    if (opened !== undefined) return opened;
    try {
      return await this.fileSystem.openOwnFile(path, FILE_MODE);
    } catch (cause) {
      // Another process was faster.
      if (!(cause instanceof FileSystemError) || cause.code !== "EEXIST") throw cause;
      return this.fileSystem.openOwnFile(path);
    }
  }

  forget(name: string): void {
    this.#scanned.delete(name);
  }

  /** `undefined` if the file is gone. */
  withFile<T>(name: string, action: (file: OpenFile) => Promise<T>): Promise<T | undefined> {
    return unlessMissing(async () => {
      const { realPath } = await this.fileSystem.resolve(this.pathOf(name));
      const file = await this.fileSystem.open(realPath);
      try {
        return await action(file);
      } finally {
        await file.close();
      }
    });
  }

  async readKeptIndex(name: string): Promise<FileIndex | undefined> {
    const kept = await unlessMissing(async () => {
      const { realPath } = await this.fileSystem.resolve(this.indexPathOf(name));
      return this.fileSystem.readSmallFile(realPath, MAX_INDEX_BYTES);
    });
    return kept?.bytes && FileIndex.parse(Buffer.from(kept.bytes).toString("utf8"));
  }

  /** A process that was taken for dead may go on writing to a file that others have closed, or a file may be cut. */
  async #isCovered(name: string, { head }: FileIndex): Promise<boolean> {
    const { stat } = await this.fileSystem.resolve(this.pathOf(name));
    return stat === undefined || stat.size === head.bytes;
  }

  /** Reads a file through, or what was added to it since. */
  scan(name: string, known: FileIndex = FileIndex.empty()): Promise<FileIndex | undefined> {
    return this.withFile(name, async (file) => {
      const { size } = await file.stat();
      // Another file has the name by now, or this one was cut.
      const index = size < known.head.bytes ? FileIndex.empty() : known;
      for await (const frame of readFrames(file, index.head.bytes)) index.take(frame);
      return index;
    });
  }
}

/** Whether a file of an earlier version was complete: it said so by its name. */
export function isCompleteByName(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Another process may remove a file at any time. */
async function unlessMissing<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof FileSystemError && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}
