/** Backslash escapes in a text without a real line break, where the file has line breaks, tabs and quotes. */
import { QuoteScanner } from "../quote-scanner.js";
import { listNewLines, type Reading, type Rewrite } from "./rewrite.js";

/** What the sender escapes, as a way to undo it; undefined for a text that was not escaped like that. */
type Unescape = (text: string) => string | undefined;

const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const ESCAPE = /\\[nrt"'`\\/]/;
/** A double quote that is not escaped. */
const BARE_QUOTE = /(?<!\\)(?:\\\\)*"/;

/** Everything, as in a JSON string. */
const unescapeJson: Unescape = (text) => {
  if (BARE_QUOTE.test(text)) return undefined;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return undefined;
  }
};

/** Line breaks, tabs and quotes, but no backslashes. */
const unescapeQuoted: Unescape = (text) =>
  BARE_QUOTE.test(text)
    ? undefined
    : text.replace(/\\([nrt"'`])/g, (_, letter: string) => CONTROLS[letter] ?? letter);

/** Line breaks and tabs only. */
const unescapeBreaks: Unescape = (text) =>
  /\\["\\]/.test(text) && !BARE_QUOTE.test(text)
    ? undefined
    : text.replace(/\\([nrt])/g, (_, letter: string) => CONTROLS[letter] ?? letter);

export const escapes: Rewrite = {
  relaxation: "escapes",
  readings(oldText) {
    if (oldText.includes("\n") || !ESCAPE.test(oldText)) return [];
    const readings: Reading[] = [];
    for (const undo of [unescapeJson, unescapeQuoted, unescapeBreaks]) {
      const unescaped = withPlainBreaks(undo(oldText));
      if (unescaped === undefined || unescaped === oldText) continue;
      if (readings.some((reading) => reading.oldText === unescaped)) continue;
      readings.push({
        oldText: unescaped,
        isWholeLines: false,
        rewriteNew: (newText) => rewriteNew(newText, oldText, unescaped),
      });
    }
    return readings;
  },
};

function withPlainBreaks(text: string | undefined): string | undefined {
  return text?.replaceAll("\r\n", "\n");
}

function rewriteNew(newText: string, sent: string, unescaped: string): string | undefined {
  // A text with real line breaks was not escaped.
  if (newText.includes("\n") || !newText.includes("\\")) return newText;
  const undos = [unescapeJson, unescapeQuoted, unescapeBreaks].filter(
    (undo) => withPlainBreaks(undo(sent)) === unescaped && undo(newText) !== undefined,
  );
  const fromJson = undos.includes(unescapeJson) ? withPlainBreaks(unescapeJson(newText)) : undefined;
  // Escaped quotes are the mark of a JSON string, in which a backslash of the file is always doubled.
  if (fromJson !== undefined && /\\"/.test(sent + newText)) return fromJson;
  const texts = new Set(undos.map((undo) => withPlainBreaks(undo(newText))));
  const [text, another] = texts;
  if (text === undefined || another !== undefined) return undefined;
  return (fromJson !== undefined && sent.includes("\\\\")) || hasOnlyLineBreaks(text, unescaped)
    ? text
    : undefined;
}

/**
 * Whether each break in the new lines is where a line can end. An escape that is content, in a literal or a pattern, would
 * break its line in two.
 */
function hasOnlyLineBreaks(newText: string, oldText: string): boolean {
  if (newText.includes("\r")) return false;
  const fresh = new Set(listNewLines(oldText, newText));
  const lines = newText.split("\n");
  return lines.every((line, index) => {
    const isNew = fresh.has(line) || fresh.has(lines[index + 1] ?? line);
    return !isNew || index === lines.length - 1 || canEnd(line, lines[index + 1] ?? "");
  });
}

function canEnd(line: string, next: string): boolean {
  const scanner = new QuoteScanner();
  for (let at = 0; at < line.length; at += 1) scanner.step(line, at);
  if (scanner.state.open !== "" && scanner.state.open !== "`") return false;
  return (
    !/(?:[ \t/^]|(?<!\|)\|)$/.test(line.replace(/[ \t]*\*\/$/, "")) &&
    !/^[/$|^+?*](?![/*])/.test(next) &&
    !line.includes("\t", 1 + line.search(/[^\t]|$/))
  );
}
