/**
 * Codes that let a browser in once: an address may be seen by others, in a terminal's history or over a shoulder, so it is
 * worth nothing once it was used, and nothing after a while in any case. They are in memory alone.
 */
import { digestSecret, isSameDigest, makeSecret } from "./secrets.js";

export const LINK_LIFETIME_MS: number = 10 * 60 * 1000;
const MAX_OUTSTANDING = 10;

interface Outstanding {
  readonly digest: Uint8Array;
  readonly madeAt: number;
}

export class OneTimeLinks {
  readonly #now: () => number;
  /** Where digests begin to differ from one another says nothing, because nobody else has this. */
  readonly #key: string = makeSecret();
  /** Oldest first. */
  #outstanding: readonly Outstanding[] = [];

  constructor({ now = Date.now }: { readonly now?: (() => number) | undefined } = {}) {
    this.#now = now;
  }

  /** A new code; beyond so many the oldest one is void. */
  create(): string {
    const code = makeSecret();
    const made = { digest: this.#digest(code), madeAt: this.#now() };
    this.#outstanding = [...this.#outstanding, made].slice(-MAX_OUTSTANDING);
    return code;
  }

  /** Whether it is a good one, which it then no longer is. */
  use(code: string): boolean {
    const digest = this.#digest(code);
    const now = this.#now();
    const standing = this.#outstanding.filter(({ madeAt }) => now - madeAt < LINK_LIFETIME_MS);
    // All of them, whether it was found or not.
    const others = standing.filter((each) => !isSameDigest(each.digest, digest));
    this.#outstanding = others;
    return others.length < standing.length;
  }

  #digest(code: string): Buffer {
    return digestSecret("link", this.#key, code);
  }
}
