/**
 * What happened to files, and what they held before: written ahead of every change, so that whatever crashes, races or
 * was mistaken can be put back. It knows contents and records; who changes files, and how, is not its business.
 */
import { createHash } from "node:crypto";
import type { ContentVersion } from "../content/content-version.js";
import type { FileSystem, MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import { hashOf } from "./frames.js";
import type { HistoryFile } from "./history-file.js";
import { HistoryStore, type KeptContent } from "./history-store.js";
import type { ChangeRecord, CheckpointRecord, Image, KeptSplices } from "./records.js";
import { pruneHistory, type Retention } from "./retention.js";
import { createTimeline, findRestoring, type Restoring, type Timeline } from "./timeline.js";

export interface HistoryOptions {
  /** Days that a change can be undone. */
  readonly maxAgeDays?: number;
  /** Bytes the history may take on disk. */
  readonly maxBytes?: number;
  /** Files past this size are changed without their former content being kept, and the result says so. */
  readonly maxFileBytes?: number;
  /** What happens to a change when the history can't be written: refused, or made with a warning. */
  readonly onFailure?: "refuse" | "warn";
}

const defaultHistoryOptions: Required<HistoryOptions> = Object.freeze({
  maxAgeDays: 30,
  maxBytes: 1024 ** 3,
  maxFileBytes: 64 * 1024 ** 2,
  onFailure: "refuse",
});

export interface HistoryGround {
  readonly fileSystem: FileSystem;
  readonly stateDirectory: AbsolutePath;
  readonly folder: AbsolutePath;
  /** Who writes, in a form by which others can tell whether this process still lives. */
  readonly owner: () => string;
  readonly isDurable: boolean;
  /** Milliseconds since 1970, as fine as the clock has them. */
  readonly now: () => number;
  readonly randomName: () => string;
  /** Whether a file's writer lives, by what it says of itself and when it wrote last. */
  readonly isOwnerAlive: (owner: string, newestAt: number) => boolean;
}

/** A change about to be made; the history gives it an id and a time. */
export type ChangeDraft = Omit<ChangeRecord, "kind" | "id" | "at" | "before" | "after" | "splices"> & {
  readonly before: ImageDraft | null;
  readonly after: ImageDraft | null;
  readonly splices?: readonly SpliceDraft[];
};

/** A content with its version; `bytes` undefined when it is not to be kept. */
export interface ImageDraft {
  readonly version: ContentVersion;
  readonly bytes: Uint8Array | undefined;
  readonly mode?: number;
}

export interface SpliceDraft {
  readonly start: number;
  readonly removed: Uint8Array;
  readonly inserted: Uint8Array;
}

type ReadContent = (target: Uint8Array, position: number) => MaybePromise<number>;

const FILE_BYTES = 16 * 1024 * 1024;
const SMALLEST_FILE_BYTES = 64 * 1024;

export class History {
  readonly options: Required<HistoryOptions>;
  readonly store: HistoryStore;
  readonly #ground: HistoryGround;
  #pruning: Promise<void> | undefined;
  #isPruneDue = false;

  constructor(ground: HistoryGround, options: HistoryOptions) {
    this.#ground = ground;
    this.options = { ...defaultHistoryOptions, ...options };
    const fileBytes = Math.min(FILE_BYTES, Math.max(SMALLEST_FILE_BYTES, this.options.maxBytes / 4));
    this.store = new HistoryStore({ ...ground, fileBytes });
  }

  /** Writes the change down, with the contents it needs, before it is made; answers its id. */
  begin(draft: ChangeDraft): MaybePromise<string> {
    const at = this.#ground.now();
    const id = this.#newId(at);
    const contents: KeptContent[] = [];
    const { before, after, splices, ...rest } = draft;
    const record: ChangeRecord = {
      kind: "change",
      id,
      at,
      ...rest,
      before: before === null ? null : keepImage(before, contents),
      after: after === null ? null : keepImage(after, contents),
      ...(splices === undefined ? {} : { splices: keepSplices(splices, contents) }),
    };
    const added = this.store.add(contents, [record], { isDurable: this.#ground.isDurable });
    if (this.store.takeFilled()) this.#pruneBeside();
    return added instanceof Promise ? added.then(() => id) : id;
  }

  /** A process that runs for long keeps to the size as well. No change waits for it, nor fails because of it. */
  #pruneBeside(): void {
    if (this.#pruning !== undefined) {
      this.#isPruneDue = true;
      return;
    }
    const finish = (): void => {
      this.#pruning = undefined;
      if (!this.#isPruneDue) return;
      this.#isPruneDue = false;
      this.#pruneBeside();
    };
    this.#pruning = this.prune().then(finish, finish);
  }

  noteStaging(temporary: string): MaybePromise<void> {
    const record = { kind: "staging", at: this.#ground.now(), temporary } as const;
    return this.store.add([], [record], { isDurable: this.#ground.isDurable });
  }

  fail(change: string, reason: string): MaybePromise<void> {
    return this.store.add([], [{ kind: "failed", change, reason }], { isDurable: false });
  }

  /**
   * Must be on the disk before the first byte is overwritten: only this tells recovery that the file may be torn, and
   * gives it both contents whole, whatever else is kept of the change.
   */
  noteInPlace(change: string, before: ImageDraft, after: ImageDraft): MaybePromise<void> {
    const contents: KeptContent[] = [];
    const images = { before: keepImage(before, contents), after: keepImage(after, contents) };
    const record = { kind: "in-place", change, ...images } as const;
    return this.store.add(contents, [record], { isDurable: this.#ground.isDurable });
  }

  keepDisplaced(change: string, displaced: ImageDraft): MaybePromise<void> {
    const contents: KeptContent[] = [];
    const image = keepImage(displaced, contents);
    const record = { kind: "displaced", change, at: this.#ground.now(), image } as const;
    return this.store.add(contents, [record], { isDurable: this.#ground.isDurable });
  }

  /** The same for a content of any size, piece by piece; `read` fills its target unless the content ends. */
  async keepDisplacedInPieces(change: string, read: ReadContent): Promise<void> {
    const pieces: string[] = [];
    const whole = createHash("sha256");
    let size = 0;
    for (let count = PIECE_BYTES; count === PIECE_BYTES; size += count) {
      const target = Buffer.allocUnsafe(PIECE_BYTES);
      count = await read(target, size);
      const bytes = target.subarray(0, count);
      whole.update(bytes);
      const hash = hashOf(bytes);
      if (count > 0) await this.store.add([{ hash, bytes }], [], { isDurable: this.#ground.isDurable });
      if (count > 0) pieces.push(hash);
    }
    const image = { id: `sha256:${whole.digest("hex")}`, size, pieces };
    const record = { kind: "displaced", change, at: this.#ground.now(), image } as const;
    await this.store.add([], [record], { isDurable: this.#ground.isDurable });
  }

  /** Leaves this process's file as a crash would: the next process looks at its changes and puts them right. */
  leaveUnfinished(): void {
    this.store.leaveOwn();
  }

  async checkpoint(sessionId: string, label: string): Promise<CheckpointRecord> {
    const at = this.#ground.now();
    const record: CheckpointRecord = { kind: "checkpoint", id: this.#newId(at), at, sessionId, label };
    await this.store.add([], [record], { isDurable: this.#ground.isDurable });
    return record;
  }

  async readTimeline(): Promise<Timeline> {
    return timelineOf(await this.store.readAll());
  }

  /** The undo, redo or rewind that left a file as it is now, whichever process made it. */
  async findRestoring(path: string, version: string | null): Promise<Restoring | undefined> {
    return findRestoring(await this.readTimeline(), path, version);
  }

  /** A kept content, or undefined when it was too large, is too old, or is damaged. */
  async readImage(image: Image, files?: readonly HistoryFile[]): Promise<Uint8Array | undefined> {
    return image.pieces === undefined ? undefined : this.readPieces(image.pieces, files);
  }

  /** Whoever reads many contents brings the files along, so that they are looked through once. */
  async readPieces(
    pieces: readonly string[],
    given?: readonly HistoryFile[],
  ): Promise<Uint8Array | undefined> {
    const files = given ?? (await this.store.readAll());
    const parts: Uint8Array[] = [];
    for (const piece of pieces) {
      const part = await this.store.readContent(piece, files);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  /** Removes what is too old or too much. */
  async prune(): Promise<void> {
    const { fileSystem, stateDirectory, now, isOwnerAlive } = this.#ground;
    const { maxAgeDays, maxBytes } = this.options;
    const retention: Retention = { maxAgeMs: maxAgeDays * 86_400_000, maxBytes };
    await pruneHistory({ store: this.store, fileSystem, stateDirectory, now, isOwnerAlive }, retention);
  }

  /** Files of processes that died without closing them: what they were about has to be put right. */
  async findAbandoned(): Promise<readonly HistoryFile[]> {
    const { isOwnerAlive } = this.#ground;
    const files = await this.store.readOpen();
    return files.filter((file) => {
      const { path, owner, newestAt } = file;
      if (this.store.isOwn(path) || this.store.isBeingBegun(file)) return false;
      return owner === undefined || !isOwnerAlive(owner, newestAt);
    });
  }

  async close(): Promise<void> {
    while (this.#pruning !== undefined) await this.#pruning;
    await this.store.close();
  }

  #newId(at: number): string {
    return `${Math.floor(at * 1000).toString(36)}-${this.#ground.randomName()}`;
  }
}

function timelineOf(files: readonly HistoryFile[]): Timeline {
  return createTimeline(files.flatMap((file) => file.records));
}

/** Contents past this size are kept in pieces, so that no one needs to hold them whole. */
const PIECE_BYTES: number = 1024 * 1024;

function keepImage({ version, bytes, mode }: ImageDraft, contents: KeptContent[]): Image {
  const pieces = bytes === undefined ? {} : { pieces: keepBytes(bytes, contents, version) };
  return { id: version.id, size: version.size, ...pieces, ...(mode === undefined ? {} : { mode }) };
}

function keepSplices(splices: readonly SpliceDraft[], contents: KeptContent[]): KeptSplices {
  return {
    places: splices.map(({ start, removed, inserted }) => [start, removed.length, inserted.length]),
    removed: keepBytes(Buffer.concat(splices.map(({ removed }) => removed)), contents),
    inserted: keepBytes(Buffer.concat(splices.map(({ inserted }) => inserted)), contents),
  };
}

function keepBytes(bytes: Uint8Array, contents: KeptContent[], version?: ContentVersion): string[] {
  // The version of a small content is its hash already; hashing it twice would cost as much as packing it.
  const known = version?.id.startsWith("sha256:") === true ? version.id.slice("sha256:".length) : undefined;
  if (known !== undefined && bytes.length <= PIECE_BYTES) {
    contents.push({ hash: known, bytes });
    return [known];
  }
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const part = bytes.subarray(start, start + PIECE_BYTES);
    const hash = hashOf(part);
    contents.push({ hash, bytes: part });
    pieces.push(hash);
  }
  return pieces;
}
