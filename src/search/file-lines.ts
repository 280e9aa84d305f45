/** The lines of ripgrep's output, each with the file it stands in and its place there. */
import type { EncodingName } from "../text/codec.js";
import type { FoundPath } from "./found-path.js";
import type { LineQuery, Scope } from "./query.js";
import { isSingle } from "./ripgrep/arguments.js";
import { type LineEvent, type Parser, parseLines } from "./ripgrep/parsers.js";

export interface FoundLine {
  readonly path: FoundPath;
  readonly number: number;
  readonly isMatch: boolean;
  /** Where the first match begins, in bytes from 1; 0 for a context line. */
  readonly column: number;
  readonly offset: number;
  /** How many lines of the same match stand before it, where only matches are shown: all have the match's offset. */
  readonly linesIntoMatch: number;
  /** The line, or its first `MAX_LINE_BYTES` and more when it is longer. */
  readonly text: Buffer;
  /** Lines of the file were left out before it. */
  readonly isAfterGap: boolean;
  /** What ripgrep was told that the file is encoded in. */
  readonly encoding: EncodingName | undefined;
}

interface LineListener {
  /** Told the path of each accepted file before its lines; true means that no more is wanted. */
  readonly onFile: (path: FoundPath) => boolean;
  /** Told of each line; `line()` makes one that may be kept. */
  readonly onLine: (line: () => FoundLine) => boolean;
}

/** `binary` is given the files that turn out to be so. */
export function parseFileLines(
  scope: Scope,
  { encoding }: LineQuery,
  binary: FoundPath[],
  { onFile, onLine }: LineListener,
): Parser {
  let path: FoundPath = { text: "" };
  let isAccepted = false;
  let isAfterGap = false;
  let matchStart = { offset: -1, number: 0 };
  const onEvent = (event: LineEvent): boolean => {
    if (event.kind === "file") {
      path = event.path;
      isAccepted = scope.accepts(path.text);
      isAfterGap = false;
      matchStart = { offset: -1, number: 0 };
      return isAccepted && onFile(path);
    }
    if (!isAccepted) return false;
    if (event.kind === "line") {
      const { number, isMatch, column, offset, text } = event;
      const gap = isAfterGap;
      isAfterGap = false;
      if (!isMatch || offset !== matchStart.offset) matchStart = { offset, number };
      const linesIntoMatch = number - matchStart.number;
      return onLine(() => ({
        path,
        number,
        isMatch,
        column,
        offset,
        linesIntoMatch,
        text: Buffer.from(text),
        isAfterGap: gap,
        encoding,
      }));
    }
    if (event.kind === "gap") isAfterGap = true;
    else binary.push(path);
    return false;
  };
  const [single] = scope.files ?? [];
  return parseLines(onEvent, isSingle(scope) && single !== undefined ? { text: single } : undefined);
}
