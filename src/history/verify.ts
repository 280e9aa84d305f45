/** Reads the whole history and checks every record and content: what can't be read, and which changes that concerns. */
import type { OpenFile } from "../fs/file-system.js";
import { FileIndex } from "./file-index.js";
import { type Frame, readBlob } from "./frames.js";
import type { ForeignFile, HistoryFolder } from "./history-folder.js";
import { readFrames } from "./read-frames.js";
import type { RecordKey } from "./record-key.js";
import { parseRecord, piecesOf } from "./records.js";

export interface HistoryDamage {
  /** The name of the history file. */
  readonly file: string;
  readonly offset: number;
  readonly kind: "record" | "content";
  /** The changes whose contents are damaged; empty for a record, which can't tell any more. */
  readonly changes: readonly string[];
}

export interface HistoryReport {
  readonly files: number;
  readonly records: number;
  readonly contents: number;
  readonly damage: readonly HistoryDamage[];
  /** Files with records that are not signed with this user's key. They are not read. */
  readonly foreign: readonly ForeignFile[];
}

/** Contents are kept as differences to recent ones; holding these saves reading them again. */
const HELD_BYTES = 32 * 1024 * 1024;

export async function verifyHistory(folder: HistoryFolder): Promise<HistoryReport> {
  const report = { files: 0, records: 0, contents: 0, damage: [] as HistoryDamage[] };
  const key = await folder.findKey();
  for (const listed of await folder.list()) {
    if ((await folder.scan(listed.name))?.isForeign === true) continue;
    const expected = listed.isIndexed ? await folder.readKeptIndex(listed.name) : undefined;
    await folder.withFile(listed.name, async (file) => {
      const verified = new VerifiedFile(listed.name, key);
      for await (const frame of readFrames(file)) await verified.take(frame, file);
      report.files += 1;
      report.records += verified.records;
      report.contents += verified.contents;
      report.damage.push(...verified.findDamage(expected));
    });
  }
  return { ...report, foreign: await folder.listForeign() };
}

class VerifiedFile {
  readonly #name: string;
  readonly #key: RecordKey | undefined;
  readonly #index = FileIndex.empty();
  readonly #held = new HeldContents();
  /** Offsets of what can't be read. */
  readonly #damaged: number[] = [];
  readonly #unreadable = new Map<string, number>();
  /** Which changes need which contents. */
  readonly #needs = new Map<string, string[]>();
  records = 0;

  constructor(name: string, key: RecordKey | undefined) {
    this.#name = name;
    this.#key = key;
  }

  get contents(): number {
    return this.#held.count + this.#unreadable.size;
  }

  async take(frame: Frame, file: OpenFile): Promise<void> {
    const { foreign } = this.#index.head;
    this.#index.take(frame, this.#key);
    if (this.#index.head.foreign > foreign) return;
    if (frame.kind === "damage") {
      // What ends a file may be a frame that is being written, or that was torn before it was acknowledged.
      if (!frame.isAtEnd) this.#damaged.push(frame.offset);
    } else if (frame.kind === "journal") {
      this.records += 1;
      this.#takeRecord(frame.json);
    } else {
      const read = (base: string): Promise<Uint8Array | undefined> => this.#held.find(base, file);
      const content = await readBlob(file, frame.offset, frame.hash, read);
      if (content === undefined) this.#unreadable.set(frame.hash, frame.offset);
      else this.#held.keep(frame.hash, frame.offset, content);
    }
  }

  findDamage(expected: FileIndex | undefined): HistoryDamage[] {
    const file = this.#name;
    const { records, missing, bytes } = this.#index.head;
    const isCut = expected !== undefined && expected.head.records > records;
    if (isCut || (missing > 0 && this.#damaged.length === 0)) this.#damaged.push(bytes);
    for (const piece of this.#needs.keys()) {
      if (!this.#held.has(piece) && !this.#unreadable.has(piece)) this.#unreadable.set(piece, 0);
    }
    return [
      ...this.#damaged.map((offset) => ({ file, offset, kind: "record", changes: [] }) as const),
      ...[...this.#unreadable].map(
        ([piece, offset]) =>
          ({ file, offset, kind: "content", changes: this.#needs.get(piece) ?? [] }) as const,
      ),
    ];
  }

  #takeRecord(json: string): void {
    const record = parseRecord(json)?.record;
    if (record === undefined) return;
    const change = record.kind === "change" ? record.id : "change" in record ? record.change : undefined;
    if (change === undefined) return;
    for (const piece of piecesOf(record)) {
      this.#needs.set(piece, [...(this.#needs.get(piece) ?? []), change]);
    }
  }
}

/** The contents read last, and where all of them are. */
class HeldContents {
  readonly #offsets = new Map<string, number>();
  readonly #held = new Map<string, Uint8Array>();
  #bytes = 0;

  get count(): number {
    return this.#offsets.size;
  }

  has(hash: string): boolean {
    return this.#offsets.has(hash);
  }

  keep(hash: string, offset: number, content: Uint8Array): void {
    this.#offsets.set(hash, offset);
    this.#held.set(hash, content);
    this.#bytes += content.length;
    for (const [oldest, bytes] of this.#held) {
      if (this.#bytes <= HELD_BYTES) return;
      this.#held.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }

  async find(hash: string, file: OpenFile): Promise<Uint8Array | undefined> {
    const held = this.#held.get(hash);
    const offset = this.#offsets.get(hash);
    if (held !== undefined || offset === undefined) return held;
    return readBlob(file, offset, hash, (base) => this.find(base, file));
  }
}
