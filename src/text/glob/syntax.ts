/**
 * A glob as a tree. Braces stay braces here: written out, thirty of them would be a thousand million globs.
 */
import type { CharSet } from "./char-set.js";

export type GlobNode =
  /** One character that stands for itself; never a slash. */
  | { readonly kind: "literal"; readonly code: number }
  /** `end` is where the text goes on after it. `isHere`: it was a `./` at the start, not a `/`. */
  | { readonly kind: "slash"; readonly end: number; readonly isHere: boolean }
  /** `?` and `[…]` */
  | { readonly kind: "class"; readonly set: CharSet }
  | { readonly kind: "star" }
  /** Whether it is a whole segment depends on what braces put beside it. `crosses`: it takes slashes anywhere. */
  | { readonly kind: "globstar"; readonly crosses: boolean }
  /** `{1..9}` and `{a..e}` */
  | CountedRange
  /** `{a,b}` */
  | { readonly kind: "choice"; readonly options: readonly GlobSequence[] }
  /** `@(a|b)` and its relatives */
  | { readonly kind: "group"; readonly operator: GroupOperator; readonly options: readonly GlobSequence[] };

export type GlobSequence = readonly GlobNode[];

export type GroupOperator = "@" | "?" | "*" | "+" | "!";

export interface CountedRange {
  readonly kind: "range";
  readonly first: number;
  /** Positive or negative, never 0. */
  readonly step: number;
  readonly count: number;
  /** Digits and sign are filled up with zeros to this; 0 for numbers as they are. */
  readonly width: number;
  readonly isLetters: boolean;
}

export function listRange(range: CountedRange): string[] {
  return Array.from({ length: range.count }, (_, index) => {
    const value = range.first + index * range.step;
    if (range.isLetters) return String.fromCodePoint(value);
    const sign = value < 0 ? "-" : "";
    return sign + `${Math.abs(value)}`.padStart(range.width - sign.length, "0");
  });
}

export function literalsOf(text: string): GlobSequence {
  return Array.from(text, (character) => ({ kind: "literal", code: character.codePointAt(0) ?? 0 }));
}

/** Whether any way through the nodes leads over a slash. */
export function hasSlash(nodes: GlobSequence): boolean {
  return nodes.some((node) => node.kind === "slash" || ("options" in node && node.options.some(hasSlash)));
}

/** Whether the nodes are only ever part of one name. */
export function isWithinName(nodes: GlobSequence): boolean {
  return nodes.every(
    (node) =>
      node.kind !== "slash" &&
      node.kind !== "globstar" &&
      (!("options" in node) || node.options.every(isWithinName)),
  );
}

/** Whether some way through the nodes leaves nothing of them, so that the glob stands where it stood before. */
export function canVanish(nodes: GlobSequence): boolean {
  return nodes.every((node) => {
    if (node.kind === "choice") return node.options.some(canVanish);
    if (node.kind !== "group" || node.operator === "!" || node.options.every(isWithinName)) return false;
    return node.operator === "?" || node.operator === "*" || node.options.some(canVanish);
  });
}
