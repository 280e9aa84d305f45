import type { EditStrings } from "../cases/case.js";
import { countSharedLines, isBlank, linesOf, withLines } from "../text.js";
import { both, drawFor, type Noise } from "./noise.js";

export const blankLinesDropped: Noise = both((text) =>
  withLines(text, (lines) => lines.filter((line) => !isBlank(line))),
);

/** A position between lines, counted from the start or from the end of both strings. */
interface SharedPosition {
  readonly from: "start" | "end";
  readonly index: number;
}

/**
 * One blank line that both strings share. Not at their edges, where dropping one changes nothing, and not beside lines that are
 * only inserted: nobody could tell on which side of them it was.
 */
export const blankLineDropped: Noise = (strings, context) => {
  const old = linesOf(strings.old);
  const { head, tail } = countSharedLines(old, linesOf(strings.new));
  const margin = head + tail === old.length ? 1 : 0;
  const positions = [
    ...range(1, head - margin).map((index): SharedPosition => ({ from: "start", index })),
    ...range(2, tail + 1 - margin).map((index): SharedPosition => ({ from: "end", index })),
  ].filter(({ from, index }) => isBlank(old.at(from === "start" ? index : -index) ?? "x"));
  if (positions.length === 0) return undefined;
  const position = drawFor(context, "blank line").pick(positions);
  return changeBoth(strings, (lines) => lines.toSpliced(resolve(position, lines), 1));
};

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
