/** Bounds the patches of a result: many files with large differences must not fill the memory. */
import type { Hunk } from "../text/diff/hunks.js";

/** Characters of all patches of one result, and of one file's. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_FILE_CHARACTERS = 1024 * 1024;
/** What a patch costs that is made and then left out: no more than a few are made in vain. */
const OMITTED_COST = 256 * 1024;

export interface KeptPatch {
  readonly structuredPatch: readonly Hunk[];
  readonly isPatchOmitted?: true;
}

export const omitted: KeptPatch = { structuredPatch: [], isPatchOmitted: true };

export class PatchBudget {
  #left = MAX_CHARACTERS;

  /** Keeps the patch if it fits. Once nothing is left, it is not even made. */
  async keep(diff: () => Promise<readonly Hunk[]>): Promise<KeptPatch> {
    if (this.#left <= 0) return omitted;
    const hunks = await diff();
    const size = sizeOf(hunks);
    const isKept = size <= Math.min(this.#left, MAX_FILE_CHARACTERS);
    this.#left -= isKept ? size : OMITTED_COST;
    return isKept ? { structuredPatch: detach(hunks) } : omitted;
  }
}

function sizeOf(hunks: readonly Hunk[]): number {
  let size = 0;
  for (const { lines } of hunks) for (const line of lines) size += line.length;
  return size;
}

/** Lines are cut from whole texts, and would keep those in memory. */
function detach(hunks: readonly Hunk[]): readonly Hunk[] {
  return JSON.parse(JSON.stringify(hunks)) as readonly Hunk[];
}
