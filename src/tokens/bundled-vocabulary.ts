/**
 * The byte-pair vocabulary and what counts with it, built into a file of its own (`#vocabulary`) instead of being a dependency:
 * see docs/decisions/0055-a-vocabulary-in-the-package.md.
 */
import { Tokenizer } from "ai-tokenizer";
import * as claude from "ai-tokenizer/encoding/claude";

export function createCounter(): (text: string) => number {
  const tokenizer = new Tokenizer(claude);
  return (text) => tokenizer.count(text);
}
