/** What the search rows search. */
import { basename } from "node:path";
import type { Ground } from "./row.js";

export interface SearchTree {
  readonly path: string;
  /** As a title names it. */
  readonly name: string;
}

/** What is in both a made-up tree and, most likely, a real one. */
export const patterns = {
  /** A literal text in very few files. */
  rare: "thundering herd",
  regex: "\\b(?:offset|length|count)\\s*[+=]=?\\s*\\w+;",
  /** In about every other file of source code, many times. */
  common: "return",
  rareAcrossLines: "thundering[\\s*/]+herd",
  acrossLines: "\\breturn (?:count|offset);\\n\\}",
} as const;

/** Small when the run is to be quick: nothing is judged then. */
export function madeTree({ fixtures, isQuick }: Ground, files: number): SearchTree {
  const made = isQuick ? Math.min(1000, files / 10) : files;
  return { path: fixtures.tree(made), name: `${made.toLocaleString("en")} files` };
}

/** The directory that was named on the command line, else the large made-up one. */
export function largeTree(ground: Ground): SearchTree {
  if (ground.tree !== undefined) return { path: ground.tree, name: basename(ground.tree) };
  const { path, name } = madeTree(ground, 100_000);
  return { path, name: `${name}, made up` };
}
