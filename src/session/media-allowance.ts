/**
 * Keeps a conversation sendable. Model interfaces refuse a request past some tens of megabytes, and every picture shown
 * is sent again with each turn; so what was shown since the context began counts, and later pictures get less room.
 */
import type { Limits } from "./limits.js";

/** Little enough to show hundreds of pictures past the limit, enough to recognise what is on one. */
const FLOOR_BYTES = 60_000;

/** Room that is kept for one result while it is made. */
export interface HeldRoom {
  readonly bytes: number;
  /** What was used of it is told by `spend`; the rest is free again. */
  release(): void;
}

export class MediaAllowance {
  #spent = 0;
  #held = 0;

  /** Bytes that one result may spend on pictures and documents now. */
  forResult({ maxMediaBytes }: Limits): number {
    const half = Math.floor((maxMediaBytes - this.#spent - this.#held) / 2);
    return Math.max(half, Math.min(FLOOR_BYTES, maxMediaBytes));
  }

  /** The same, at most `maxBytes`, and kept until it is released: results that are made side by side share what is left. */
  hold(limits: Limits, maxBytes: number): HeldRoom {
    const bytes = Math.min(maxBytes, this.forResult(limits));
    let held = bytes;
    this.#held += held;
    return {
      bytes,
      release: () => {
        this.#held -= held;
        held = 0;
      },
    };
  }

  spend(bytes: number): void {
    this.#spent += bytes;
  }

  /** What was shown is no longer part of the conversation. */
  reset(): void {
    this.#spent = 0;
  }
}
