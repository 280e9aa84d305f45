/**
 * Holds the content of the versions an agent knows, newest use last, so that a later refusal can show what changed.
 * Bounded in files and bytes; a version that falls out keeps its identity and only loses its bytes.
 */
import type { ContentVersion } from "../content/content-version.js";

export interface ContentCacheLimits {
  readonly files: number;
  readonly bytes: number;
}

export const defaultContentCacheLimits: ContentCacheLimits = { files: 100, bytes: 25 * 1024 * 1024 };

export class ContentCache {
  readonly #limits: ContentCacheLimits;
  readonly #held = new Set<ContentVersion>();
  #bytes = 0;

  constructor(limits: ContentCacheLimits = defaultContentCacheLimits) {
    this.#limits = limits;
  }

  get files(): number {
    return this.#held.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  hold(version: ContentVersion): void {
    if (version.bytes === undefined) return;
    if (version.size > this.#limits.bytes) {
      // It would only push out all the others before itself.
      version.releaseBytes();
      return;
    }
    if (this.#held.delete(version)) this.#bytes -= version.size;
    this.#held.add(version);
    this.#bytes += version.size;
    while (this.#held.size > this.#limits.files || this.#bytes > this.#limits.bytes) {
      const [oldest] = this.#held;
      if (oldest === undefined) return;
      this.forget(oldest);
      oldest.releaseBytes();
    }
  }

  /** Holds the content only if nothing else has to be evicted for it. */
  holdIfRoom(version: ContentVersion): void {
    const { files, bytes } = this.#limits;
    const hasRoom = this.#held.size < files && this.#bytes + version.size <= bytes;
    if (hasRoom || this.#held.has(version)) this.hold(version);
    else version.releaseBytes();
  }

  /** Stops counting a version that no one asks for any more. */
  forget(version: ContentVersion): void {
    if (this.#held.delete(version)) this.#bytes -= version.size;
  }
}
