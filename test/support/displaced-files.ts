/** Displaced files for tests: made up, and read. */

import type { DisplacedFile, Replaced } from "../../src/index.js";
import { readDisplaced } from "../../src/mutation/keep-displaced.js";

/** A displaced file with this content that is nowhere on the disk. */
export function displacedOf(content: string | Uint8Array): DisplacedFile {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    read: (target, position) => {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    remove: () => undefined,
    leave: () => undefined,
  };
}

/** What a change displaced, as text, and removes it; `undefined` if nothing. */
export async function takeDisplacedText(replaced: Replaced): Promise<string | undefined> {
  if (replaced.outcome !== "replaced" || replaced.displaced === undefined) return undefined;
  const bytes = await readDisplaced(replaced.displaced, 1_000_000, "");
  await replaced.displaced.remove();
  return Buffer.from(bytes).toString();
}
