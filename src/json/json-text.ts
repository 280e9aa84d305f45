/** Writes strings as the file writes its own: any text becomes valid JSON, escaped no more than there. */
import type { StringHabits } from "./json-scanner.js";

export interface StringStyle {
  /** Everything beyond ASCII is escaped, as Python's `ensure_ascii` does. */
  readonly isAsciiOnly: boolean;
  readonly isHexUpperCase: boolean;
  readonly isSlashEscaped: boolean;
}

export function learnStringStyle(text: string, habits: StringHabits): StringStyle {
  return {
    isAsciiOnly: habits.hasEscapedNonAscii && !habits.hasRawNonAscii,
    isHexUpperCase: habits.hasUpperCaseHex,
    // Where one slash stands bare, the escaped ones mean nothing.
    isSlashEscaped: habits.hasEscapedSlash && !/[^\\]\//.test(text),
  };
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["/", "\\/"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Half a character can't be written in any encoding, so it is escaped in every style. */
const SPECIAL = /["\\\p{Cc}\p{Cs}]/gu;
const SPECIAL_OR_NON_ASCII = /["\\]|[^ -~]/g;

export function writeString(value: string, style: StringStyle): string {
  const written = value.replace(style.isAsciiOnly ? SPECIAL_OR_NON_ASCII : SPECIAL, (character) => {
    const unit = character.charCodeAt(0);
    if (!style.isAsciiOnly && unit >= 0x7f && unit < 0xa0) return character;
    const short = SHORT_ESCAPES.get(character);
    if (short !== undefined) return short;
    const digits = unit.toString(16).padStart(4, "0");
    return `\\u${style.isHexUpperCase ? digits.toUpperCase() : digits}`;
  });
  return `"${style.isSlashEscaped ? written.replaceAll("/", "\\/") : written}"`;
}
