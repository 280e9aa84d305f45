import type { EditStrings } from "../cases/case.js";
import { countSharedLines, isBlank, linesOf, withLines } from "../text.js";
import { drawFor, type Noise } from "./noise.js";

/** A position between lines, counted from the start or from the end of both strings. */
interface SharedPosition {
  readonly from: "start" | "end";
  readonly index: number;
}

/**
 * Blank lines that both strings share. Not at their edges, where dropping one changes nothing, and not beside lines that differ:
 * nobody could tell on which side of them it was.
 */
export const blankLinesDropped: Noise = (strings) => {
  const positions = findSharedBlanks(strings);
  if (positions.length < 2) return undefined;
  return changeBoth(strings, (lines) => {
    const dropped = new Set(positions.map((position) => resolve(position, lines)));
    return lines.filter((_, index) => !dropped.has(index));
  });
};

export const blankLineDropped: Noise = (strings, context) => {
  const positions = findSharedBlanks(strings);
  if (positions.length === 0) return undefined;
  const position = drawFor(context, "blank line").pick(positions);
  return changeBoth(strings, (lines) => lines.toSpliced(resolve(position, lines), 1));
};

function findSharedBlanks(strings: EditStrings): SharedPosition[] {
  const old = linesOf(strings.old);
  const { head, tail } = countSharedLines(old, linesOf(strings.new));
  return [
    ...range(1, head - 1).map((index): SharedPosition => ({ from: "start", index })),
    ...range(2, tail).map((index): SharedPosition => ({ from: "end", index })),
  ].filter(({ from, index }) => isBlank(old.at(from === "start" ? index : -index) ?? "x"));
}

/** One blank line more between two neighbouring lines that both strings share. */
export const blankLineAdded: Noise = (strings, context) => {
  const { head, tail } = countSharedLines(linesOf(strings.old), linesOf(strings.new));
  const positions = [
    ...range(1, head).map((index): SharedPosition => ({ from: "start", index })),
    ...range(1, tail).map((index): SharedPosition => ({ from: "end", index })),
  ];
  if (positions.length === 0) return undefined;
  const position = drawFor(context, "blank line").pick(positions);
  return changeBoth(strings, (lines) => lines.toSpliced(resolve(position, lines), 0, ""));
};

function resolve({ from, index }: SharedPosition, lines: readonly string[]): number {
  return from === "start" ? index : lines.length - index;
}

function changeBoth(strings: EditStrings, change: (lines: readonly string[]) => string[]): EditStrings {
  return { old: withLines(strings.old, change), new: withLines(strings.new, change) };
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}
