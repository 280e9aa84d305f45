/**
 * Writes the history. Each process adds to a file of its own, which it holds open and locked, so no process waits for
 * another. A content and the record that needs it go out in one append and one sync, before the user's file changes.
 *
 * What happens to the names of files does not matter: after each append the writer checks that the name still leads to
 * the file it wrote to. If not (the folder was cleaned or moved), everything in that file goes to a new one first.
 */
import { type Counter, FileSystemError, type MaybePromise, type OwnFile } from "../fs/file-system.js";
import { finish, type Steps, waitFor } from "../fs/maybe-promise.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { FileIndex } from "./file-index.js";
import { FrameBatch, type KeptContent } from "./frame-batch.js";
import { signAgain } from "./frames.js";
import type { HistoryFolder } from "./history-folder.js";
import type { RecordKey } from "./record-key.js";
import type { OwnerRecord, RecordDraft } from "./records.js";

/** Kept allocated after what is written, so that most records do not make the file grow. */
const ROOM_BYTES = 256 * 1024;
/** How many complete files are tried to be continued before a new one is begun. */
const MAX_CONTINUED = 3;

export interface WriterDeps {
  readonly folder: HistoryFolder;
  /** A new file is begun past this size; old ones are removed whole when they expire. */
  readonly fileBytes: number;
  readonly now: () => number;
  /** Who writes, in a form by which others can tell whether this process still lives. */
  readonly owner: () => string;
}

export interface AddOptions {
  readonly isDurable: boolean;
  /** The change in flight that this belongs to: it goes to the same file, however full that is. */
  readonly beside?: string;
}

interface OwnJournal {
  name: string;
  file: OwnFile;
  isLocked: boolean;
  /** Index of everything written so far. */
  readonly index: FileIndex;
  /** What it holds, so that it need not be written again, and how many differences lead to it. */
  readonly contents: Map<string, number>;
  /** Changes and groups that are neither done nor failed. */
  readonly inFlight: Set<string>;
  isSigned: boolean;
  /** Holds a change that is left to recovery. */
  isLeft: boolean;
}

export class HistoryWriter {
  readonly #deps: WriterDeps;
  #own: OwnJournal | undefined;
  /** Full ones that hold a change in flight: closing them would hide it from recovery. */
  readonly #retired = new Set<OwnJournal>();
  #counter: Counter | undefined;
  #lastSeq = 0;
  #isPrepared = false;
  #writing: Promise<unknown> | undefined;
  #closing: Promise<void> = Promise.resolve();
  #hasFilled = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /** After a crash the counter may be behind what is in the files. */
  noticeSequence(seq: number): void {
    this.#lastSeq = Math.max(this.#lastSeq, Math.floor(seq));
  }

  /**
   * Adds contents and a record, in this order. The record gets a sequence number after everything that any process has
   * written. A change or group is in flight until `end` is called with its id. Returns at once on a synchronous disk.
   */
  add<R extends RecordDraft>(
    contents: readonly KeptContent[],
    makeRecord: (seq: number) => R,
    options: AddOptions,
  ): MaybePromise<R & { readonly seq: number }> {
    return this.#inTurn(() => finish(this.#add(contents, makeRecord, options)));
  }

  /** Adds contents that a later record needs. They go to one file with it if `beside` names a change in flight. */
  addContents(contents: readonly KeptContent[], options: AddOptions): MaybePromise<void> {
    return this.#inTurn(() => finish(this.#addContents(contents, options)));
  }

  /** Has what is added beside this id go to one file until `end` is called. Returns false if it is in flight already. */
  hold(id: string): MaybePromise<boolean> {
    return this.#inTurn(() => finish(this.#holdId(id)));
  }

  /** The change or group is done or failed, and the journal says what needs to be said. */
  end(id: string): void {
    for (const journal of [this.#own, ...this.#retired]) {
      if (journal?.inFlight.delete(id) === true && this.#retired.has(journal)) this.#closeWhenIdle(journal);
    }
  }

  /** Leaves the change to recovery: its file is never closed, only let go. */
  leave(id: string): void {
    for (const journal of [this.#own, ...this.#retired]) {
      if (journal?.inFlight.has(id) !== true) continue;
      journal.isLeft = true;
      if (journal === this.#own) this.#own = undefined;
      this.#retired.add(journal);
    }
    this.end(id);
  }

  /** Whether a file has been filled since this was last asked: time to see what can go. */
  takeFilled(): boolean {
    const hasFilled = this.#hasFilled;
    this.#hasFilled = false;
    return hasFilled;
  }

  isOwn(name: string): boolean {
    return this.#own?.name === name || [...this.#retired].some((journal) => journal.name === name);
  }

  /** Closes the files of this process; the next change continues one of them or begins another. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.#own !== undefined) this.#retire(this.#own);
    this.#own = undefined;
    await this.#closing;
    await this.#counter?.close();
    this.#counter = undefined;
    this.#isPrepared = false;
  }

  /** On an asynchronous disk, one after another: each goes where the one before it has ended. */
  #inTurn<T>(write: () => MaybePromise<T>): MaybePromise<T> {
    const added = this.#writing === undefined ? write() : this.#writing.then(write);
    if (!(added instanceof Promise)) return added;
    const leave = (): void => {
      if (this.#writing === settled) this.#writing = undefined;
    };
    const settled: Promise<void> = added.then(leave, leave);
    this.#writing = settled;
    return added;
  }

  *#nextSequence(): Steps<number> {
    if (!this.#isPrepared) yield* this.#prepare();
    try {
      this.#lastSeq = yield* this.#count();
    } catch (cause) {
      if (!(cause instanceof FileSystemError) || cause.code !== "ENOENT") throw cause;
      // The folder is gone.
      yield* waitFor(this.#deps.folder.make());
      this.#lastSeq = yield* this.#count();
    }
    return this.#lastSeq;
  }

  *#count(): Steps<number> {
    this.#counter ??= yield* this.#deps.folder.openCounter();
    return yield* waitFor(this.#counter.next(this.#lastSeq));
  }

  #getKey(): Steps<RecordKey> {
    return this.#deps.folder.keyFile.get();
  }

  *#prepare(): Steps<void> {
    const { folder } = this.#deps;
    yield* waitFor(folder.make());
    for (const { name } of yield* waitFor(folder.list())) this.noticeSequence(folder.firstSequenceOf(name));
    this.#isPrepared = true;
  }

  *#add<R extends RecordDraft>(
    contents: readonly KeptContent[],
    makeRecord: (seq: number) => R,
    { isDurable, beside }: AddOptions,
  ): Steps<R & { readonly seq: number }> {
    const seq = yield* this.#nextSequence();
    const own = this.#findHolding(beside) ?? (yield* this.#findOwn());
    const record = { ...makeRecord(seq), seq };
    const batch = new FrameBatch(own.index, own.contents, yield* this.#getKey());
    for (const content of contents) batch.addContent(content);
    if (!own.isSigned) batch.addRecord(this.#sign(own, seq));
    batch.addRecord(record);
    yield* this.#write(own, batch, isDurable);
    own.isSigned = true;
    if (record.kind === "change" || record.kind === "group") own.inFlight.add(record.id);
    return record;
  }

  *#addContents(contents: readonly KeptContent[], { isDurable, beside }: AddOptions): Steps<void> {
    const own = this.#findHolding(beside) ?? (yield* this.#findOwn());
    const batch = new FrameBatch(own.index, own.contents, yield* this.#getKey());
    for (const content of contents) batch.addContent(content);
    yield* this.#write(own, batch, isDurable);
  }

  *#holdId(id: string): Steps<boolean> {
    if (this.#findHolding(id) !== undefined) return false;
    const own = yield* this.#findOwn();
    own.inFlight.add(id);
    return true;
  }

  #findHolding(id: string | undefined): OwnJournal | undefined {
    if (id === undefined) return undefined;
    return [this.#own, ...this.#retired].find((journal) => journal?.inFlight.has(id) === true);
  }

  *#write(own: OwnJournal, batch: FrameBatch, isDurable: boolean): Steps<void> {
    yield* this.#append(own, batch.bytes(), isDurable);
    batch.commit();
    if (!(yield* this.#isNamed(own))) yield* this.#moveToNewFile(own, isDurable);
  }

  /** The record is written: a disk that does not say where the name leads must not make the change look as if it were not. */
  *#isNamed({ file }: OwnJournal): Steps<boolean> {
    try {
      return yield* waitFor(file.isNamed());
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      return true;
    }
  }

  #sign({ isLocked }: OwnJournal, seq: number): OwnerRecord {
    const { owner, now } = this.#deps;
    return { kind: "owner", seq, at: now(), owner: owner(), isLocked };
  }

  *#append(own: OwnJournal, bytes: Uint8Array, isDurable: boolean): Steps<void> {
    const options = { isDurable, at: own.index.head.bytes, room: isDurable ? ROOM_BYTES : 0 };
    try {
      yield* waitFor(own.file.append(bytes, options));
    } catch (cause) {
      yield* this.#requireWhole(own);
      throw cause;
    }
  }

  /** Nothing is added after a frame that may be torn. */
  *#requireWhole(own: OwnJournal): Steps<void> {
    try {
      yield* waitFor(own.file.truncate(own.index.head.bytes));
    } catch {
      this.#retire(own);
      this.#own = undefined;
    }
  }

  /** Its name is gone or leads elsewhere. What was acknowledged must still be found, so all of it is written again. */
  *#moveToNewFile(lost: OwnJournal, isDurable: boolean): Steps<void> {
    const bytes = Buffer.alloc(lost.index.head.bytes);
    yield* waitFor(lost.file.read(bytes, 0));
    const fresh = yield* this.#begin();
    // The key may be gone as well, and another process may have made a new one.
    signAgain(bytes, yield* this.#deps.folder.keyFile.renew());
    yield* this.#append(fresh, bytes, isDurable);
    this.#deps.folder.live.delete(lost.name);
    yield* waitFor(lost.file.close());
    Object.assign(lost, { name: fresh.name, file: fresh.file, isLocked: fresh.isLocked });
    this.#track(lost);
  }

  /** The file this process writes now. */
  *#findOwn(): Steps<OwnJournal> {
    if (this.#own !== undefined && this.#own.index.head.bytes < this.#deps.fileBytes) return this.#own;
    if (!this.#isPrepared) yield* this.#prepare();
    if (this.#own !== undefined) {
      this.#hasFilled = true;
      this.#retire(this.#own);
      this.#own = yield* this.#begin();
    } else {
      this.#own = (yield* this.#continue()) ?? (yield* this.#begin());
    }
    this.#track(this.#own);
    return this.#own;
  }

  *#begin(): Steps<OwnJournal> {
    const { folder } = this.#deps;
    yield* waitFor(folder.make());
    const name = folder.newName(this.#lastSeq);
    const file = yield* waitFor(folder.create(name));
    return yield* this.#hold(name, file);
  }

  *#hold(name: string, file: OwnFile): Steps<OwnJournal> {
    const isLocked = (yield* waitFor(file.tryLock("exclusive"))) === true;
    const fresh = { contents: new Map<string, number>(), inFlight: new Set<string>() };
    return { name, file, isLocked, index: FileIndex.empty(), isSigned: false, isLeft: false, ...fresh };
  }

  /**
   * Goes on with a complete file that has space left, so that many short processes do not leave as many files. Needs a
   * lock that can't be mistaken: two writers would overwrite each other.
   */
  *#continue(): Steps<OwnJournal | undefined> {
    const { folder } = this.#deps;
    const complete = (yield* waitFor(folder.list())).filter(({ isIndexed }) => isIndexed);
    for (const listed of complete.toReversed().slice(0, MAX_CONTINUED)) {
      const continued = yield* this.#tryContinue(listed.name);
      if (continued !== undefined) return continued;
    }
    return undefined;
  }

  *#tryContinue(name: string): Steps<OwnJournal | undefined> {
    const { folder, fileBytes } = this.#deps;
    let file: OwnFile | undefined;
    try {
      file = yield* waitFor(folder.open(name));
      const { size } = yield* waitFor(file.stat());
      const held = size < fileBytes / 4 ? yield* this.#hold(name, file) : undefined;
      // Read through, although there is an index: nothing is added after damage.
      const index = held?.isLocked === true ? yield* waitFor(folder.scan(name)) : undefined;
      const hasOnlyOurs = index?.head.foreign === 0 && index.head.damage.length === 0;
      const isWhole = index?.head.bytes === size && hasOnlyOurs;
      if (held !== undefined && isWhole && index.isClosed && (yield* waitFor(file.isNamed()))) {
        yield* waitFor(folder.fileSystem.removeFile(folder.indexPathOf(name)));
        this.noticeSequence(index.head.maxSeq);
        return { ...held, index };
      }
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
    }
    yield* waitFor(file?.close());
    return undefined;
  }

  #track({ name, index }: OwnJournal): void {
    this.#deps.folder.live.set(name, index);
  }

  #retire(journal: OwnJournal): void {
    this.#retired.add(journal);
    this.#closeWhenIdle(journal);
  }

  #closeWhenIdle(journal: OwnJournal): void {
    if (journal.inFlight.size > 0) return;
    this.#retired.delete(journal);
    this.#closing = this.#closing.then(() => this.#closeJournal(journal));
  }

  /** Nobody waits for it, and nothing is lost if it fails: recovery finds out what this would have said. */
  async #closeJournal({ file, name, isSigned, isLeft, index, contents }: OwnJournal): Promise<void> {
    const { folder } = this.#deps;
    try {
      if (!isSigned || isLeft) return;
      const batch = new FrameBatch(index, contents, await finish(this.#getKey()));
      batch.addRecord({ kind: "closed", seq: this.#lastSeq });
      await file.append(batch.bytes(), { isDurable: false, at: index.head.bytes, room: 0 });
      batch.commit();
      await file.truncate(index.head.bytes);
      if (await file.isNamed()) await folder.keepIndex(name, index);
    } catch {
      // Whatever it was, recovery settles and indexes the file.
    } finally {
      folder.live.delete(name);
      await unlessUnavailable(async () => file.close());
    }
  }
}
