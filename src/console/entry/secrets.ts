/** Secrets that are made here: random, remembered as digests, and compared so that the time it takes tells nothing. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const BYTES = 32;

export function makeSecret(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** Under a name, so that what was made for one purpose is worth nothing for another. */
export function digestSecret(purpose: string, key: string, secret: string): Buffer {
  return createHmac("sha256", key).update(`${purpose}:${secret}`).digest();
}

/** Of the same length always: both are digests. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
