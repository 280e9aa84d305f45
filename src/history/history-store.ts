/**
 * The history on disk: files in the state directory, each written by one process only, so that no process waits for
 * another. A content and the record that needs it go out in one append and one sync, before the user's file changes.
 */
import { basename, join } from "node:path";
import { type FileSystem, FileSystemError, type MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { type BlobPlace, encodeBlobFrame, encodeJournalFrame, readBlob } from "./frames.js";
import { type HistoryFile, readHistoryFile } from "./history-file.js";
import type { JournalRecord } from "./records.js";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** A file that has no owner in it yet is being begun; after so long, its writer has died before it could sign. */
const UNSIGNED_MS = 60_000;
const MAX_FILES = 1_000_000;
/** Kept allocated behind what is written, so that most records do not make the file grow. */
const ROOM_BYTES = 256 * 1024;

export const OPEN_SUFFIX = ".open";
const CLOSED_SUFFIX = ".log";

/** A content with its hash, to be kept. */
export interface KeptContent {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export interface StoreGround {
  /** A new file is begun past this size; old ones are removed whole when their time has come. */
  readonly fileBytes: number;
  readonly fileSystem: FileSystem;
  readonly folder: AbsolutePath;
  readonly now: () => number;
  /** Who writes, in a form by which others can tell whether this process still lives. */
  readonly owner: () => string;
  /** Makes names of files unique. */
  readonly randomName: () => string;
}

interface OwnFile {
  readonly path: AbsolutePath;
  size: number;
  /** What this file already holds, so that it need not be written again. */
  readonly contents: Set<string>;
}

export class HistoryStore {
  readonly #ground: StoreGround;
  #own: OwnFile | undefined;
  #writing: Promise<void> | undefined;
  #hasFilled = false;

  constructor(ground: StoreGround) {
    this.#ground = ground;
  }

  get folder(): AbsolutePath {
    return this.#ground.folder;
  }

  /** Adds contents and records, in this order. Answers at once on a disk that does. */
  add(
    contents: readonly KeptContent[],
    records: readonly JournalRecord[],
    options: { readonly isDurable: boolean },
  ): MaybePromise<void> {
    const write = (): MaybePromise<void> => {
      const begun = this.#fileToAddTo();
      return begun instanceof Promise
        ? begun.then((own) => this.#addTo(own, contents, records, options))
        : this.#addTo(begun, contents, records, options);
    };
    const added = this.#writing === undefined ? write() : this.#writing.then(write);
    if (added instanceof Promise) this.#wait(added);
    return added;
  }

  /** On a disk that takes its time, one after another: each goes where the one before it has ended. */
  #wait(added: Promise<void>): void {
    const leave = (): void => {
      if (this.#writing === settled) this.#writing = undefined;
    };
    const settled: Promise<void> = added.then(leave, leave);
    this.#writing = settled;
  }

  #addTo(
    own: OwnFile,
    contents: readonly KeptContent[],
    records: readonly JournalRecord[],
    { isDurable }: { readonly isDurable: boolean },
  ): MaybePromise<void> {
    const { fileSystem, owner, now } = this.#ground;
    const frames: Buffer[] = [];
    if (own.size === 0) frames.push(encodeJournalFrame({ kind: "owner", at: now(), owner: owner() }));
    const added = contents.filter(({ hash }) => !own.contents.has(hash));
    for (const { hash, bytes } of added) frames.push(encodeBlobFrame(hash, bytes).frame);
    for (const record of records) frames.push(encodeJournalFrame(record));
    const bytes = frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
    // Only what the disk has taken counts: after a failure the next record goes where this one should have gone.
    const note = (): void => {
      own.size += bytes.length;
      for (const { hash } of added) own.contents.add(hash);
    };
    const options = { mode: FILE_MODE, isDurable, at: own.size, room: isDurable ? ROOM_BYTES : 0 };
    const appended = fileSystem.append(own.path, bytes, options);
    return appended instanceof Promise ? appended.then(note) : note();
  }

  /** The file this process writes now. Contents of earlier ones are not counted on: they may be removed any time. */
  #fileToAddTo(): MaybePromise<OwnFile> {
    const { fileSystem, folder, now, randomName, fileBytes } = this.#ground;
    if (this.#own !== undefined && this.#own.size < fileBytes) return this.#own;
    const full = this.#own;
    this.#hasFilled ||= full !== undefined;
    // Fourteen digits of time in front: names sort by age.
    const name = `${String(Math.floor(now())).padStart(14, "0")}-${randomName()}${OPEN_SUFFIX}`;
    const begin = (): OwnFile => {
      this.#own = { path: join(folder, name) as AbsolutePath, size: 0, contents: new Set() };
      return this.#own;
    };
    const prepared =
      full === undefined ? fileSystem.makeDirectory(folder, FOLDER_MODE) : this.#closeOwn(full);
    return prepared instanceof Promise ? prepared.then(begin) : begin();
  }

  /** Whether a file has been filled since this was last asked: time to see what can go. */
  takeFilled(): boolean {
    const hasFilled = this.#hasFilled;
    this.#hasFilled = false;
    return hasFilled;
  }

  /** Whether a file that names no owner is only just being begun, by its name. */
  isBeingBegun({ path, owner }: Pick<HistoryFile, "path" | "owner">): boolean {
    const begunAt = Number(basename(path).slice(0, 14));
    return owner === undefined && this.#ground.now() - begunAt < UNSIGNED_MS;
  }

  /** Gives back the room that was kept, and marks the file as finished. */
  #closeOwn({ path, size }: OwnFile): MaybePromise<void> {
    const cut = this.#ground.fileSystem.truncate(path, size);
    return cut instanceof Promise ? cut.then(() => this.#closeFile(path)) : this.#closeFile(path);
  }

  /** Marks a file as finished: nothing in it is under way. */
  #closeFile(path: AbsolutePath): MaybePromise<void> {
    return this.#ground.fileSystem.rename(path, closedName(path));
  }

  /** Marks the file of a process that died as finished, once what it left has been put right. */
  async finish(path: AbsolutePath): Promise<void> {
    await this.#closeFile(path);
  }

  /** Ends this process's own file; the next change begins another. */
  async close(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    await this.#writing;
    if (own !== undefined && own.size > 0) await this.#closeOwn(own);
  }

  /** Begins another file with the next record, and never marks this one as finished. */
  leaveOwn(): void {
    this.#own = undefined;
  }

  /** Every file there is, oldest first, with what it says. */
  async readAll(): Promise<readonly HistoryFile[]> {
    return this.#readFiles(await this.listFiles());
  }

  /** The files that no one has finished yet. */
  async readOpen(): Promise<readonly HistoryFile[]> {
    return this.#readFiles((await this.listFiles()).filter((name) => name.endsWith(OPEN_SUFFIX)));
  }

  async #readFiles(names: readonly string[]): Promise<readonly HistoryFile[]> {
    const files: HistoryFile[] = [];
    for (const name of names) {
      const file = await this.#readFile(name);
      if (file !== undefined) files.push(file);
    }
    return files;
  }

  async listFiles(): Promise<string[]> {
    try {
      const { fileSystem, folder } = this.#ground;
      const { realPath } = await fileSystem.resolve(folder);
      const { entries } = await fileSystem.list(realPath, MAX_FILES);
      const names = entries.map((entry) => entry.name);
      return names.filter((name) => name.endsWith(OPEN_SUFFIX) || name.endsWith(CLOSED_SUFFIX)).toSorted();
    } catch (cause) {
      if (cause instanceof FileSystemError && cause.code === "ENOENT") return [];
      throw cause;
    }
  }

  async #readFile(name: string): Promise<HistoryFile | undefined> {
    const path = join(this.#ground.folder, name) as AbsolutePath;
    const found = await readHistoryFile(this.#ground.fileSystem, path);
    if (found !== undefined || !name.endsWith(OPEN_SUFFIX)) return found;
    // Its writer may have closed it since it was listed.
    return readHistoryFile(this.#ground.fileSystem, closedName(path));
  }

  /** A kept content by its hash, or undefined when it is not kept any more or is damaged. */
  async readContent(hash: string, files?: readonly HistoryFile[]): Promise<Uint8Array | undefined> {
    for (const { path, blobs } of files ?? (await this.readAll())) {
      const place = blobs.get(hash);
      const content = place === undefined ? undefined : await this.#readPlace(path, place, hash);
      if (content !== undefined) return content;
    }
    return undefined;
  }

  async #readPlace(path: AbsolutePath, place: BlobPlace, hash: string): Promise<Uint8Array | undefined> {
    for (const candidate of [path, closedName(path)]) {
      try {
        const { realPath } = await this.#ground.fileSystem.resolve(candidate);
        const file = await this.#ground.fileSystem.open(realPath);
        try {
          return await readBlob(file, place, hash);
        } finally {
          await file.close();
        }
      } catch (cause) {
        if (!(cause instanceof FileSystemError) || cause.code !== "ENOENT") throw cause;
      }
    }
    return undefined;
  }

  /** Whether a file is the one this process writes now. */
  isOwn(path: AbsolutePath): boolean {
    return this.#own?.path === path;
  }
}

function closedName(path: AbsolutePath): AbsolutePath {
  const isOpen = path.endsWith(OPEN_SUFFIX);
  return (isOpen ? path.slice(0, -OPEN_SUFFIX.length) + CLOSED_SUFFIX : path) as AbsolutePath;
}
