/**
 * Readers of ripgrep's output. They take it in pieces of any size, cut anywhere, and tell what they find as soon as it is
 * whole. A listener that answers true has enough.
 */
import { asBuffer } from "../../text/codec.js";
import { type FoundPath, toFoundPath } from "../found-path.js";

const NUL = 0;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const DOT = 0x2e;

export interface Parser {
  /**
   * True for enough. A number is how many bytes were taken before `isTurnOver`; the caller passes the rest again, later.
   * A listener judges each path by the rules, which may take a millisecond.
   */
  (piece: Uint8Array, isTurnOver?: () => boolean): boolean | number;
  /** Whether the output so far ends in the middle of something. */
  readonly isUnfinished: () => boolean;
}

/** Thrown for output that ripgrep never writes: whatever was run, its silence about a file means nothing. */
export class BabbleError extends Error {
  override readonly name = "BabbleError";
}

/** Far more than a path or the beginning of a line takes. */
const MAX_UNIT_BYTES = 64 * 1024 * 1024;

/** Paths, each ended by NUL. */
export function parsePaths(onPath: (path: FoundPath) => boolean): Parser {
  return unitwise((bytes, from) => {
    const end = bytes.indexOf(NUL, from);
    if (end < 0) return undefined;
    return { next: end + 1, isEnough: onPath(readPath(bytes.subarray(from, end))) };
  });
}

/** `path NUL number newline`. */
export function parseCounts(onCount: (path: FoundPath, count: number) => boolean): Parser {
  return unitwise((bytes, from) => {
    const middle = bytes.indexOf(NUL, from);
    const end = middle < 0 ? -1 : bytes.indexOf(NEWLINE, middle);
    if (end < 0) return undefined;
    const path = readPath(bytes.subarray(from, middle));
    const count = Number(bytes.toString("latin1", middle + 1, end));
    if (!Number.isSafeInteger(count)) throw new BabbleError("a count that is no number");
    return { next: end + 1, isEnough: onCount(path, count) };
  });
}

/** A path below the searched folder; ripgrep tells of no other. */
function readPath(raw: Buffer): FoundPath {
  const path = toFoundPath(raw);
  const { text } = path;
  if (text === "" || text.startsWith("/") || (text.includes("..") && text.split("/").includes("..")))
    throw new BabbleError("a path that is not below the searched folder");
  return path;
}

export type LineEvent =
  | { readonly kind: "file"; readonly path: FoundPath }
  | {
      readonly kind: "line";
      readonly isMatch: boolean;
      readonly number: number;
      /** Where the first match begins in the line, in bytes from 1; 0 for a context line. */
      readonly column: number;
      /** Where the line begins in the file's text, or the match when only matches were asked for. */
      readonly offset: number;
      /** Without the newline; only its beginning when it is too long. Valid until the next piece. */
      readonly text: Buffer;
    }
  /** Lines were left out between two that are shown. */
  | { readonly kind: "gap" }
  /** ripgrep says that the file turned out to be binary. */
  | { readonly kind: "binary" };

/**
 * What `lineArguments` asks for: for each file its path and NUL, then lines, then an empty line. Lines begin with their
 * number: `12:3:480:text` for a match, with column and offset, `13-497-text` for context. A gap begins with NUL. Where
 * a single file is searched, its name is not printed. Any other line is a remark that the file is binary; it begins with
 * the file's path as it was printed before, newlines and all. Newlines may have got a carriage return before them, which
 * is never part of a line's text.
 */
export function parseLines(onEvent: (event: LineEvent) => boolean, single?: FoundPath): Parser {
  let isInFile = single !== undefined;
  let pathLength = 0;
  if (single !== undefined) onEvent({ kind: "file", path: single });
  return unitwise((bytes, from) => {
    if (!isInFile) {
      const end = bytes.indexOf(NUL, from);
      if (end < 0) return undefined;
      isInFile = true;
      pathLength = end - from;
      return {
        next: end + 1,
        isEnough: onEvent({ kind: "file", path: readPath(bytes.subarray(from, end)) }),
      };
    }
    const newline = bytes.indexOf(NEWLINE, bytes[from] === DOT ? from + pathLength : from);
    if (newline < 0) return undefined;
    const next = newline + 1;
    const end = newline > from && bytes[newline - 1] === CARRIAGE_RETURN ? newline - 1 : newline;
    if (end === from) {
      isInFile = false;
      return { next, isEnough: false };
    }
    if (bytes[from] === NUL) return { next, isEnough: onEvent({ kind: "gap" }) };
    return { next, isEnough: onEvent(readLine(bytes, from, end)) };
  });
}

function readLine(bytes: Buffer, from: number, end: number): LineEvent {
  const number = readNumber(bytes, from);
  if (number.next === from) return { kind: "binary" };
  const isMatch = bytes[number.next] === COLON;
  const column = isMatch ? readNumber(bytes, number.next + 1) : { value: 0, next: number.next };
  const offset = readNumber(bytes, column.next + 1);
  return {
    kind: "line",
    isMatch,
    number: number.value,
    column: column.value,
    offset: offset.value,
    text: bytes.subarray(offset.next + 1, end),
  };
}

function readNumber(bytes: Buffer, from: number): { value: number; next: number } {
  let value = 0;
  let next = from;
  for (;;) {
    const digit = (bytes[next] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return { value, next };
    value = value * 10 + digit;
    next += 1;
  }
}

/** Reads one unit at a time; undefined says that the unit is not whole yet. */
type ReadUnit = (bytes: Buffer, from: number) => { next: number; isEnough: boolean } | undefined;

function unitwise(readUnit: ReadUnit): Parser {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  const parse: (...given: Parameters<Parser>) => boolean | number = (piece, isTurnOver) => {
    // Every unit ends with one of these. Joining what can't be whole yet, piece by piece, would take for ever.
    const mayEnd = piece.includes(NUL) || piece.includes(NEWLINE);
    if (!mayEnd && restBytes > 0) {
      keep(piece);
      return false;
    }
    const bytes = restBytes === 0 ? asBuffer(piece) : Buffer.concat([...rest, piece]);
    const earlier = bytes.length - piece.length;
    rest = [];
    restBytes = 0;
    let from = 0;
    for (;;) {
      const unit = from < bytes.length ? readUnit(bytes, from) : undefined;
      if (unit === undefined) break;
      from = unit.next;
      if (unit.isEnough) return true;
      // More than `earlier`: what was kept was no whole unit.
      if (isTurnOver?.() === true) return from - earlier;
    }
    if (from < bytes.length) keep(bytes.subarray(from));
    return false;
  };
  const keep = (part: Uint8Array): void => {
    // A copy: the piece is the reader's buffer, which may be filled anew.
    rest.push(Buffer.from(part));
    restBytes += part.length;
    if (restBytes > MAX_UNIT_BYTES) throw new BabbleError("a line without end");
  };
  return Object.assign(parse, { isUnfinished: () => restBytes > 0 });
}
