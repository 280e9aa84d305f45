/**
 * The changes made to files, and what the files held before: written ahead of every change, so that whatever crashes,
 * races or was mistaken can be undone. It knows contents and records; who changes files, and how, is not its concern.
 */
import {
  type DisplacedFile,
  type FileSystem,
  FileSystemError,
  type FormerWatch,
  type MaybePromise,
  type OpenFile,
} from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { type ChangeDraft, type ImageDraft, keepImage, keepInPieces, keepSplices } from "./drafts.js";
import type { KeptContent } from "./frame-batch.js";
import { type ForeignFile, HistoryFolder } from "./history-folder.js";
import { HistoryReader } from "./history-reader.js";
import { HistoryWriter } from "./history-writer.js";
import { LateWrites } from "./late-writes.js";
import { Liveness } from "./liveness.js";
import type { ChangeRecord, CheckpointRecord, Image } from "./records.js";
import { measureFiles, pruneHistory } from "./retention.js";
import { findRestoring, type Restoring } from "./timeline.js";
import type { HistoryReport } from "./verify.js";

export interface HistoryOptions {
  /** Days that a change can be undone. */
  readonly maxAgeDays?: number;
  /** Bytes the history may take on disk. */
  readonly maxBytes?: number;
  /** Files past this size are changed without their former content being kept, and the result says so. */
  readonly maxFileBytes?: number;
  /** Days that all changes since a checkpoint are kept, beyond `maxBytes` if need be. */
  readonly checkpointDays?: number;
  /** What happens to a change when the history can't be written: refused, or made with a warning. */
  readonly onFailure?: "refuse" | "warn";
}

const defaultHistoryOptions: Required<HistoryOptions> = Object.freeze({
  maxAgeDays: 30,
  maxBytes: 1024 ** 3,
  maxFileBytes: 64 * 1024 ** 2,
  checkpointDays: 1,
  onFailure: "refuse",
});

export interface HistoryDeps {
  readonly fileSystem: FileSystem;
  readonly stateDirectory: AbsolutePath;
  readonly folder: AbsolutePath;
  /** Who writes, in a form by which others can tell whether this process still lives. */
  readonly owner: () => string;
  readonly isDurable: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomName: () => string;
  /** Whether a file's writer lives, by what it says of itself and when it wrote last. */
  readonly isOwnerAlive: (owner: string, newestAt: number) => boolean;
  /** Called once for each file that holds records which are not ours. */
  readonly onForeign?: (file: ForeignFile) => void;
}

/** Changes of several files that are made as one step. */
export interface OpenGroup {
  /** The `step` of every change that belongs to the group. */
  readonly id: string;
  /** Records that the group is settled. Until then, recovery would roll it back. */
  readonly end: () => Promise<void>;
}

const FILE_BYTES = 4 * 1024 * 1024;
const SMALLEST_FILE_BYTES = 64 * 1024;
/** How long a planned restore keeps what it needs from being removed. */
const PLAN_MS = 10 * 60_000;

export class History {
  readonly options: Required<HistoryOptions>;
  readonly #folder: HistoryFolder;
  readonly #writer: HistoryWriter;
  readonly #liveness: Liveness;
  readonly #deps: HistoryDeps;
  readonly #lateWrites = new LateWrites((change, file) => this.#keepLate(change, file));
  #pruning: Promise<void> | undefined;
  #isPruneDue = false;
  #planned: { readonly release: () => Promise<void>; readonly timer: NodeJS.Timeout } | undefined;
  /** How many in this process need that nothing is removed, where there are no locks that say so. */
  #keepers = 0;

  constructor(deps: HistoryDeps, options: HistoryOptions) {
    this.#deps = deps;
    this.options = { ...defaultHistoryOptions, ...options };
    const { now, owner, isOwnerAlive } = deps;
    const fileBytes = Math.min(FILE_BYTES, Math.max(SMALLEST_FILE_BYTES, this.options.maxBytes / 4));
    const folder = new HistoryFolder(deps);
    const writer = new HistoryWriter({ folder, fileBytes, now, owner });
    this.#folder = folder;
    this.#writer = writer;
    this.#liveness = new Liveness({ folder, now, isOwnerAlive, isOwn: (name) => writer.isOwn(name) });
  }

  /** Records the change, with the contents it needs, before it is made. Callers must `end` it by the id this returns. */
  begin(draft: ChangeDraft): MaybePromise<string> {
    const contents: KeptContent[] = [];
    const { before, after, splices, ...rest } = draft;
    const images = {
      before: before === null ? null : keepImage(before, contents),
      after: after === null ? null : keepImage(after, contents, before),
      ...(splices === undefined ? {} : { splices: keepSplices(splices, contents) }),
    };
    const { isDurable, now } = this.#deps;
    const makeRecord = (seq: number): Omit<ChangeRecord, "seq"> => {
      return { kind: "change", id: this.#newId(seq), at: now(), ...rest, ...images };
    };
    const added = this.#writer.add(contents, makeRecord, { isDurable });
    if (this.#writer.takeFilled()) this.#pruneBeside();
    return added instanceof Promise ? added.then(({ id }) => id) : added.id;
  }

  /** The change is made and recorded as it is. */
  end(change: string): void {
    this.#writer.end(change);
  }

  /** The change was not made. */
  async fail(change: string, reason: string): Promise<void> {
    const options = { isDurable: false, beside: change };
    await this.#writer.add([], () => ({ kind: "failed", change, reason }) as const, options);
    this.end(change);
  }

  /** The change could be neither made nor taken back: recovery looks at it as if this process had died. */
  leaveUnfinished(change: string): void {
    this.#writer.leave(change);
  }

  /** Records that changes of these files are about to be made as one step. Each of them has the group's id as its `step`. */
  async beginGroup(paths: readonly string[]): Promise<OpenGroup> {
    const { isDurable, now, randomName } = this.#deps;
    const id = randomName();
    await this.#writer.add([], () => ({ kind: "group", id, at: now(), paths }) as const, { isDurable });
    const end = async (): Promise<void> => {
      await this.#writer.add([], () => ({ kind: "group-end", group: id, at: now() }) as const, { isDurable });
      this.#writer.end(id);
    };
    return { id, end };
  }

  noteStaging(temporary: string): MaybePromise<unknown> {
    const { isDurable, now } = this.#deps;
    return this.#writer.add([], () => ({ kind: "staging", at: now(), temporary }) as const, { isDurable });
  }

  /**
   * Must be durable before the first byte is overwritten: only this tells recovery that the file may be torn, and
   * gives it both contents whole, whatever else is kept of the change.
   */
  noteInPlace(change: string, before: ImageDraft, after: ImageDraft): MaybePromise<unknown> {
    const contents: KeptContent[] = [];
    const images = { before: keepImage(before, contents), after: keepImage(after, contents, before) };
    const options = { isDurable: this.#deps.isDurable, beside: change };
    return this.#writer.add(contents, () => ({ kind: "in-place", change, ...images }) as const, options);
  }

  /** A content of any size, piece by piece; `read` fills its target unless the content ends. */
  async keepDisplaced(change: string, read: OpenFile["read"]): Promise<void> {
    const { isDurable, now } = this.#deps;
    const options = { isDurable, beside: change };
    const isHeldForThis = await this.#writer.hold(change);
    try {
      const image = await keepInPieces(read, (piece) => this.#writer.addContents([piece], options));
      await this.#writer.add([], () => ({ kind: "displaced", change, at: now(), image }) as const, options);
    } finally {
      if (isHeldForThis) this.end(change);
    }
  }

  /** Keeps what is written into the former file within the next moment, or until it is closed. */
  watchFormer(change: string, watch: FormerWatch): void {
    this.#lateWrites.watch(change, watch);
  }

  /** The change was answered long ago: there is nobody to tell that this fails. */
  async #keepLate(change: string, file: DisplacedFile): Promise<void> {
    try {
      if (file.size > this.options.maxBytes) return;
      await this.keepDisplaced(change, (target, position) => file.read(target, position));
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
    } finally {
      await unlessUnavailable(() => file.remove());
    }
  }

  async checkpoint(sessionId: string, label: string): Promise<CheckpointRecord> {
    const { isDurable, now } = this.#deps;
    return this.#writer.add(
      [],
      (seq) => ({ kind: "checkpoint", id: this.#newId(seq), at: now(), sessionId, label }) as const,
      { isDurable },
    );
  }

  /** The history as it is now. Whoever reads more than one thing keeps the reader. */
  openReader(): Promise<HistoryReader> {
    return HistoryReader.open(this.#folder);
  }

  /** A kept content, or `undefined` if it was too large, has expired, or is damaged. */
  async readImage(image: Image, reader?: HistoryReader): Promise<Uint8Array | undefined> {
    return (reader ?? (await this.openReader())).readImage(image);
  }

  async readPieces(pieces: readonly string[], reader?: HistoryReader): Promise<Uint8Array | undefined> {
    return (reader ?? (await this.openReader())).readPieces(pieces);
  }

  /** The undo, redo or rewind that left a file as it is now, whichever process made it. */
  async findRestoring(path: string, version: string | null): Promise<Restoring | undefined> {
    const reader = await this.openReader();
    const changes = [...reader.newestFirst()].filter(
      (change) => change.path === path && change.state !== "failed",
    );
    const [last] = changes;
    // Most files were last changed by a tool, which needs no records to tell.
    if (last?.undoes === undefined) return undefined;
    return findRestoring((await reader.readChanges(changes)).toReversed(), version);
  }

  /** Keeps all that is there from being removed, by any process, while the action runs. */
  async keeping<T>(action: () => Promise<T>): Promise<T> {
    const release = await this.#keep();
    try {
      return await action();
    } finally {
      await release();
    }
  }

  async #keep(): Promise<() => Promise<void>> {
    this.#keepers += 1;
    const lock = await this.#folder.lock("keeping").catch(() => undefined);
    return async () => {
      this.#keepers -= 1;
      // The restore is done. If the lock can't be closed, the system releases it when the process ends.
      if (typeof lock === "object") await unlessUnavailable(async () => lock.close());
      if (this.#keepers === 0 && this.#isPruneDue) this.#pruneBeside();
    };
  }

  /** The same for some minutes, so that a restore finds what its plan was made of. */
  async keepForPlan(): Promise<void> {
    await this.#releasePlan();
    const release = await this.#keep();
    const timer = setTimeout(() => void this.#releasePlan(), PLAN_MS);
    timer.unref();
    this.#planned = { release, timer };
  }

  async #releasePlan(): Promise<void> {
    const planned = this.#planned;
    this.#planned = undefined;
    clearTimeout(planned?.timer);
    await planned?.release();
  }

  /** Removes what is too old or too much. */
  async prune(): Promise<void> {
    if (this.#keepers > 0) {
      this.#isPruneDue = true;
      return;
    }
    const { stateDirectory, now } = this.#deps;
    const deps = { folder: this.#folder, liveness: this.#liveness, stateDirectory, now };
    await pruneHistory(deps, this.options);
  }

  /** A process that runs for long keeps to the size as well. No change waits for it, nor fails because of it. */
  #pruneBeside(): void {
    this.#isPruneDue = true;
    if (this.#pruning !== undefined || this.#keepers > 0) return;
    this.#isPruneDue = false;
    const finish = (): void => {
      this.#pruning = undefined;
      if (this.#isPruneDue) this.#pruneBeside();
    };
    this.#pruning = this.prune().then(finish, finish);
  }

  /** Bytes on disk, and in how many files. */
  async measure(): Promise<{ readonly files: number; readonly bytes: number }> {
    const files = await measureFiles(this.#folder);
    return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Reads everything and reports what can't be read. */
  async verify(): Promise<HistoryReport> {
    const { verifyHistory } = await import("./verify.js");
    return verifyHistory(this.#folder);
  }

  /** Names of the files of processes that died without closing them: what they were about has to be settled. */
  findAbandoned(): Promise<readonly string[]> {
    return this.#liveness.findAbandoned();
  }

  /** All that is in the files of processes that died has been settled. */
  async closeAbandoned(names: readonly string[]): Promise<void> {
    for (const file of names) {
      const index = await this.#folder.readIndex({ name: file, isIndexed: false });
      if (index === undefined) continue;
      this.#writer.noticeSequence(index.head.maxSeq);
      // Not into the file itself: it may end in a torn frame.
      await this.#writer.add([], () => ({ kind: "closed", file }) as const, { isDurable: false });
      await this.#folder.keepIndex(file, index);
    }
  }

  async close(): Promise<void> {
    await this.#lateWrites.close();
    await this.#releasePlan();
    while (this.#pruning !== undefined) await this.#pruning;
    await this.#writer.close();
  }

  #newId(seq: number): string {
    return `${seq.toString(36)}-${this.#deps.randomName()}`;
  }
}
