/**
 * Letters that a person takes for others. Nothing is wrong with them, but who is asked about a file by its name should
 * know that it is not the name it seems to be.
 */

/** Alphabets with letters that look like Latin ones. */
const OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Strokes and dots that are read as the separator and the point of a path. */
const STROKES = new Set("\u2044\u2215\u29f8\u2571\ua789\u02f8\u2024");
const MAX_NAMED = 3;

/** A clause that names them; undefined when there are none. */
export function describeLookAlikes(path: string): string | undefined {
  const found = new Set(path.split("/").flatMap(findInName));
  if (found.size === 0) return undefined;
  const named = [...found].slice(0, MAX_NAMED).map((letter) => `${letter} is ${codeOf(letter)}`);
  const more = found.size > MAX_NAMED ? `, and ${found.size - MAX_NAMED} more` : "";
  return `the name has letters that look like others: ${named.join(", ")}${more}`;
}

function findInName(name: string): string[] {
  const isMixed = LATIN.test(name) && OTHER_ALPHABET.test(name);
  return Array.from(name).filter(
    (letter) =>
      STROKES.has(letter) ||
      (isMixed && OTHER_ALPHABET.test(letter)) ||
      // A form of an ordinary letter: full-width, mathematical, a ligature.
      (letter > "\u007f" && /^[\x21-\x7e]+$/.test(letter.normalize("NFKC"))),
  );
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
