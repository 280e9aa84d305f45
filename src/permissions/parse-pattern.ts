/**
 * A gitignore pattern taken apart into the names between its slashes, so that it can be checked, respelled and written out
 * again. What git would refuse is refused.
 */

type Piece =
  | { readonly kind: "text"; readonly text: string }
  /** `*`, `?` or a set of characters in brackets, as it is written; `**` for stars side by side. */
  | { readonly kind: "wild"; readonly source: string };

/** Pieces of one name; "**" stands for any number of names. */
export type Segment = readonly Piece[] | "**";

export interface PathPattern {
  readonly segments: readonly Segment[];
  /** Written with a slash at the end. */
  readonly isForFolders: boolean;
}

const CHARACTER_CLASSES: ReadonlySet<string> = new Set(
  "alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split(" "),
);

/** Undefined for what matches nothing in git: a bracket without end, a backslash at the end. */
export function parsePattern(body: string): PathPattern | undefined {
  const source = trimEnd(body);
  const segments: Segment[] = [];
  let pieces: Piece[] = [];
  const endSegment = (): void => {
    if (pieces.length > 0) addSegment(segments, pieces);
    pieces = [];
  };
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (character === "/") endSegment();
    else if (character === "*" || character === "?") pieces.push({ kind: "wild", source: character });
    else if (character === "[") {
      const end = findSetEnd(source, index);
      if (end === undefined) return undefined;
      pieces.push({ kind: "wild", source: source.slice(index, end + 1) });
      index = end;
    } else if (character === "\\") {
      index += 1;
      if (index === source.length) return undefined;
      // A slash separates names, escaped or not.
      if (source[index] === "/") endSegment();
      else pushText(pieces, source.charAt(index));
    } else pushText(pieces, character);
  }
  endSegment();
  return { segments, isForFolders: source.endsWith("/") };
}

/** Takes every character for itself. */
export function parseLiterally(body: string): PathPattern {
  const names = trimEnd(body)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  return {
    segments: names.map((text) => [{ kind: "text", text }]),
    isForFolders: false,
  };
}

function addSegment(segments: Segment[], pieces: readonly Piece[]): void {
  const joined = joinStars(pieces);
  if (joined.length === 1 && isStars(joined[0]) && pieces.length > 1) {
    if (segments.at(-1) !== "**") segments.push("**");
  } else if (nameOf(joined) !== ".") segments.push(joined);
}

function joinStars(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    if (isStars(piece) && isStars(joined.at(-1))) joined[joined.length - 1] = { kind: "wild", source: "**" };
    else joined.push(piece);
  }
  return joined;
}

function isStars(piece: Piece | undefined): boolean {
  return piece?.kind === "wild" && (piece.source === "*" || piece.source === "**");
}

/** The name that a segment stands for, when it stands for only one. */
export function nameOf(segment: Segment): string | undefined {
  if (segment === "**" || segment.length > 1) return undefined;
  const [only] = segment;
  return only?.kind === "text" ? only.text : undefined;
}

/**
 * Whether it has a `?` or a set. Folded, `[!A-Z]` would leave out small letters too, and a `?` would not stand for a
 * letter that is folded to two.
 */
export function standsForLetters({ segments }: PathPattern): boolean {
  return segments.some(
    (segment) => segment !== "**" && segment.some((piece) => piece.kind === "wild" && !isStars(piece)),
  );
}

function pushText(pieces: Piece[], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text };
  else pieces.push({ kind: "text", text });
}

/** Blanks at the end do not count, but for one with a backslash before it. */
function trimEnd(body: string): string {
  let end = body.length;
  while (body[end - 1] === " ") end -= 1;
  let escapes = 0;
  while (body[end - 1 - escapes] === "\\") escapes += 1;
  return body.slice(0, escapes % 2 === 1 && end < body.length ? end + 1 : end);
}

/** Where the set that opens at `start` closes, by git's rules: a bracket right at the beginning is a member. */
function findSetEnd(source: string, start: number): number | undefined {
  let index = start + 1;
  if (source[index] === "!" || source[index] === "^") index += 1;
  let canBeginRange = false;
  for (let isFirst = true; ; isFirst = false) {
    const character = source[index];
    if (character === undefined) return undefined;
    if (character === "]" && !isFirst) return index;
    const next = source[index + 1];
    if (character === "\\") {
      if (next === undefined) return undefined;
      index += 2;
      canBeginRange = true;
    } else if (character === "-" && canBeginRange && next !== undefined && next !== "]") {
      index += next === "\\" ? 3 : 2;
      canBeginRange = false;
    } else if (character === "[" && next === ":") {
      const close = source.indexOf("]", index + 2);
      if (close === -1) return undefined;
      const isClass = close > index + 2 && source[close - 1] === ":";
      if (isClass && !CHARACTER_CLASSES.has(source.slice(index + 2, close - 1))) return undefined;
      index = isClass ? close + 1 : index + 1;
      canBeginRange = !isClass;
    } else {
      index += 1;
      canBeginRange = true;
    }
  }
}
