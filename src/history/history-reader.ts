/**
 * The history as it is at one moment, read as far as it is asked for. Changes come newest first, because whatever
 * undoes, fails or completes a change was written after it: the newest twenty need the newest files only.
 */
import type { OpenFile } from "../fs/file-system.js";
import type { FileIndex, SideRecord } from "./file-index.js";
import { parseJournalFrame, readBlob } from "./frames.js";
import type { HistoryFolder } from "./history-folder.js";
import type { RecordKey } from "./record-key.js";
import {
  type ChangeRecord,
  type DisplacedRecord,
  type Image,
  type InPlaceRecord,
  parseRecord,
} from "./records.js";
import type { ChangeState, TimelineChange } from "./timeline.js";

/** What can be told of a change without reading its record. */
export interface ChangeOutline {
  readonly id: string;
  readonly path: string;
  readonly sessionId: string;
  /** The changes that this one undoes. */
  readonly undoes: readonly string[] | undefined;
  readonly state: ChangeState;
}

export interface IndexedChange extends ChangeOutline {
  readonly seq: number;
  readonly inPlace: InPlaceRecord | undefined;
  readonly displaced: readonly DisplacedRecord[];
  /** Where its record is. */
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface ReadFile {
  readonly name: string;
  readonly index: FileIndex;
}

export class HistoryReader {
  readonly #folder: HistoryFolder;
  /** The one that was written to last comes first. */
  readonly files: readonly ReadFile[];
  readonly #key: RecordKey | undefined;

  private constructor(folder: HistoryFolder, files: readonly ReadFile[], key: RecordKey | undefined) {
    this.#folder = folder;
    this.#key = key;
    this.files = files.toSorted((left, right) => right.index.head.maxSeq - left.index.head.maxSeq);
  }

  static async open(folder: HistoryFolder): Promise<HistoryReader> {
    const files: ReadFile[] = [];
    for (const listed of await folder.list()) {
      const index = await folder.readIndex(listed);
      if (index !== undefined && !index.isForeign) files.push({ name: listed.name, index });
    }
    return new HistoryReader(folder, files, await folder.findKey());
  }

  /** Records other than changes, of all files. */
  *others(): Generator<SideRecord> {
    for (const { index } of this.files) yield* index.body.others;
  }

  *newestFirst(): Generator<IndexedChange> {
    const facts = new Facts();
    const seen = new Set<string>();
    const waiting = [...this.files];
    const cursors: Cursor[] = [];
    for (;;) {
      let newest = findNewest(cursors);
      while (
        waiting[0] !== undefined &&
        (newest === undefined || waiting[0].index.head.maxSeq >= newest.seq)
      ) {
        const file = waiting.shift() as ReadFile;
        for (const record of file.index.body.others) facts.take(record);
        cursors.push(new Cursor(file));
        newest = findNewest(cursors);
      }
      if (newest === undefined) return;
      const change = newest.take(facts);
      // A file that had to be written again holds the same changes as the one it replaces.
      if (!seen.has(change.id)) yield change;
      seen.add(change.id);
    }
  }

  /** The changes with their whole records, in their order, without those that are damaged. Each file is opened once. */
  async readChanges(changes: readonly IndexedChange[]): Promise<TimelineChange[]> {
    const records = new Map<string, ChangeRecord>();
    for (const [name, ofFile] of groupByFile(changes)) {
      await this.#folder.withFile(name, async (file) => {
        for (const part of splitIntoReads(ofFile)) await this.#readPart(file, part, records);
      });
    }
    return changes.flatMap(({ id, state, inPlace, displaced }) => {
      const record = records.get(id);
      return record === undefined ? [] : [{ record, state, inPlace, displaced }];
    });
  }

  async #readPart(
    file: OpenFile,
    changes: readonly IndexedChange[],
    records: Map<string, ChangeRecord>,
  ): Promise<void> {
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return;
    const bytes = Buffer.allocUnsafe(last.offset + last.length - first.offset);
    const length = await file.read(bytes, first.offset);
    for (const { offset, length: frameLength } of changes) {
      const start = offset - first.offset;
      const record = this.#parseChange(bytes.subarray(start, Math.min(start + frameLength, length)));
      if (record !== undefined) records.set(record.id, record);
    }
  }

  /** The file may be another one by now than its index was made of. */
  #parseChange(frame: Buffer): ChangeRecord | undefined {
    const { json = "", signature } = parseJournalFrame(frame) ?? {};
    if (this.#key?.hasSigned(signature, "record", json) !== true) return undefined;
    const record = parseRecord(json)?.record;
    return record?.kind === "change" ? record : undefined;
  }

  /** A kept content, or `undefined` if it was too large, has expired, or is damaged. */
  async readImage(image: Image): Promise<Uint8Array | undefined> {
    return image.pieces === undefined ? undefined : this.readPieces(image.pieces);
  }

  async readPieces(pieces: readonly string[]): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    for (const piece of pieces) {
      const part = await this.readContent(piece);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  async readContent(hash: string): Promise<Uint8Array | undefined> {
    for (const file of this.files) {
      const content = await this.#readContentOf(file, hash);
      if (content !== undefined) return content;
    }
    return undefined;
  }

  async #readContentOf({ name, index }: ReadFile, hash: string): Promise<Uint8Array | undefined> {
    for (const offset of index.findBlobs(hash)) {
      const content = await this.#folder.withFile(name, (file) =>
        readBlob(file, offset, hash, (base) => this.#readContentOf({ name, index }, base)),
      );
      if (content !== undefined) return content;
    }
    return undefined;
  }
}

/** What later records say about changes. */
class Facts {
  readonly failed = new Set<string>();
  readonly undone = new Set<string>();
  readonly inPlace = new Map<string, InPlaceRecord>();
  readonly displaced = new Map<string, DisplacedRecord[]>();

  take(record: SideRecord): void {
    if (record.kind === "failed") this.failed.add(record.change);
    else if (record.kind === "in-place") this.inPlace.set(record.change, record);
    else if (record.kind === "displaced") {
      this.displaced.set(record.change, [...(this.displaced.get(record.change) ?? []), record]);
    }
  }
}

/** Goes through the changes of one file, the last first. */
class Cursor {
  readonly #file: ReadFile;
  readonly #undoes: ReadonlyMap<number, readonly string[]>;
  #row: number;

  constructor(file: ReadFile) {
    this.#file = file;
    const { changes } = file.index.body;
    this.#undoes = new Map(changes.undoes);
    this.#row = changes.ids.length - 1;
  }

  /** Of the next one; `undefined` if there is none. */
  get seq(): number | undefined {
    return this.#row < 0 ? undefined : this.#file.index.body.changes.seqs[this.#row];
  }

  /** A change is undone while an applied change undoes it; an undo that was itself undone no longer counts. */
  take(facts: Facts): IndexedChange {
    const { index, name } = this.#file;
    const { changes, paths, sessions } = index.body;
    const row = this.#row--;
    const id = changes.ids[row] as string;
    const state = facts.failed.has(id) ? "failed" : facts.undone.has(id) ? "undone" : "applied";
    const undoes = this.#undoes.get(row);
    if (state === "applied") for (const each of undoes ?? []) facts.undone.add(each);
    return {
      id,
      seq: changes.seqs[row] as number,
      path: paths[changes.paths[row] as number] as string,
      sessionId: sessions[changes.sessions[row] as number] as string,
      undoes,
      state,
      inPlace: facts.inPlace.get(id),
      displaced: facts.displaced.get(id) ?? [],
      file: name,
      offset: changes.offsets[row] as number,
      length: changes.lengths[row] as number,
    };
  }
}

function findNewest(cursors: readonly Cursor[]): (Cursor & { readonly seq: number }) | undefined {
  let newest: Cursor | undefined;
  for (const cursor of cursors) {
    if (cursor.seq !== undefined && cursor.seq > (newest?.seq ?? -1)) newest = cursor;
  }
  return newest as (Cursor & { readonly seq: number }) | undefined;
}

const READ_BYTES = 1024 * 1024;

/** Neighbouring records, as many as one read may bring. */
function splitIntoReads(changes: readonly IndexedChange[]): IndexedChange[][] {
  const parts: IndexedChange[][] = [];
  for (const change of changes.toSorted((left, right) => left.offset - right.offset)) {
    const part = parts.at(-1);
    const start = part?.[0]?.offset ?? 0;
    if (part !== undefined && change.offset + change.length - start <= READ_BYTES) part.push(change);
    else parts.push([change]);
  }
  return parts;
}

function groupByFile(changes: readonly IndexedChange[]): Map<string, IndexedChange[]> {
  const groups = new Map<string, IndexedChange[]>();
  for (const change of changes) {
    const group = groups.get(change.file);
    if (group === undefined) groups.set(change.file, [change]);
    else group.push(change);
  }
  return groups;
}
