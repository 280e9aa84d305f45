/**
 * What one history file holds and where, so that single changes and contents are found without reading it through.
 * Built from the file's frames; for a file that is complete it is kept beside it (`.idx`), signed like the records. It holds
 * nothing that the file does not, so it may be lost or rebuilt at any time.
 */
import type { Frame, Located } from "./frames.js";
import type { RecordKey } from "./record-key.js";
import { type JournalRecord, type OwnerRecord, parseRecord } from "./records.js";

/** Everything but changes: few, so they are held whole. */
export type SideRecord = Exclude<JournalRecord, { kind: "change" }>;

/** The changes of a file, one row each, in the order they were written. */
interface ChangeColumns {
  readonly ids: string[];
  readonly seqs: number[];
  readonly offsets: number[];
  readonly lengths: number[];
  /** Numbers of `paths` and `sessions`. */
  readonly paths: number[];
  readonly sessions: number[];
  /** Rows that undo other changes, with the ids of those. */
  readonly undoes: [row: number, ids: readonly string[]][];
}

interface IndexBody {
  readonly paths: string[];
  readonly sessions: string[];
  readonly changes: ChangeColumns;
  readonly others: SideRecord[];
  /** The first letters of the contents' hashes, one after another, and the offsets of their frames. */
  blobs: string;
  readonly blobOffsets: number[];
}

/** Facts about the whole file, readable without parsing the body. */
interface IndexHead {
  /** How much of the file this covers. */
  bytes: number;
  /** How many records were written. */
  records: number;
  /** How many of them can't be read. */
  missing: number;
  /** Records that are not signed with our key: they count for nothing. */
  foreign: number;
  /** Stretches that are not frames. */
  readonly damage: { readonly offset: number; readonly length: number }[];
  maxSeq: number;
  newestAt: number;
  /** How many changes and other records come before the last record that closes them. */
  closedChanges: number;
  closedOthers: number;
}

const VERSION = 2;
const PREFIX = 8;

export class FileIndex {
  readonly head: IndexHead;
  #body: IndexBody | string;
  readonly #pathNumbers = new Map<string, number>();
  readonly #sessionNumbers = new Map<string, number>();

  private constructor(head: IndexHead, body: IndexBody | string) {
    this.head = head;
    this.#body = body;
  }

  static empty(): FileIndex {
    const changes = { ids: [], seqs: [], offsets: [], lengths: [], paths: [], sessions: [], undoes: [] };
    return new FileIndex(
      {
        bytes: 0,
        records: 0,
        missing: 0,
        foreign: 0,
        damage: [],
        maxSeq: 0,
        newestAt: 0,
        closedChanges: 0,
        closedOthers: 0,
      },
      { paths: [], sessions: [], changes, others: [], blobs: "", blobOffsets: [] },
    );
  }

  /**
   * `undefined` for text that is damaged, of another version, or not signed with this key for the history file `name`. The
   * body is parsed when it is first needed.
   */
  static parse(text: string, name: string, key: RecordKey): FileIndex | undefined {
    const [first = "", body = ""] = text.split("\n", 2);
    try {
      const { version, signature, head } = JSON.parse(first) as {
        version: unknown;
        signature: unknown;
        head: IndexHead;
      };
      if (version !== VERSION || typeof signature !== "string") return undefined;
      const isOurs = key.hasSigned(signature, "index", `${name}\n${JSON.stringify(head)}\n`, body);
      return isOurs ? new FileIndex(head, body) : undefined;
    } catch {
      return undefined;
    }
  }

  render(name: string, key: RecordKey): string {
    const body = typeof this.#body === "string" ? this.#body : JSON.stringify(this.#body);
    const signature = key.sign("index", `${name}\n${JSON.stringify(this.head)}\n`, body);
    return `${JSON.stringify({ version: VERSION, signature, head: this.head })}\n${body}\n`;
  }

  get body(): IndexBody {
    if (typeof this.#body === "string") this.#body = JSON.parse(this.#body) as IndexBody;
    return this.#body;
  }

  /** The process that wrote last. */
  get owner(): OwnerRecord | undefined {
    return this.body.others.findLast((record) => record.kind === "owner");
  }

  /** Whether the file was begun by someone else. All that we write begins with a record of ours. */
  get isForeign(): boolean {
    return this.head.foreign > 0 && this.head.records === 0;
  }

  /** Whether every change in it is known to be applied or failed. */
  get isClosed(): boolean {
    const { closedChanges, closedOthers } = this.head;
    const { changes, others } = this.body;
    return (
      closedChanges === changes.ids.length &&
      others.slice(closedOthers).every((record) => record.kind === "owner")
    );
  }

  /** Without a key, no record is ours. */
  take(frame: Frame, key: RecordKey | undefined): void {
    const { head } = this;
    if (frame.kind === "damage") {
      // The end of a file that is being written may just be incomplete.
      if (!frame.isAtEnd) head.damage.push({ offset: frame.offset, length: frame.length });
      return;
    }
    if (frame.kind === "blob") {
      this.addBlob(frame.hash, frame);
      return;
    }
    if (key?.hasSigned(frame.signature, "record", frame.json) !== true) {
      head.foreign += 1;
      head.bytes = frame.offset + frame.length;
      return;
    }
    const parsed = parseRecord(frame.json);
    const ordinal = parsed?.ordinal ?? head.records;
    head.missing += Math.max(0, ordinal - head.records);
    head.records = Math.max(head.records, ordinal);
    this.addRecord(parsed?.record, frame);
  }

  addBlob(hash: string, { offset, length }: Located): void {
    this.head.bytes = offset + length;
    this.body.blobs += hash.slice(0, PREFIX);
    this.body.blobOffsets.push(offset);
  }

  /** `undefined` for a record of a kind that is not known here. */
  addRecord(record: JournalRecord | undefined, { offset, length }: Located): void {
    const { head, body } = this;
    head.bytes = offset + length;
    head.records += 1;
    if (record === undefined) return;
    head.maxSeq = Math.max(head.maxSeq, record.seq);
    if ("at" in record) head.newestAt = Math.max(head.newestAt, record.at);
    if (record.kind !== "change") {
      body.others.push(record);
      if (record.kind === "closed" && record.file === undefined) {
        head.closedChanges = body.changes.ids.length;
        head.closedOthers = body.others.length;
      }
      return;
    }
    const { changes } = body;
    if (record.undoes !== undefined) changes.undoes.push([changes.ids.length, record.undoes]);
    changes.ids.push(record.id);
    changes.seqs.push(record.seq);
    changes.offsets.push(offset);
    changes.lengths.push(length);
    changes.paths.push(numberOf(record.path, body.paths, this.#pathNumbers));
    changes.sessions.push(numberOf(record.sessionId, body.sessions, this.#sessionNumbers));
  }

  /** Where contents with this hash may lie, the last one first. The frame's own header decides. */
  findBlobs(hash: string): number[] {
    const { blobs, blobOffsets } = this.body;
    const prefix = hash.slice(0, PREFIX);
    const found: number[] = [];
    for (let at = blobs.indexOf(prefix); at !== -1; at = blobs.indexOf(prefix, at + 1)) {
      if (at % PREFIX === 0) found.unshift(blobOffsets[at / PREFIX] as number);
    }
    return found;
  }
}

function numberOf(text: string, table: string[], numbers: Map<string, number>): number {
  let number = numbers.get(text);
  if (number === undefined) {
    number = table.indexOf(text);
    if (number === -1) number = table.push(text) - 1;
    numbers.set(text, number);
  }
  return number;
}
