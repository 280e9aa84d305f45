/**
 * Colours one line of code in a single pass without going back: whatever the line holds, the time is in proportion to its
 * length. What goes on behind the end of the line is told by a number, which the next line is begun with.
 */
import type { ColourSpan } from "../diff/segments.js";
import type { Colour, Language, TextForm } from "./language.js";

interface Scan {
  readonly spans: readonly ColourSpan[];
  /** 0, or which form is open: its place among the language's, counted from 1. */
  readonly state: number;
}

export type LineScanner = (line: string, state: number) => Scan;

export function createScanner(language: Language): LineScanner {
  const starters = new Set(language.forms.map(({ open }) => open.charCodeAt(0)));
  const isWord = createWordTest(language.wordCharacters ?? "");
  return (line, state) => {
    const spans: ColourSpan[] = [];
    const add = (from: number, to: number, colour: Colour): void => {
      if (to > from) spans.push({ from, to, colour });
    };
    let position = 0;
    const open = language.forms[state - 1];
    if (open !== undefined) {
      const end = findClose(line, 0, open);
      add(0, end ?? line.length, open.kind);
      if (end === undefined) return { spans, state };
      position = end;
    }
    let mayBeRegex = language.hasRegex === true;
    /** What stands before, blanks apart: whether a slash divides depends on it. */
    let last = "";
    while (position < line.length) {
      const unit = line.charCodeAt(position);
      const form = starters.has(unit) ? findForm(language.forms, line, position) : undefined;
      if (form !== undefined) {
        const end = findClose(line, position + form.open.length, form);
        if (end === undefined && form.isMultiline !== true) {
          // An apostrophe, more likely than a text.
          position += 1;
          continue;
        }
        const to = end ?? line.length;
        const isKey = form.kind === "string" && language.keyMark === ":" && isFollowedBy(line, to, ":");
        add(position, to, isKey ? "property" : form.kind);
        if (end === undefined) return { spans, state: language.forms.indexOf(form) + 1 };
        position = to;
        last = form.close;
      } else if (isWord(unit)) {
        let to = position + 1;
        while (to < line.length && isWord(line.charCodeAt(to))) to += 1;
        if (isDigit(unit)) to = endOfNumber(line, to, isWord);
        const colour = colourOfWord(line, position, to, language);
        if (colour !== undefined) add(position, to, colour);
        last = colour === "keyword" ? "" : "a";
        position = to;
      } else if (unit === SLASH && mayBeRegex && MAY_PRECEDE_REGEX.includes(last)) {
        const to = findRegexEnd(line, position + 1);
        // Once there is none, no later slash can begin one.
        mayBeRegex = to !== undefined;
        add(position, to ?? position, "string");
        position = to ?? position + 1;
        last = "/";
      } else {
        if (unit !== SPACE && unit !== TAB) last = line.charAt(position);
        position += 1;
      }
    }
    return { spans, state: 0 };
  };
}

const SLASH = 0x2f;
const SPACE = 0x20;
const TAB = 0x09;
/** The empty text is the beginning of a line, or a keyword. */
const MAY_PRECEDE_REGEX = ["", "(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", ">"];
const MAX_CHARACTER_FORM = 12;

function findForm(forms: readonly TextForm[], line: string, position: number): TextForm | undefined {
  return forms.find((form) => {
    if (!line.startsWith(form.open, position)) return false;
    if (form.needsSpace === true && position > 0 && !isBlank(line.charCodeAt(position - 1))) return false;
    if (form.isCharacter !== true) return true;
    const end = findClose(line.slice(0, position + MAX_CHARACTER_FORM), position + 1, form);
    return end !== undefined && (end - position <= 4 || line.charAt(position + 1) === "\\");
  });
}

/** Behind what closes the form; undefined when it stays open. */
function findClose(line: string, from: number, form: TextForm): number | undefined {
  if (form.close === "") return line.length;
  let position = from;
  while (position < line.length) {
    if (form.hasEscapes === true && line.charAt(position) === "\\") position += 2;
    else if (line.startsWith(form.close, position)) return position + form.close.length;
    else position += 1;
  }
  return undefined;
}

function findRegexEnd(line: string, from: number): number | undefined {
  let isInClass = false;
  for (let position = from; position < line.length; position += 1) {
    const character = line.charAt(position);
    if (character === "\\") position += 1;
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "/" && !isInClass) return position + 1;
  }
  return undefined;
}

function colourOfWord(line: string, from: number, to: number, language: Language): Colour | undefined {
  const first = line.charCodeAt(from);
  if (isDigit(first)) return "number";
  const word = line.slice(from, to);
  if (language.keywords.has(language.foldsCase === true ? word.toLowerCase() : word)) return "keyword";
  if (language.keyMark !== undefined && isFollowedBy(line, to, language.keyMark)) return "property";
  if (line.charAt(to) === "(" || first === AT) return "function";
  return first >= 0x41 && first <= 0x5a ? "type" : undefined;
}

const AT = 0x40;
const MAX_BLANKS_BEFORE_MARK = 4;

function isFollowedBy(line: string, from: number, mark: string): boolean {
  let position = from;
  while (position < from + MAX_BLANKS_BEFORE_MARK && isBlank(line.charCodeAt(position))) position += 1;
  return line.charAt(position) === mark;
}

/** `1.5` and `1e-3` are one number each; `1..2` are two. */
function endOfNumber(line: string, from: number, isWord: (unit: number) => boolean): number {
  let to = from;
  while (
    (line.charAt(to) === "." && isDigit(line.charCodeAt(to + 1))) ||
    ((line.charAt(to) === "-" || line.charAt(to) === "+") &&
      (line.charAt(to - 1) === "e" || line.charAt(to - 1) === "E") &&
      isDigit(line.charCodeAt(to + 1)))
  ) {
    to += 1;
    while (to < line.length && isWord(line.charCodeAt(to))) to += 1;
  }
  return to;
}

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Everything beyond ASCII counts as a letter, so that no character is ever cut in two. */
function createWordTest(more: string): (unit: number) => boolean {
  const isWord = new Uint8Array(0x80);
  for (const character of `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_${more}`) {
    isWord[character.charCodeAt(0)] = 1;
  }
  return (unit) => unit >= 0x80 || isWord[unit] === 1;
}
