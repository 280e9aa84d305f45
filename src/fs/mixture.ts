/**
 * Whether bytes are what writing `fresh` over `old` leaves when it is not finished, or when a disk loses writes: each one
 * is the old or the new one at its place, or zero where nothing was written yet. Anything else is another program's work.
 */
export function isMixture(bytes: Uint8Array, old: Uint8Array, fresh: Uint8Array): boolean {
  if (bytes.length > Math.max(old.length, fresh.length)) return false;
  return bytes.every((byte, index) => byte === 0 || byte === old[index] || byte === fresh[index]);
}
