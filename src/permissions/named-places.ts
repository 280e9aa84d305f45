/**
 * Where files lie that rules deny or allow by name, besides the roots: `~/.ssh/**` is a place to look in for hard links.
 * Rules that may match anywhere name none, nor do those for folders so high up that nobody would wait for a walk of them.
 */
import { posix } from "node:path";
import type { PathPattern } from "./parse-pattern.js";

export interface NamedPattern {
  /** Where it begins. */
  readonly folders: readonly string[];
  readonly pattern: PathPattern;
}

/** `known` are the roots and home directories: what contains one of them is too large. */
export function findNamedPlaces(
  patterns: readonly NamedPattern[],
  known: readonly string[],
): readonly string[] {
  const places = new Set<string>();
  for (const { folders, pattern } of patterns) {
    const names = leadingNames(pattern);
    for (const folder of names.length === 0 ? [] : folders) {
      const place = posix.join(folder, ...names);
      const isTooLarge = known.some((path) => path === place || path.startsWith(`${place}/`));
      if (!isTooLarge) places.add(place);
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
