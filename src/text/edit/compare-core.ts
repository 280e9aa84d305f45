/**
 * Compares the core of an old text with a place that has the same characters but for whitespace, quotes and look-alikes: which
 * relaxations make the two equal, and which line of the file each old line stands for.
 */
import { compareBodies } from "./compare-bodies.js";
import type { FileText } from "./file-text.js";
import { findReindent, type IndentPair, type Reindent } from "./indentation.js";
import { findLookAlikes, joinParts, type LineParts, makePlain, splitLine } from "./look-alikes.js";
import type { Relaxation } from "./tiers.js";
import { hasBody, type WantedText } from "./wanted-text.js";

export interface IndentDifference {
  readonly pairs: readonly IndentPair[];
  readonly reindent: Reindent;
  /** The first line was sent from its text on. */
  readonly skipsFirst: boolean;
}

/** The lines of an old text from the first to the last that are not blank, beside those of a place. */
export class CoreComparison {
  readonly file: FileText;
  readonly wanted: WantedText;
  readonly start: number;
  readonly end: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Only blanks are before the candidate on its first line, and after it on its last. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
  readonly relaxations: Set<Relaxation>;
  readonly lookAlikes = new Set<string>();
  isDoubtful = false;
  readonly styled: string[];
  readonly pairs: IndentPair[] = [];
  /** Lines of the file by old line. */
  readonly counterparts: (number | undefined)[];

  constructor(file: FileText, wanted: WantedText, start: number, end: number) {
    this.file = file;
    this.wanted = wanted;
    this.start = start;
    this.end = end;
    this.firstLine = file.lineAt(start);
    this.lastLine = file.lineAt(end - 1);
    const { text } = file.withPlainBreaks;
    this.startsLine = !hasBody(splitLine(text.slice(file.lineStart(this.firstLine), start)));
    this.endsLine = !hasBody(splitLine(text.slice(end, file.lineEnd(this.lastLine))));
    this.relaxations = new Set(wanted.reading.relaxations);
    this.styled = wanted.lines.map(joinParts);
    this.counterparts = wanted.lines.map(() => undefined);
  }

  /** The lines from the first to the last that are not blank. */
  compare(): boolean {
    const { first, last, lines } = this.wanted;
    let line = this.firstLine;
    for (let index = first; index <= last; ) {
      const wanted = lines[index];
      if (wanted === undefined || line > this.lastLine) return false;
      if (!this.#compareLine(index, line)) return false;
      this.counterparts[index] = line;
      const next = this.#skipBlankOld(index + 1);
      const nextLine = this.#skipBlankFile(line + 1);
      if (index < last) this.#compareGap([index + 1, next], [line + 1, nextLine]);
      [index, line] = [next, nextLine];
      if (index <= last && line > this.lastLine) return false;
    }
    return line > this.lastLine;
  }

  #compareLine(index: number, line: number): boolean {
    const sent = this.wanted.lines[index];
    if (sent === undefined) return false;
    const file = this.#partsOf(line, sent.indent.length);
    const match = compareBodies(sent.body, file.body);
    if (match === undefined) return false;
    for (const character of match.lookAlikes) this.need(character);
    if (match.isDoubtful) this.isDoubtful = true;
    if (match.styled !== sent.body) this.relaxations.add("quotes");
    const isLast = index === this.wanted.last;
    if (!isLast && sent.trail !== file.trail) this.relaxations.add("trailing-whitespace");
    const indent = this.#plainIndent(sent.indent, file.indent);
    this.pairs.push({ sent: indent, file: file.indent });
    this.styled[index] = sent.indent + match.styled + sent.trail;
    return true;
  }

  /** A line of the file; of the first and the last one, only what the candidate has of it, and as many blanks as were sent. */
  #partsOf(line: number, sentBlanks: number): LineParts {
    const isFirst = line === this.firstLine;
    const isLast = line === this.lastLine;
    const text = this.file.withPlainBreaks.text;
    const lineStart = this.file.lineStart(line);
    const lineEnd = this.file.lineEnd(line);
    if (!isFirst && !isLast) return splitLine(text.slice(lineStart, lineEnd));
    const from = isFirst ? this.start : lineStart;
    const parts = splitLine(text.slice(from, isLast ? this.end : lineEnd));
    if (!isFirst) return parts;
    const before = text.slice(lineStart, from);
    return { ...parts, indent: this.startsLine ? before : before.slice(before.length - sentBlanks) };
  }

  #plainIndent(sent: string, file: string): string {
    if (sent === file) return sent;
    for (const character of findLookAlikes(sent)) this.need(character);
    return makePlain(sent);
  }

  /** Takes a look-alike of the old text for noise. */
  need(character: string): void {
    this.lookAlikes.add(character);
    this.relaxations.add("look-alikes");
  }

  #skipBlankOld(from: number): number {
    const { lines, last } = this.wanted;
    let index = from;
    while (index <= last && lines[index]?.body === "") index += 1;
    return index;
  }

  #skipBlankFile(from: number): number {
    let line = from;
    while (line <= this.lastLine && !hasBody(splitLine(this.file.line(line)))) line += 1;
    return line;
  }

  /** Blank lines between two others. */
  #compareGap([from, to]: readonly [number, number], [line, toLine]: readonly [number, number]): void {
    if (to - from !== toLine - line) {
      this.relaxations.add("blank-lines");
      return;
    }
    for (let index = from; index < to; index += 1) this.pairBlank(index, line + index - from);
  }

  pairBlank(index: number, line: number): void {
    this.counterparts[index] = line;
    if (this.styled[index] !== this.file.line(line)) this.relaxations.add("trailing-whitespace");
  }

  explainIndentation(): IndentDifference | "inexplicable" | undefined {
    const pairs = this.pairs;
    const [firstPair, ...rest] = pairs;
    if (firstPair === undefined) return "inexplicable";
    // A first line may be sent from the middle of its indentation, or of its text.
    const isSameStart = isSame(firstPair) || (this.wanted.first === 0 && firstPair.sent === "");
    if (isSameStart && rest.every(isSame)) return undefined;
    if (!this.endsLine || (!this.startsLine && !isSame(firstPair))) return "inexplicable";
    this.relaxations.add("indentation");
    // Blank lines that differ in blanks are part of the same difference.
    if (!this.#hasOtherTrails()) this.relaxations.delete("trailing-whitespace");
    const all = this.startsLine ? findReindent(pairs, this.file) : undefined;
    if (all !== undefined) return { pairs, reindent: all, skipsFirst: false };
    const others = firstPair.sent === "" ? findReindent(rest, this.file) : undefined;
    if (others !== undefined) return { pairs: rest, reindent: others, skipsFirst: true };
    // The same lines, but what the sender did to their indentation is not known.
    this.isDoubtful = true;
    return { pairs, reindent: () => undefined, skipsFirst: false };
  }

  /** Whether trailing blanks differ after text. */
  #hasOtherTrails(): boolean {
    const { lines, first, last } = this.wanted;
    for (let index = first; index < last; index += 1) {
      const line = this.counterparts[index];
      const sent = lines[index];
      if (line === undefined || sent === undefined || !hasBody(sent)) continue;
      if (sent.trail !== this.#partsOf(line, 0).trail) return true;
    }
    return false;
  }
}

function isSame({ sent, file }: IndentPair): boolean {
  return sent === file;
}
