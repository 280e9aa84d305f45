/**
 * Which characters differ between two texts that are equal once folded. Characters that look alike can't be told apart
 * in a view, so they are named by their code points.
 */

import type { Fold } from "../folded-text.js";
import type { CharacterDifference } from "./diagnosis.js";

/** A character with the marks and invisible characters that belong to it. */
const CLUSTERS = /[^\p{M}\p{Cf}][\p{M}\p{Cf}]*|[\p{M}\p{Cf}]+/gu;
const MAX_CHARACTERS = 100_000;
const MAX_DIFFERENCES = 50;

/** Differences between ASCII characters are left out: they can be seen. Empty if the texts are not alike. */
export function listCharacterDifferences(
  oldText: string,
  found: string,
  fold: Fold,
): readonly CharacterDifference[] {
  if (oldText.length + found.length > MAX_CHARACTERS) return [];
  const differences = new Map<string, { expected: string; found: string; count: number }>();
  const [left, right] = [new Clusters(oldText, fold), new Clusters(found, fold)];
  while (!left.isAtEnd || !right.isAtEnd) {
    let [expected, actual, expectedFold, actualFold] = ["", "", "", ""];
    do {
      // One of each side first, then the side that is behind goes on.
      const isLeft = expected === "" || (actual !== "" && expectedFold.length < actualFold.length);
      const side = (isLeft && !left.isAtEnd) || right.isAtEnd ? left : right;
      const next = side.take();
      if (next === undefined) return [];
      if (side === left) [expected, expectedFold] = [expected + next.text, expectedFold + next.folded];
      else [actual, actualFold] = [actual + next.text, actualFold + next.folded];
    } while (
      expectedFold !== actualFold ||
      (expected === "" && !left.isAtEnd) ||
      (actual === "" && !right.isAtEnd)
    );
    if (expected === actual || !/[^\0-\x7f]/.test(expected + actual)) continue;
    const key = `${expected}\n${actual}`;
    const known = differences.get(key) ?? { expected, found: actual, count: 0 };
    known.count += 1;
    differences.set(key, known);
    if (differences.size === MAX_DIFFERENCES) break;
  }
  return [...differences.values()];
}

class Clusters {
  readonly #clusters: readonly string[];
  readonly #fold: Fold;
  #next = 0;

  constructor(text: string, fold: Fold) {
    this.#clusters = text.match(CLUSTERS) ?? [];
    this.#fold = fold;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#clusters.length;
  }

  take(): { readonly text: string; readonly folded: string } | undefined {
    const text = this.#clusters[this.#next];
    if (text === undefined) return undefined;
    this.#next += 1;
    return { text, folded: text.split("").map(this.#fold).join("") };
  }
}
