/**
 * Where files lie that rules deny or allow by name, besides the roots: `~/.ssh/**` is a place to look in for hard links.
 * A deny rule is looked for below its fixed part, however high up that is: who walks there bounds the walk. An allow rule for
 * folders so high up that nobody would wait for a walk of them names none.
 */
import { posix } from "node:path";
import type { Steps } from "../text/steps.js";
import type { PathPattern } from "./parse-pattern.js";

export interface NamedPattern {
  /** Where it begins. */
  readonly folders: readonly string[];
  readonly pattern: PathPattern;
}

/** `known` are the roots and home directories: what contains one of them is too large. Without them, nothing is. */
export function* findNamedPlaces(
  patterns: readonly NamedPattern[],
  known?: readonly string[],
): Steps<readonly string[]> {
  const places = new Set<string>();
  for (const { folders, pattern } of patterns) {
    yield;
    const names = leadingNames(pattern);
    for (const folder of names.length === 0 && known !== undefined ? [] : folders) {
      const place = posix.join(folder, ...names);
      const isTooLarge = known?.some((path) => path === place || path.startsWith(`${place}/`));
      if (isTooLarge !== true) places.add(place);
    }
  }
  return [...places];
}

/** The names up to the first wildcard. */
function leadingNames({ segments }: PathPattern): string[] {
  const names: string[] = [];
  for (const segment of segments) {
    if (segment === "**" || segment.some(({ kind }) => kind === "wild")) break;
    names.push(segment.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""));
  }
  return names;
}
