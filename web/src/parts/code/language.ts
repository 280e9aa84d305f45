/** What the colouring of code needs to know of a language: enough to tell comments, texts and words apart. */
export interface TextForm {
  readonly open: string;
  readonly close: string;
  readonly kind: "comment" | "string";
  /** Goes on behind the end of the line. */
  readonly isMultiline?: boolean;
  /** A backslash takes the next character's meaning. */
  readonly hasEscapes?: boolean;
  /** One character: what looks like it and is longer is something else, such as a lifetime. */
  readonly isCharacter?: boolean;
  /** Only where a word could begin, as `#` in a shell. */
  readonly needsSpace?: boolean;
}

export interface Language {
  readonly forms: readonly TextForm[];
  readonly keywords: ReadonlySet<string>;
  /** `SELECT` and `select` are the same. */
  readonly foldsCase?: boolean;
  /** What may stand in words besides letters, digits and `_`. */
  readonly wordCharacters?: string;
  /** What stands behind the name of a property. */
  readonly keyMark?: ":" | "=";
  /** Regular expressions between slashes. */
  readonly hasRegex?: boolean;
}

export type Colour = "comment" | "string" | "keyword" | "number" | "type" | "function" | "property";

export const lineComment = (open: string): TextForm => ({ open, close: "", kind: "comment" });

/** One that begins only where a word could, so that `a#b` has none. */
export const wordComment = (open: string): TextForm => ({ ...lineComment(open), needsSpace: true });

export const blockComment = (open: string, close: string): TextForm => ({
  open,
  close,
  kind: "comment",
  isMultiline: true,
});

export const oneLineText = (quote: string): TextForm => ({
  open: quote,
  close: quote,
  kind: "string",
  hasEscapes: true,
});

export const longText = (open: string, close = open): TextForm => ({
  open,
  close,
  kind: "string",
  isMultiline: true,
  hasEscapes: true,
});

export const characterText: TextForm = {
  open: "'",
  close: "'",
  kind: "string",
  isCharacter: true,
  hasEscapes: true,
};

export const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
