/** Signatures by a key that never leaves the process or its private folder. What is signed can be read by whoever holds it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sealer } from "./conversation.js";

export interface SealerOptions {
  /** At least 32 bytes. */
  readonly key: Uint8Array;
  /** How long a seal counts. */
  readonly lifetimeMs: number;
  readonly now?: () => number;
}

/** As many as keep a signature short and beyond all guessing. */
const MAC_BYTES = 24;
/** More names than any person can have answered within a seal's lifetime. */
const MAX_USED = 10_000;

export function createSealer({ key, lifetimeMs, now = Date.now }: SealerOptions): Sealer {
  if (key.length < 32) throw new RangeError("A key for signatures has at least 32 bytes.");
  const used = new Map<string, number>();

  /** As text, so that there is but one way to write it. */
  function macOf(purpose: string, binding: string, body: string): string {
    const mac = createHmac("sha256", key)
      .update(JSON.stringify([purpose, binding, body]))
      .digest();
    return mac.subarray(0, MAC_BYTES).toString("base64url");
  }

  return {
    seal(purpose, binding, payload) {
      const body = Buffer.from(JSON.stringify([now() + lifetimeMs, payload])).toString("base64url");
      return `${body}.${macOf(purpose, binding, body)}`;
    },
    open(purpose, binding, sealed) {
      const dot = sealed.indexOf(".");
      if (dot < 0) return undefined;
      const body = sealed.slice(0, dot);
      const given = Buffer.from(sealed.slice(dot + 1));
      const wanted = Buffer.from(macOf(purpose, binding, body));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      // Signed by us, so it is what we made.
      const [expires, payload] = JSON.parse(Buffer.from(body, "base64url").toString()) as [number, unknown];
      return now() <= expires ? payload : undefined;
    },
    useOnce(name) {
      const moment = now();
      for (const [each, until] of used) {
        if (until >= moment && used.size < MAX_USED) break;
        used.delete(each);
      }
      if (used.has(name)) return false;
      used.set(name, moment + lifetimeMs);
      return true;
    },
  };
}
