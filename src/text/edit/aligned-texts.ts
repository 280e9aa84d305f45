/** Old and new text beside the place in the file that the old one stands for, line by line. */
import type { LineChange } from "../diff/line-change.js";
import type { Splice } from "../splice.js";
import { adoptBlankLines } from "./blank-lines.js";
import type { Place } from "./compare-place.js";
import type { FileText } from "./file-text.js";
import { isBlankLine, joinParts } from "./look-alikes.js";

export class AlignedTexts {
  readonly file: FileText;
  readonly place: Place;
  readonly oldLines: readonly string[];
  /** As sent, which is what tells which lines are new. */
  readonly newLines: readonly string[];
  /** For each old line, the line of the file, counted from the first of the place. */
  readonly counterparts: readonly (number | undefined)[];
  readonly sentOld: string;

  constructor(file: FileText, place: Place, newLines: readonly string[]) {
    const { lines } = place.wanted;
    const sentLines = lines.slice(place.surplus.before, lines.length - place.surplus.after).map(joinParts);
    const old = adoptBlankLines(sentLines, newLines, place, (line) => file.line(line));
    this.file = file;
    this.place = place;
    this.newLines = newLines;
    this.oldLines = old.lines;
    this.counterparts = old.counterparts;
    this.sentOld = sentLines.join("\n");
  }

  /** The line of the file that an old line stands for, as far as the place has it. */
  fileLine(index: number): string | undefined {
    const counterpart = this.counterparts[index];
    if (counterpart === undefined) return undefined;
    const [start, end] = this.#boundsOf(counterpart);
    return this.file.withPlainBreaks.text.slice(start, end);
  }

  /** Of a line of the place, counted from its first. */
  #boundsOf(index: number): [start: number, end: number] {
    const { file } = this;
    const { span, firstLine, lastLine } = this.place;
    const line = firstLine + index;
    return [
      line === firstLine ? span.start : file.lineStart(line),
      line === lastLine ? span.end : file.lineEnd(line),
    ];
  }

  /** `target` are the lines of the place to replace, counted from its first. */
  createSplice(
    [from, to]: readonly [number, number],
    { afterStart, afterEnd }: LineChange,
    text: string,
  ): Splice | undefined {
    const { firstLine, lastLine } = this.place;
    const count = lastLine - firstLine + 1;
    const isAdded = afterEnd > afterStart;
    const startOf = (index: number): number => this.#boundsOf(index)[0];
    const endOf = (index: number): number => this.#boundsOf(index)[1];
    if (from === to) {
      if (from < count) return { start: startOf(from), end: startOf(from), text: `${text}\n` };
      return { start: endOf(count - 1), end: endOf(count - 1), text: `\n${text}` };
    }
    if (isAdded) {
      const plain = this.file.withPlainBreaks.text;
      const [start, end] = [startOf(from), endOf(to - 1)];
      return plain.slice(start, end) === text ? undefined : { start, end, text };
    }
    if (to < count) return { start: startOf(from), end: startOf(to), text: "" };
    return { start: from === 0 ? startOf(0) : endOf(from - 1), end: endOf(to - 1), text: "" };
  }
}

/** Takes away as many line breaks at both ends as the old text has too many. */
export function dropSurplus(
  newLines: readonly string[],
  { surplus, styledLines }: Place,
): readonly string[] | undefined {
  if (surplus.before === 0 && surplus.after === 0) return newLines;
  let lines = newLines;
  for (let left = surplus.before; left > 0 && lines.length > 1 && isBlankLine(lines[0] ?? ""); left -= 1)
    lines = lines.slice(1);
  for (let left = surplus.after; left > 0 && lines.length > 1 && isBlankLine(lines.at(-1) ?? ""); left -= 1)
    lines = lines.slice(0, -1);
  // Breaks that only one of the texts has at an end may be noise or be meant.
  const isAlike =
    (surplus.before === 0 || countBlank(lines) === countBlank(styledLines)) &&
    (surplus.after === 0 || countBlank(lines.toReversed()) === countBlank(styledLines.toReversed()));
  return isAlike ? lines : undefined;
}

function countBlank(lines: readonly string[]): number {
  const first = lines.findIndex((line) => !isBlankLine(line));
  return first === -1 ? lines.length : first;
}
