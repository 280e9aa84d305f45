/**
 * Which lines of a place a change between old and new text replaces, where the old text may lack blank lines that the file
 * has, or have some too many. Changes away from such lines are certain; at them, only those that can mean one thing.
 */
import type { LineChange } from "../diff/line-change.js";
import type { Place } from "./compare-place.js";
import { isBlankLine, splitLine } from "./look-alikes.js";

export class BlankLineRules {
  readonly #counterparts: readonly (number | undefined)[];
  readonly #lineCount: number;
  readonly #newLines: readonly string[];
  /** The sender may have left out all blank lines, in the new text as well. */
  readonly #dropsAll: boolean;
  /** The sender may have added a blank line after every line, in the new text as well. */
  readonly #addsAny: boolean;

  constructor(
    { firstLine, lastLine, styledLines }: Place,
    counterparts: readonly (number | undefined)[],
    newLines: readonly string[],
  ) {
    this.#counterparts = counterparts;
    this.#lineCount = lastLine - firstLine + 1;
    this.#newLines = newLines;
    const isMissing = findPairedCount(counterparts) < this.#lineCount;
    const hasBlank = (lines: readonly string[]): boolean => lines.slice(1, -1).some(isBlankLine);
    this.#dropsAll = isMissing && !hasBlank(styledLines) && !hasBlank(newLines);
    this.#addsAny = counterparts.includes(undefined) && !hasTightLines(styledLines);
  }

  /** Whether the file has the same blank lines before an old line as the old text. */
  isTight(index: number): boolean {
    const before = index === 0 ? -1 : this.#counterparts[index - 1];
    const at = index === this.#counterparts.length ? this.#lineCount : this.#counterparts[index];
    return before !== undefined && before + 1 === at;
  }

  /** The lines to replace, `[from, to)` counted from the first of the place; undefined if that is not certain. */
  locate({
    beforeStart,
    beforeEnd,
    afterStart,
    afterEnd,
  }: LineChange): [from: number, to: number] | undefined {
    const added = afterEnd - afterStart;
    const removed = beforeEnd - beforeStart;
    const isTight = this.isTight(beforeStart) && this.isTight(beforeEnd);
    if (this.#dropsAll && added > 1 && added !== removed) return undefined;
    if (this.#addsAny && this.#newLines.slice(afterStart, afterEnd).some(isBlankLine)) return undefined;
    if (removed === 0) {
      const at = beforeStart === 0 ? 0 : (this.#counterparts[beforeStart - 1] ?? 0) + 1;
      return isTight ? [at, at] : undefined;
    }
    const first = this.#counterparts[beforeStart];
    const last = this.#counterparts[beforeEnd - 1];
    if (first === undefined || last === undefined) return undefined;
    if (added === 0) return isTight ? [first, last + 1] : undefined;
    const isWhole = last - first === removed - 1 && this.#isPaired(beforeStart, beforeEnd);
    // A sender who leaves out all blank lines would not show that the change adds or removes one.
    return isWhole && (isTight || !this.#dropsAll) ? [first, last + 1] : undefined;
  }

  #isPaired(from: number, to: number): boolean {
    return !this.#counterparts.slice(from, to).includes(undefined);
  }
}

interface AlignedLines {
  readonly lines: readonly string[];
  readonly counterparts: readonly (number | undefined)[];
}

/** The old lines with the file's blank lines wherever the new text has those, and not the ones that were sent. */
export function adoptBlankLines(
  sentLines: readonly string[],
  newLines: readonly string[],
  { counterparts, firstLine }: Place,
  fileLine: (line: number) => string,
): AlignedLines {
  const lines: string[] = [];
  const aligned: (number | undefined)[] = [];
  let index = 0;
  while (index < sentLines.length) {
    lines.push(sentLines[index] ?? "");
    aligned.push(counterparts[index]);
    const from = counterparts[index];
    const next = findText(sentLines, index + 1);
    const to = counterparts[next];
    const isDifferent = from !== undefined && to !== undefined && to - from !== next - index;
    if (!isDifferent || !hasGap(newLines, [sentLines[index], sentLines[next]], to - from)) {
      index += 1;
      continue;
    }
    for (let line = from + 1; line < to; line += 1) {
      lines.push(fileLine(firstLine + line));
      aligned.push(line);
    }
    index = next;
  }
  return { lines, counterparts: aligned };
}

function findOnly(list: readonly string[], wanted: string): number | undefined {
  const index = list.indexOf(wanted);
  return index !== -1 && index === list.lastIndexOf(wanted) ? index : undefined;
}

function findText(lines: readonly string[], from: number): number {
  let index = from;
  while (index < lines.length && isBlankLine(lines[index] ?? "")) index += 1;
  return index;
}

/** Whether one line follows the other so many lines later, with nothing but blank lines between, and both occur once. */
function hasGap(
  lines: readonly string[],
  [first = "", second = ""]: readonly (string | undefined)[],
  distance: number,
): boolean {
  const bodies = lines.map((line) => splitLine(line).body);
  const from = findOnly(bodies, splitLine(first).body);
  const to = findOnly(bodies, splitLine(second).body);
  return from !== undefined && to !== undefined && to - from === distance && findText(lines, from + 1) === to;
}

/** Whether two lines follow each other without a blank one. */
function hasTightLines(lines: readonly string[]): boolean {
  return lines.some((line, index) => !isBlankLine(line) && !isBlankLine(lines[index + 1] ?? ""));
}

function findPairedCount(counterparts: readonly (number | undefined)[]): number {
  return counterparts.filter((counterpart) => counterpart !== undefined).length;
}
