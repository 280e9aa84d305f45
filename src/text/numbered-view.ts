/**
 * The `cat -n` view: number right-aligned in six columns, a separator, the line. Only `\n` ends a line (with the
 * `\r` before it, if any); a lone `\r`, U+2028 or a form feed is content and stays where it is, so that what is
 * shown is what an edit can match.
 */
import { renderCutMarker } from "./own-words.js";

export const MAX_LINE_CHARACTERS = 2000;
export const NUMBER_WIDTH = 6;
const CACHED_NUMBERS = 10_000;
const CARRIAGE_RETURN = 13;

interface CutLine {
  readonly line: number;
  /** Code points of the line that were not shown. */
  readonly hiddenCharacters: number;
}

export interface NumberedView {
  readonly view: string;
  /**
   * The shown lines exactly as the file has them, endings included; cut lines hold only what was shown. A function
   * where nobody may want it and making it costs as much as the view.
   */
  readonly content: string | (() => string);
  readonly startLine: number;
  readonly shownLines: number;
  readonly totalLines: number;
  readonly cutLines: readonly CutLine[];
}

/** What stands between number and line. */
export type Separator = "→" | "\t";

/** Line prefixes, made once each: formatting numbers anew would cost more than finding the lines. */
export class LineNumbering {
  readonly separator: Separator;
  readonly #prefixes: string[] = [];

  constructor(separator: Separator) {
    this.separator = separator;
  }

  prefix(line: number): string {
    const known = this.#prefixes[line];
    if (known !== undefined) return known;
    const made = String(line).padStart(NUMBER_WIDTH) + this.separator;
    if (line <= CACHED_NUMBERS && line === Math.max(1, this.#prefixes.length)) {
      if (line === 1) this.#prefixes.push("");
      this.#prefixes.push(made);
    }
    return made;
  }
}

export interface ViewRequest {
  readonly startLine: number;
  readonly maxLines: number;
  readonly numbering: LineNumbering;
  /** Number of the first line of `text`, when `text` is itself a slice of a larger file. */
  readonly firstLine?: number;
  /** What lines have beyond what `text` holds of them, by line number. */
  readonly hiddenBeyond?: ReadonlyMap<number, HiddenRest>;
}

/** The rest of a line of which `text` only holds the beginning and the ending. */
export interface HiddenRest {
  readonly characters: number;
  /** Units of the ending: 2 with a carriage return, 1 without, 0 at the end of the file. */
  readonly endingLength: 0 | 1 | 2;
}

export function viewLines(text: string, request: ViewRequest): NumberedView {
  const { startLine, maxLines, numbering, firstLine = 1, hiddenBeyond } = request;
  const cutLines: CutLine[] = [];
  let view = "";
  let content = "";
  let line = firstLine;
  let position = 0;
  let contentFrom = 0;
  let shownLines = 0;

  while (position < text.length) {
    const newline = text.indexOf("\n", position);
    const next = newline === -1 ? text.length : newline + 1;
    if (line >= startLine && shownLines < maxLines) {
      if (shownLines === 0) contentFrom = position;
      shownLines += 1;
      const isLast = shownLines === maxLines || next === text.length;
      const rest = hiddenBeyond?.get(line);
      const end = rest === undefined ? lineEnd(text, position, newline) : next - rest.endingLength;
      const prefix = numbering.prefix(line);
      if (end - position > MAX_LINE_CHARACTERS) {
        const cut = cutLine(text, position, end, rest?.characters ?? 0);
        const marker = cut.hidden === 0 ? "" : renderCutMarker(cut.hidden);
        view += prefix + cut.shown + marker + (isLast ? "" : "\n");
        if (cut.hidden > 0) {
          content += text.slice(contentFrom, position) + cut.shown;
          contentFrom = end;
          cutLines.push({ line, hiddenCharacters: cut.hidden });
        }
      } else if (isLast) {
        view += prefix + text.slice(position, end);
      } else if (end === newline) {
        // One slice with its newline instead of a slice and a newline: half the string joins of a large read.
        view += prefix + text.slice(position, next);
      } else {
        view += `${prefix}${text.slice(position, end)}\n`;
      }
      if (isLast) content += text.slice(contentFrom, next);
    }
    line += 1;
    position = next;
  }
  return { view, content, startLine, shownLines, totalLines: line - 1, cutLines };
}

function lineEnd(text: string, start: number, newline: number): number {
  if (newline === -1) return text.length;
  const crlf = newline > start && text.charCodeAt(newline - 1) === CARRIAGE_RETURN;
  return crlf ? newline - 1 : newline;
}

function cutLine(
  text: string,
  start: number,
  end: number,
  beyond: number,
): { shown: string; hidden: number } {
  let position = start;
  for (let count = 0; count < MAX_LINE_CHARACTERS && position < end; count += 1) {
    position += isSurrogatePair(text, position) ? 2 : 1;
  }
  return { shown: text.slice(start, position), hidden: countCodePoints(text, position, end) + beyond };
}

/** Characters as people count them, nearly: code points, a lone surrogate being one. */
export function countCodePoints(text: string, from: number = 0, to: number = text.length): number {
  let count = 0;
  for (let position = from; position < to; count += 1) position += isSurrogatePair(text, position) ? 2 : 1;
  return count;
}

function isSurrogatePair(text: string, position: number): boolean {
  return (text.codePointAt(position) ?? 0) > 0xffff;
}
