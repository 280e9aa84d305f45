import type { Block } from "./define-tool.js";

/** Characters of text in an answer; pictures and documents have bounds of their own. */
export function countCharacters(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) if (block.type === "text") count += block.text.length;
  return count;
}
