import type { FileIndex } from "./file-index.js";
import { encodeBlobFrame, encodeDeltaFrame, encodeJournalFrame, type Located } from "./frames.js";
import type { RecordKey } from "./record-key.js";
import type { JournalRecord } from "./records.js";

/** How many differences may have to be applied to read a content; damage to one content loses no more than these. */
const MAX_DEPTH = 16;

/** A content with its hash, to be kept; and a similar one of the same change, of which it may be kept as a difference. */
export interface KeptContent {
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly base?: { readonly hash: string; readonly bytes: Uint8Array };
}

/** Frames that go out in one append, and enter the index once they are written. */
export class FrameBatch {
  readonly #index: FileIndex;
  readonly #key: RecordKey;
  /** What the file holds, and how many differences lead to it. */
  readonly #contents: Map<string, number>;
  readonly #depths = new Map<string, number>();
  readonly #frames: Buffer[] = [];
  readonly #entries: (() => void)[] = [];
  #records: number;
  #end: number;

  constructor(index: FileIndex, contents: Map<string, number>, key: RecordKey) {
    this.#index = index;
    this.#key = key;
    this.#contents = contents;
    this.#records = index.head.records;
    this.#end = index.head.bytes;
  }

  /** A content that the file does not hold yet, as a difference where that is smaller. */
  addContent({ hash, bytes, base }: KeptContent): void {
    if (this.#findDepth(hash) !== undefined) return;
    const depth = base && this.#findDepth(base.hash);
    const delta =
      base !== undefined && depth !== undefined && depth < MAX_DEPTH
        ? encodeDeltaFrame(hash, bytes, base)
        : undefined;
    this.#depths.set(hash, delta === undefined || depth === undefined ? 0 : depth + 1);
    const located = this.#place(delta ?? encodeBlobFrame(hash, bytes));
    this.#entries.push(() => this.#index.addBlob(hash, located));
  }

  addRecord(record: JournalRecord): void {
    const located = this.#place(encodeJournalFrame({ n: this.#records, ...record }, this.#key));
    this.#records += 1;
    this.#entries.push(() => this.#index.addRecord(record, located));
  }

  bytes(): Buffer {
    return Buffer.concat(this.#frames);
  }

  commit(): void {
    for (const enter of this.#entries) enter();
    for (const [hash, depth] of this.#depths) this.#contents.set(hash, depth);
  }

  #findDepth(hash: string): number | undefined {
    return this.#depths.get(hash) ?? this.#contents.get(hash);
  }

  #place(frame: Buffer): Located {
    this.#frames.push(frame);
    const located = { offset: this.#end, length: frame.length };
    this.#end += frame.length;
    return located;
  }
}
