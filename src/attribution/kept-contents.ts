/**
 * What a file held before and after each of its changes, as far as the history still tells: kept whole, or made of the
 * version beside it and the places that were replaced. Asked in order, it holds one content at a time.
 */
import type { ContentReader } from "../content/content-reader.js";
import type { ContentVersion } from "../content/content-version.js";
import type { HistoryReader } from "../history/history-reader.js";
import type { Image } from "../history/records.js";
import type { TimelineChange } from "../history/timeline.js";
import { forwardSplices, reverseSplices } from "../mutation/reverse-splices.js";
import { applyByteSplices, type ByteSplice } from "../text/byte-splices.js";

export interface ContentsGround {
  readonly content: ContentReader;
  /** Opened once for all. */
  readonly reader: HistoryReader;
}

/** Null when there was no file, undefined when it can't be told any more. */
type Kept = Uint8Array | null | undefined;

export class KeptContents {
  readonly #changes: readonly TimelineChange[];
  readonly #present: ContentVersion;
  readonly #ground: ContentsGround;
  #last: { readonly id: string; readonly bytes: Uint8Array } | undefined;

  /** The changes are one file's, oldest first. */
  constructor(changes: readonly TimelineChange[], present: ContentVersion, ground: ContentsGround) {
    this.#changes = changes;
    this.#present = present;
    this.#ground = ground;
  }

  async before(index: number): Promise<Kept> {
    const kept = await this.#findSide(index, "before");
    return kept === undefined ? this.#makeFromLater(index) : this.#remember(index, "before", kept);
  }

  /** To be asked for right after `before`. */
  async after(index: number): Promise<Kept> {
    const kept = await this.#findSide(index, "after");
    if (kept !== undefined) return this.#remember(index, "after", kept);
    const change = this.#changes[index]?.record;
    if (change?.before?.id !== this.#last?.id || change === undefined) return undefined;
    const splices = await forwardSplices(change, this.#ground.reader);
    return this.#make(index, "after", this.#last?.bytes, splices);
  }

  async #findSide(index: number, side: "before" | "after"): Promise<Kept> {
    const change = this.#changes[index];
    const image = change?.record[side];
    if (image === null || image === undefined) return null;
    const atHand = [this.#last, this.#present].find((content) => content?.id === image.id)?.bytes;
    return atHand ?? (await this.#read(image)) ?? (await this.#read(change?.inPlace?.[side]));
  }

  async #read(image: Image | undefined): Promise<Uint8Array | undefined> {
    return image && this.#ground.reader.readImage(image);
  }

  /** The first content that is known after it, with every change up to there taken back. */
  async #makeFromLater(index: number): Promise<Kept> {
    for (let last = index; last < this.#changes.length; last += 1) {
      const later = await this.#findSide(last, "after");
      if (later === null) return undefined;
      if (later !== undefined) return this.#takeBack(later, last, index);
      const next = this.#changes[last + 1]?.record;
      if (next?.before?.id !== this.#changes[last]?.record.after?.id) return undefined;
    }
    return undefined;
  }

  async #takeBack(later: Uint8Array, last: number, first: number): Promise<Kept> {
    let bytes: Uint8Array | undefined = later;
    for (let index = last; index >= first && bytes !== undefined; index -= 1) {
      const change = this.#changes[index]?.record;
      const splices = change && (await reverseSplices(change, this.#ground.reader));
      bytes = splices && applyByteSplices(bytes, splices);
    }
    return this.#make(first, "before", bytes, []);
  }

  /** Only what turns out to be the very content that was there. */
  #make(
    index: number,
    side: "before" | "after",
    from: Uint8Array | undefined,
    splices: readonly ByteSplice[] | undefined,
  ): Kept {
    if (from === undefined || splices === undefined) return undefined;
    const bytes = applyByteSplices(from, splices);
    const isSame = this.#ground.content.versionOf(bytes).id === this.#changes[index]?.record[side]?.id;
    return isSame ? this.#remember(index, side, bytes) : undefined;
  }

  #remember(index: number, side: "before" | "after", bytes: Uint8Array | null): Uint8Array | null {
    const image = this.#changes[index]?.record[side];
    if (bytes !== null && image !== null && image !== undefined) this.#last = { id: image.id, bytes };
    return bytes;
  }
}
