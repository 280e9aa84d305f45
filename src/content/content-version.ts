/**
 * Which content a file had. Two versions are equal when their content is, whatever names, times or modes say.
 *
 * Small files are compared byte for byte while they are held, by SHA-256 once they are not; the hash is made when it
 * is first needed, because most reads never need it. Files too large to hold are told apart by the digests that
 * scanning them yields.
 */
import { hash } from "node:crypto";
import type { FileStat } from "../fs/file-system.js";

const STAT_ID = "stat:";

function statIdOf({ device, inode, size, modifiedNs, changedNs }: FileStat): string {
  return `${STAT_ID}${device}:${inode}:${size}:${modifiedNs}:${changedNs}`;
}

export class ContentVersion {
  readonly size: number;
  #bytes: Uint8Array | undefined;
  #id: string | undefined;
  /** The id by stat, if a settled stat vouches for this content. */
  readonly #statId: string | undefined;

  private constructor(size: number, bytes: Uint8Array | undefined, id: string | undefined, statId?: string) {
    this.size = size;
    this.#bytes = bytes;
    this.#id = id;
    this.#statId = statId;
  }

  /** The version whose content is `bytes`; they must not be changed afterwards. */
  static ofBytes(bytes: Uint8Array): ContentVersion {
    return new ContentVersion(bytes.length, bytes, undefined);
  }

  /** `settled` is the file's stat, if it vouches for the content. */
  static ofDigests(size: number, digests: Uint8Array, settled?: FileStat): ContentVersion {
    // With the size: the last block was filled up with zeros, which its digest can't tell from real ones.
    const id = `blocks:${size}:${hash("sha256", digests, "hex")}`;
    return new ContentVersion(size, undefined, id, settled && statIdOf(settled));
  }

  /** A large content that is held for now: named as reading it from disk would name it. */
  static ofHeld(bytes: Uint8Array, digests: Uint8Array, settled?: FileStat): ContentVersion {
    const { id } = ContentVersion.ofDigests(bytes.length, digests);
    return new ContentVersion(bytes.length, bytes, id, settled && statIdOf(settled));
  }

  /** For files that were not read whole: past the scanning limit, or searched only. The stat is all there is to go by. */
  static ofStat(stat: FileStat): ContentVersion {
    const id = statIdOf(stat);
    return new ContentVersion(stat.size, undefined, id, id);
  }

  static restore(id: string, size: number): ContentVersion {
    return new ContentVersion(size, undefined, id, id.startsWith(STAT_ID) ? id : undefined);
  }

  /** Stable name of the content: its kind and hash. */
  get id(): string {
    this.#id ??= `sha256:${hash("sha256", this.#bytes ?? new Uint8Array(0), "hex")}`;
    return this.#id;
  }

  /** Created by `ofStat`. Equals a version created from content only if the same stat vouches for that. */
  get isByStat(): boolean {
    return this.#statId !== undefined && this.#id === this.#statId;
  }

  /** The content, as long as it is held. */
  get bytes(): Uint8Array | undefined {
    return this.#bytes;
  }

  equals(other: ContentVersion): boolean {
    if (this === other) return true;
    if (this.size !== other.size) return false;
    if (this.isByStat || other.isByStat) return this.#statId === other.#statId;
    if (this.#bytes !== undefined && other.#bytes !== undefined) {
      return Buffer.compare(this.#bytes, other.#bytes) === 0;
    }
    return this.id === other.id;
  }

  /** Takes over the name of an equal version, where it has one: hashing the same content twice would be a waste. */
  adoptId(equal: ContentVersion): void {
    this.#id ??= equal.#id;
  }

  /** Lets go of the content; the identity stays. */
  releaseBytes(): void {
    if (this.#bytes === undefined) return;
    void this.id;
    this.#bytes = undefined;
  }
}
