/** Globs as a reader would explain them: braces are written out, and every way to match is tried. */
import * as fc from "fast-check";

export type Piece =
  | { readonly kind: "text" | "class"; readonly text: string }
  | { readonly kind: "star" | "double" | "one" | "slash" }
  | { readonly kind: "brace"; readonly options: readonly (readonly Piece[])[] }
  | { readonly kind: "group"; readonly operator: string; readonly options: readonly (readonly Piece[])[] };

const SIGNS = { star: "*", double: "**", one: "?", slash: "/" } as const;

export function spell(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "text" || piece.kind === "class") return piece.text;
      if (piece.kind === "brace") return `{${piece.options.map(spell).join(",")}}`;
      if (piece.kind === "group") return `${piece.operator}(${piece.options.map(spell).join("|")})`;
      return SIGNS[piece.kind];
    })
    .join("");
}

export function simplyMatches(pieces: readonly Piece[], path: string): boolean {
  return writeOut(pieces).some((flat) => {
    const segments = splitSegments(flat);
    return segments.length > 0 && matchSegments(segments, path.split("/"));
  });
}

function writeOut(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const [first, ...rest] = pieces;
  if (first === undefined) return [[]];
  const heads =
    first.kind === "brace"
      ? first.options.flatMap(writeOut)
      : [first.kind === "group" ? [{ ...first, options: first.options.flatMap(writeOut) }] : [first]];
  return writeOut(rest).flatMap((tail) => heads.map((head) => [...head, ...tail]));
}

function splitSegments(flat: readonly Piece[]): readonly (readonly Piece[])[] {
  const segments: Piece[][] = [[]];
  for (const piece of flat) {
    if (piece.kind === "slash") segments.push([]);
    else segments.at(-1)?.push(piece);
  }
  const endsInSlash = segments.length > 1 && segments.at(-1)?.length === 0;
  const named: (readonly Piece[])[] = segments.filter((segment) => segment.length > 0);
  return endsInSlash ? [...named, [{ kind: "double" }]] : named;
}

function matchSegments(segments: readonly (readonly Piece[])[], names: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  const [name, ...others] = names;
  if (segment === undefined) return name === undefined;
  if (segment.length === 1 && segment[0]?.kind === "double") {
    if (rest.length === 0) return name !== undefined;
    return matchSegments(rest, names) || (name !== undefined && matchSegments(segments, others));
  }
  return name !== undefined && matchName(segment, Array.from(name)) && matchSegments(rest, others);
}

function matchName(pieces: readonly Piece[], name: readonly string[]): boolean {
  const [piece, ...rest] = pieces;
  if (piece === undefined) return name.length === 0;
  return Array.from({ length: name.length + 1 }, (_, end) => end).some(
    (end) => matchPiece(piece, name.slice(0, end)) && matchName(rest, name.slice(end)),
  );
}

function matchPiece(piece: Piece, part: readonly string[]): boolean {
  if (piece.kind === "star" || piece.kind === "double") return true;
  if (piece.kind === "text") return part.join("") === piece.text;
  if (piece.kind === "one") return part.length === 1;
  if (piece.kind === "class")
    return part.length === 1 && new RegExp(piece.text.replace("!", "^"), "u").test(part.join(""));
  if (piece.kind !== "group") return false;
  const matchesOne = (text: readonly string[]): boolean =>
    piece.options.some((option) => matchName(option, text));
  if (piece.operator === "!") return !matchesOne(part);
  if (part.length === 0) return piece.operator === "?" || piece.operator === "*" || matchesOne(part);
  if (matchesOne(part)) return true;
  if (piece.operator === "@" || piece.operator === "?") return false;
  return part.some(
    (_, end) => end > 0 && matchesOne(part.slice(0, end)) && matchPiece(piece, part.slice(end)),
  );
}

const text = fc.constantFrom("a", "b", "ab", "é", "😀").map((text): Piece => ({ kind: "text", text }));
const wildcard = fc.oneof(
  fc.constantFrom<Piece>({ kind: "star" }, { kind: "one" }),
  fc.constantFrom("[ab]", "[!a]", "[a-c]", "[!😀]").map((text): Piece => ({ kind: "class", text })),
);
const slash = fc.constant<Piece>({ kind: "slash" });
const double = fc.constant<Piece>({ kind: "double" });

/** Trying every way is only fit for small globs. */
const SHALLOW = { maxDepth: 2 };

const { namePart, pathPart } = fc.letrec<{ namePart: Piece; pathPart: Piece }>((tie) => ({
  namePart: fc.oneof(
    SHALLOW,
    text,
    wildcard,
    fc
      .tuple(fc.constantFrom("@", "?", "*", "+", "!"), optionsOf(tie("namePart"), 1))
      .map(([operator, options]): Piece => ({ kind: "group", operator, options })),
    optionsOf(tie("namePart"), 2).map((options): Piece => ({ kind: "brace", options })),
  ),
  pathPart: fc.oneof(
    SHALLOW,
    { weight: 4, arbitrary: tie("namePart") },
    { weight: 3, arbitrary: slash },
    { weight: 2, arbitrary: double },
    {
      weight: 1,
      arbitrary: optionsOf(tie("pathPart"), 2).map((options): Piece => ({ kind: "brace", options })),
    },
  ),
}));

function optionsOf(part: fc.Arbitrary<Piece>, minLength: number): fc.Arbitrary<Piece[][]> {
  return fc.array(sequenceOf(part, 2), { minLength, maxLength: 3 });
}

/** Without stars side by side, which would be spelled like one of another kind. */
function sequenceOf(part: fc.Arbitrary<Piece>, maxLength: number): fc.Arbitrary<Piece[]> {
  const isStar = (piece: Piece | undefined): boolean => piece?.kind === "star" || piece?.kind === "double";
  return fc
    .array(part, { maxLength })
    .map((pieces) => pieces.filter((piece, index) => !isStar(piece) || !isStar(pieces[index - 1])));
}

export const globs: fc.Arbitrary<readonly Piece[]> = fc.oneof(
  sequenceOf(pathPart, 6),
  sequenceOf(namePart, 4),
);

export const paths: fc.Arbitrary<string> = fc
  .array(
    fc
      .array(fc.constantFrom("a", "b", "c", "é", "😀"), { minLength: 1, maxLength: 4 })
      .map((part) => part.join("")),
    { minLength: 1, maxLength: 4 },
  )
  .map((names) => names.join("/"));
