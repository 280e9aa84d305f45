/**
 * The letters by which paths and patterns are compared. One file can be reached under many spellings, depending on its
 * volume: rules that forbid take all of them for one, rules that allow only those that the volume takes for one.
 */

export type Spelling =
  /** For rules that deny or ask: capitals, composition and ignored characters make no difference anywhere. */
  | "guarding"
  /** For rules that allow, on volumes that take names with other capitals for the same. */
  | "folding"
  /** For rules that allow, on all others. */
  | "exact";

/** Characters that HFS+ leaves out when it compares names. */
const IGNORED_BY_VOLUMES = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** What ends a line for regular expressions: their dot does not match it, but names may hold it. */
const LINE_ENDS = /[\n\r\u2028\u2029]/g;
const PLAIN = /^[ -~]*$/;
const WINDOWS_PATH = /^[A-Za-z]:(?:[\\/]|$)|^\\\\/;
/** Windows leaves out dots and blanks at the end of a name, and takes what follows a colon for a part of the file. */
const WINDOWS_VARIANT = /[. ](?:\/|$)|:/;

export function isWindowsPath(path: string): boolean {
  return WINDOWS_PATH.test(path);
}

/** Paths as rules know them, without a slash at the end: `C:\Users\me` is `/c/Users/me`. */
export function toRulePath(path: string, isWindows: boolean): string {
  const slashed = isWindows ? fromWindows(path) : path;
  return slashed.length > 1 && slashed.endsWith("/") ? slashed.slice(0, -1) : slashed;
}

function fromWindows(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/^\/\/[?.]\//, "");
  const drive = /^([A-Za-z]):/.exec(plain)?.[1];
  if (drive !== undefined) return `/${drive.toLowerCase()}${plain.slice(2)}`;
  return plain.replace(/^\/+/, "/");
}

/** Whether Windows might take the path for another one than it says; nothing is allowed under such a name. */
export function isWindowsVariant(rulePath: string): boolean {
  return WINDOWS_VARIANT.test(rulePath);
}

export function spellPath(rulePath: string, spelling: Spelling, isWindows: boolean): string {
  if (spelling === "exact") return hideLineEnds(rulePath);
  const hasVariants = isWindows && spelling === "guarding" && isWindowsVariant(rulePath);
  if (PLAIN.test(rulePath) && !hasVariants) return rulePath.toLowerCase();
  return rulePath
    .split("/")
    .map((name) => spellName(name, spelling, isWindows))
    .join("/");
}

/** A whole name of a path. One that would come to nothing is left as it is, because no path has empty names. */
export function spellName(name: string, spelling: Spelling, isWindows: boolean): string {
  const plain = isWindows && spelling === "guarding" ? name.replace(/:.*$/s, "").replace(/[. ]+$/, "") : name;
  return spellText(plain, spelling) || hideLineEnds(name);
}

/** A part of a name. */
export function spellText(text: string, spelling: Spelling): string {
  if (spelling === "exact") return hideLineEnds(text);
  if (PLAIN.test(text)) return text.toLowerCase();
  const seen = spelling === "guarding" ? text.replace(IGNORED_BY_VOLUMES, "") : text;
  // Up and down again, because some letters have several small forms: ß and ss, ſ and s. Whether a sigma is a final one
  // depends on its neighbours, which a pattern may not show.
  const folded = seen.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return hideLineEnds(folded.normalize("NFC"));
}

/** Lone surrogates stand for line ends in patterns and paths alike: no valid path holds any. */
export function hideLineEnds(text: string): string {
  return text.replace(LINE_ENDS, (character) =>
    String.fromCharCode(0xdc00 + (character.charCodeAt(0) % 256)),
  );
}
