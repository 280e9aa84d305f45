/** Unicode characters that a model may send for plain ones, and the plain text each stands for. */

const BLANKS =
  "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000";
/** Without width: the plain text has nothing there. */
const INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff";
const DASHES = "‐‑‒–—―−﹘﹣";

const PLAIN_FORMS: ReadonlyMap<string, string> = createPlainForms();
const ANY = new RegExp(`[${[...PLAIN_FORMS.keys()].map(escapeUnit).join("")}]`, "g");

/** Look-alikes of the same class come from the same habit: whoever sends one may send the others. */
export function classOf(character: string): "blank" | "dash" | "ellipsis" | "full-width" {
  if (isBlankLookAlike(character)) return "blank";
  if (DASHES.includes(character)) return "dash";
  return character === "…" ? "ellipsis" : "full-width";
}

/** Stands for a blank, or for nothing at all. */
function isBlankLookAlike(character: string): boolean {
  return BLANKS.includes(character) || INVISIBLE.includes(character);
}

/** Each is one UTF-16 unit. `undefined` for a character that stands for itself. */
export function plainFormOf(character: string): string | undefined {
  return PLAIN_FORMS.get(character);
}

export function listPlainForms(): Iterable<readonly [character: string, plain: string]> {
  return PLAIN_FORMS;
}

/** The distinct look-alikes in a text. */
export function findLookAlikes(text: string): ReadonlySet<string> {
  return new Set(text.match(ANY));
}

/** Replaces look-alikes by their plain forms. */
export function makePlain(text: string): string {
  return text.replace(ANY, (character) => PLAIN_FORMS.get(character) ?? character);
}

/** A line in three parts; blanks of any kind count as such, and a blank line is all indentation. */
export interface LineParts {
  readonly indent: string;
  readonly body: string;
  readonly trail: string;
}

export function splitLine(line: string): LineParts {
  let start = 0;
  while (start < line.length && isBlankAt(line, start)) start += 1;
  if (start === line.length) return { indent: line, body: "", trail: "" };
  let end = line.length;
  while (isBlankAt(line, end - 1)) end -= 1;
  return { indent: line.slice(0, start), body: line.slice(start, end), trail: line.slice(end) };
}

function isBlankAt(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit === 32 || unit === 9 || (unit > 127 && isBlankLookAlike(line.charAt(at)));
}

export function isBlankLine(line: string): boolean {
  return splitLine(line).body === "";
}

export function joinParts({ indent, body, trail }: LineParts): string {
  return indent + body + trail;
}

function createPlainForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>([["…", "..."]]);
  for (const blank of BLANKS) forms.set(blank, " ");
  for (const invisible of INVISIBLE) forms.set(invisible, "");
  for (const dash of DASHES) forms.set(dash, "-");
  // The full-width forms of the printable ASCII characters.
  for (let code = 0x21; code <= 0x7e; code += 1) {
    forms.set(String.fromCharCode(code + 0xfee0), String.fromCharCode(code));
  }
  return forms;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
