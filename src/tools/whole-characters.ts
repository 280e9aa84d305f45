/**
 * Half of a character can stand alone in a file, and so in what is shown of it. Providers refuse a request that has one, and
 * with it the whole conversation from there on; so what a model is shown has the replacement character there.
 */
import type { Block } from "./define-tool.js";
import type { CallResult } from "./run.js";

export function withWholeCharacters(result: CallResult): CallResult {
  return result.content.every(isWhole) ? result : { ...result, content: result.content.map(makeWhole) };
}

function isWhole(block: Block): boolean {
  return block.type !== "text" || block.text.isWellFormed();
}

function makeWhole(block: Block): Block {
  return block.type === "text" ? { ...block, text: block.text.toWellFormed() } : block;
}
