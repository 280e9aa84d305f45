import { Random } from "../../torture/core/random.js";

/** Random choices that depend on nothing but their key. */
export function randomFor(...key: readonly (string | number)[]): Random {
  return new Random(hashText(key.join("\0")));
}

/** A 32-bit hash: FNV-1a with a final mix. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
