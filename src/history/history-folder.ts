/** The folder of the history: its files, their names, and the indexes beside them. */
import { basename, dirname, join } from "node:path";
import {
  type Counter,
  type FileSystem,
  FileSystemError,
  type MaybePromise,
  type OpenFile,
  type OwnFile,
} from "../fs/file-system.js";
import { finish, type Steps, waitFor } from "../fs/maybe-promise.js";
import { readOwnFile, requireOwn, requireOwnFile } from "../fs/ownership.js";
import type { AbsolutePath } from "../fs/paths.js";
import { FileIndex } from "./file-index.js";
import { readFrames } from "./read-frames.js";
import { KeyFile, type RecordKey } from "./record-key.js";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MAX_FILES = 1_000_000;
const MAX_INDEX_BYTES = 256 * 1024 * 1024;

const SUFFIX = ".log";
const INDEX_SUFFIX = ".idx";
/** Versions that did not sign their records gave other names to their files. */
const OWN_NAME = /^a\d{13,}-[\w-]+\.log$/;
const OLD_NAME = /^\d{14}-[\w-]+\.(?:log|open)$/;

export interface HistoryFolderDeps {
  readonly fileSystem: FileSystem;
  readonly folder: AbsolutePath;
  /** Makes names of files unique. */
  readonly randomName: () => string;
  /** Called once for each file that holds records which are not ours. */
  readonly onForeign?: (file: ForeignFile) => void;
}

/** A history file with records that are not signed with our key. They are ignored, and the file is never deleted. */
export interface ForeignFile {
  readonly path: string;
  /** Whether an earlier version may have written it, which did not sign. */
  readonly isOld: boolean;
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
  readonly keyFile: KeyFile;
  readonly #onForeign: HistoryFolderDeps["onForeign"];
  readonly #foreign = new Set<string>();
  #isOwn = false;

  constructor({ fileSystem, folder, randomName, onForeign }: HistoryFolderDeps) {
    this.fileSystem = fileSystem;
    this.path = folder;
    this.#randomName = randomName;
    this.#onForeign = onForeign;
    this.keyFile = new KeyFile({ fileSystem, path: this.pathOf("key"), randomName });
  }

  pathOf(name: string): AbsolutePath {
    return join(this.path, name) as AbsolutePath;
  }

  indexPathOf(name: string): AbsolutePath {
    return this.pathOf(`${name}${INDEX_SUFFIX}`);
  }

  make(): MaybePromise<void> {
    return finish(this.#make());
  }

  *#make(): Steps<void> {
    yield* this.#requireOwn();
    yield* waitFor(this.fileSystem.makeDirectory(this.path, FOLDER_MODE));
    this.#isOwn = true;
  }

  /** Throws if others could have put files into the folder. Once nobody else can, nobody else can change that. */
  *#requireOwn(): Steps<void> {
    if (this.#isOwn) return;
    const state = dirname(this.path) as AbsolutePath;
    this.#isOwn = yield* waitFor(requireOwn(this.fileSystem, state, basename(this.path)));
  }

  /** Names sort by the sequence number that the file begins with. */
  newName(seq: number): string {
    return `a${String(seq).padStart(13, "0")}-${this.#randomName()}${SUFFIX}`;
  }

  /** The sequence number that a file begins with, by its name. */
  firstSequenceOf(name: string): number {
    return Number.parseInt(name.slice(1), 10);
  }

  /** The number that the last record had. */
  *openCounter(): Steps<Counter> {
    yield* waitFor(requireOwn(this.fileSystem, this.path, "sequence"));
    return this.fileSystem.openCounter(this.pathOf("sequence"));
  }

  /** Opens a file that is there. */
  async open(name: string): Promise<OwnFile> {
    const path = this.pathOf(name);
    const file = await this.fileSystem.openOwnFile(path);
    try {
      requireOwnFile(await file.stat(), path);
      return file;
    } catch (cause) {
      await file.close();
      throw cause;
    }
  }

  create(name: string): ReturnType<FileSystem["openOwnFile"]> {
    return this.fileSystem.openOwnFile(this.pathOf(name), FILE_MODE);
  }

  /** Oldest first, by name. */
  async list(): Promise<ListedFile[]> {
    const names = new Set(await this.listNames());
    return [...names]
      .filter((name) => OWN_NAME.test(name))
      .toSorted()
      .map((name) => ({ name, isIndexed: names.has(`${name}${INDEX_SUFFIX}`) }));
  }

  /** Files that hold records which are not ours, as far as they have been read, and those of earlier versions. */
  async listForeign(): Promise<readonly ForeignFile[]> {
    const old = (await this.listNames()).filter((name) => OLD_NAME.test(name));
    return [
      ...old.toSorted().map((name) => ({ path: this.pathOf(name), isOld: true })),
      ...[...this.#foreign].toSorted().map((name) => ({ path: this.pathOf(name), isOld: false })),
    ];
  }

  /** Indexes whose file is gone: a process died while it removed them. */
  async listStrayIndexes(): Promise<readonly AbsolutePath[]> {
    const names = new Set(await this.listNames());
    return [...names]
      .map((name) => name.slice(0, -INDEX_SUFFIX.length))
      .filter((name) => OWN_NAME.test(name) && !names.has(name) && names.has(`${name}${INDEX_SUFFIX}`))
      .map((name) => this.indexPathOf(name));
  }

  async listNames(): Promise<string[]> {
    await finish(this.#requireOwn());
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
    const key = await finish(this.keyFile.get());
    await this.replace(this.indexPathOf(name), new TextEncoder().encode(index.render(name, key)));
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
    const name = "retention";
    const opened = await unlessMissing(() => this.open(name));
    if (opened !== undefined) return opened;
    try {
      return await this.create(name);
    } catch (cause) {
      // Another process was faster.
      if (!(cause instanceof FileSystemError) || cause.code !== "EEXIST") throw cause;
      return this.open(name);
    }
  }

  forget(name: string): void {
    this.#scanned.delete(name);
  }

  /** `undefined` if the file is gone. */
  withFile<T>(name: string, action: (file: OpenFile) => Promise<T>): Promise<T | undefined> {
    return unlessMissing(async () => {
      const folder = await this.fileSystem.resolve(this.path);
      const { realPath, stat } = await this.fileSystem.resolve(this.pathOf(name));
      if (stat !== undefined && realPath !== join(folder.realPath, name))
        throw new FileSystemError("LINKED", this.pathOf(name));
      const file = await this.fileSystem.open(realPath);
      try {
        requireOwnFile(await file.stat(), this.pathOf(name));
        return await action(file);
      } finally {
        await file.close();
      }
    });
  }

  async readKeptIndex(name: string): Promise<FileIndex | undefined> {
    const key = await this.findKey();
    if (key === undefined) return undefined;
    const options = { maxBytes: MAX_INDEX_BYTES };
    const bytes = await unlessMissing(async () =>
      finish(readOwnFile(this.fileSystem, this.indexPathOf(name), options)),
    );
    return bytes && FileIndex.parse(Buffer.from(bytes).toString("utf8"), name, key);
  }

  /** `undefined` if there is none yet: then no record is ours. */
  async findKey(): Promise<RecordKey | undefined> {
    return unlessMissing(async () => finish(this.keyFile.find()));
  }

  /** A process that was taken for dead may go on writing to a file that others have closed, or a file may be cut. */
  async #isCovered(name: string, { head }: FileIndex): Promise<boolean> {
    const { stat } = await this.fileSystem.resolve(this.pathOf(name));
    return stat === undefined || stat.size === head.bytes;
  }

  /** Reads a file through, or what was added to it since. */
  async scan(name: string, known: FileIndex = FileIndex.empty()): Promise<FileIndex | undefined> {
    const key = await this.findKey();
    const scanned = await this.withFile(name, async (file) => {
      const { size } = await file.stat();
      // Another file has the name by now, or this one was cut.
      const index = size < known.head.bytes || known.isForeign ? FileIndex.empty() : known;
      for await (const frame of readFrames(file, index.head.bytes)) {
        index.take(frame, key);
        if (index.isForeign) break;
      }
      return index;
    });
    if (scanned !== undefined && scanned.head.foreign > 0) this.#reportForeign(name);
    return scanned;
  }

  #reportForeign(name: string): void {
    if (this.#foreign.has(name)) return;
    this.#foreign.add(name);
    this.#onForeign?.({ path: this.pathOf(name), isOld: false });
  }
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
