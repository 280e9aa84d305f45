/**
 * Finds where the parts of a TOML file are: table headers and the key/value pairs below them, each with its place. Values
 * are only skipped, but skipped properly, so that what looks like a header inside a string or a list is not taken for one.
 */

/** Where and why a text is no TOML that can be edited. */
export class TomlSyntaxError extends Error {
  readonly offset: number;

  constructor(offset: number, detail: string) {
    super(detail);
    this.name = "TomlSyntaxError";
    this.offset = offset;
  }
}

export interface TomlItem {
  readonly kind: "table" | "list-table" | "pair";
  /** Of a header, the table's own; of a pair, its table's and then its own. */
  readonly path: readonly string[];
  /** Of a pair: how many parts of its path stand in front of its own equals sign. */
  readonly ownParts: number;
  readonly start: number;
  /** Behind the header's bracket or the value; a comment behind it is not counted in. */
  readonly end: number;
  /** Of a pair's value. */
  readonly valueStart: number;
}

/** Lists in lists in lists: nobody's settings go deeper. */
const MAX_DEPTH = 64;

export function scanToml(text: string): TomlItem[] {
  const items: TomlItem[] = [];
  let table: readonly string[] = [];
  let at = skipBlankLines(text, 0);
  while (at < text.length) {
    const start = at;
    if (text[at] === "[") {
      const isList = text.startsWith("[[", at);
      const key = readKey(text, skipSpaces(text, at + (isList ? 2 : 1)));
      const close = isList ? "]]" : "]";
      at = skipSpaces(text, key.end);
      if (!text.startsWith(close, at)) throw new TomlSyntaxError(at, `expected "${close}"`);
      at += close.length;
      table = key.parts;
      items.push({
        kind: isList ? "list-table" : "table",
        path: table,
        ownParts: table.length,
        start,
        end: at,
        valueStart: at,
      });
    } else {
      const key = readKey(text, at);
      at = skipSpaces(text, key.end);
      if (text[at] !== "=") throw new TomlSyntaxError(at, 'expected "="');
      const valueStart = skipSpaces(text, at + 1);
      at = skipValue(text, valueStart, 0);
      const path = [...table, ...key.parts];
      items.push({ kind: "pair", path, ownParts: key.parts.length, start, end: at, valueStart });
    }
    at = skipLineEnd(text, at);
    at = skipBlankLines(text, at);
  }
  return items;
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/** Blanks, line breaks and comments. */
function skipBlankLines(text: string, start: number): number {
  let at = start;
  for (;;) {
    const character = text.charAt(at);
    if (character !== "" && " \t\r\n".includes(character)) at += 1;
    else if (character === "#") at = findLineEnd(text, at);
    else return at;
  }
}

/** At the line break, or the end of the text. */
export function findLineEnd(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  if (newline === -1) return text.length;
  return text[newline - 1] === "\r" ? newline - 1 : newline;
}

function skipLineEnd(text: string, start: number): number {
  const at = skipSpaces(text, start);
  if (at >= text.length || text[at] === "\n" || text.startsWith("\r\n", at)) return at;
  if (text[at] === "#") return findLineEnd(text, at);
  throw new TomlSyntaxError(at, "expected the end of the line");
}

function readKey(text: string, start: number): { readonly parts: readonly string[]; readonly end: number } {
  const parts: string[] = [];
  let at = start;
  for (;;) {
    const part = readKeyPart(text, at);
    parts.push(part.value);
    const next = skipSpaces(text, part.end);
    if (text[next] !== ".") return { parts, end: part.end };
    at = skipSpaces(text, next + 1);
  }
}

function readKeyPart(text: string, start: number): { readonly value: string; readonly end: number } {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    const end = skipLineString(text, start);
    const inside = text.slice(start + 1, end - 1);
    return { value: quote === '"' ? decodeBasic(inside, start) : inside, end };
  }
  const bare = /[A-Za-z0-9_-]+/y;
  bare.lastIndex = start;
  const [value] = bare.exec(text) ?? [];
  if (value === undefined) throw new TomlSyntaxError(start, "expected a key");
  return { value, end: start + value.length };
}

/** The escapes are JSON's, besides one that names a character by eight digits. */
function decodeBasic(inside: string, start: number): string {
  const json = inside
    .replaceAll("\t", "\\t")
    .replace(/\\(?:U([0-9A-Fa-f]{8})|.)/g, (whole, digits?: string) => {
      const code = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
      return code <= 0x10ffff ? JSON.stringify(String.fromCodePoint(code)).slice(1, -1) : whole;
    });
  try {
    return String(JSON.parse(`"${json}"`));
  } catch {
    throw new TomlSyntaxError(start, "unknown escape in a key");
  }
}

function skipValue(text: string, start: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new TomlSyntaxError(start, `nested more than ${MAX_DEPTH} deep`);
  const character = text[start];
  if (text.startsWith('"""', start) || text.startsWith("'''", start)) return skipLongString(text, start);
  if (character === '"' || character === "'") return skipLineString(text, start);
  if (character === "[") return skipList(text, start, depth);
  if (character === "{") return skipInlineTable(text, start, depth);
  const scalar = /[^\s,\]}#=]+(?: \d\d:[^\s,\]}#=]+)?/y;
  scalar.lastIndex = start;
  const [found] = scalar.exec(text) ?? [];
  if (found === undefined) throw new TomlSyntaxError(start, "expected a value");
  return start + found.length;
}

function skipLineString(text: string, start: number): number {
  const string = text[start] === '"' ? /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y : /'[^'\n]*'/y;
  string.lastIndex = start;
  if (!string.test(text)) throw new TomlSyntaxError(start, "a string is not closed");
  return string.lastIndex;
}

/** Up to two quotes may stand right before the three that close it. */
function skipLongString(text: string, start: number): number {
  const quote = text.slice(start, start + 3);
  for (let at = start + 3; at < text.length; at += 1) {
    if (quote === '"""' && text[at] === "\\") at += 1;
    else if (text.startsWith(quote, at)) {
      let end = at + 3;
      while (end < at + 5 && text[end] === quote[0]) end += 1;
      return end;
    }
  }
  throw new TomlSyntaxError(start, "a string is not closed");
}

function skipList(text: string, start: number, depth: number): number {
  let at = skipBlankLines(text, start + 1);
  while (text[at] !== "]") {
    at = skipBlankLines(text, skipValue(text, at, depth + 1));
    if (text[at] === ",") at = skipBlankLines(text, at + 1);
    else if (text[at] !== "]") throw new TomlSyntaxError(at, 'expected a comma or "]"');
  }
  return at + 1;
}

/** With line breaks, as newer revisions of TOML allow them. */
function skipInlineTable(text: string, start: number, depth: number): number {
  let at = skipBlankLines(text, start + 1);
  while (text[at] !== "}") {
    const key = readKey(text, at);
    at = skipSpaces(text, key.end);
    if (text[at] !== "=") throw new TomlSyntaxError(at, 'expected "="');
    at = skipBlankLines(text, skipValue(text, skipSpaces(text, at + 1), depth + 1));
    if (text[at] === ",") at = skipBlankLines(text, at + 1);
    else if (text[at] !== "}") throw new TomlSyntaxError(at, 'expected a comma or "}"');
  }
  return at + 1;
}
