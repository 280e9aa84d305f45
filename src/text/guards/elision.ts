/**
 * Recognises a line that stands for text left out, such as "// ... rest of the file unchanged": writing it would lose that
 * text. A line counts when it is nothing but a comment, says with an ellipsis or in set words that something is left
 * out, and has hardly a word that such placeholders do not use. What the file had before is the file's own.
 */
export interface Elision {
  /** 1-based line of the content. */
  readonly line: number;
  readonly text: string;
}

/** How comments begin and end, the longer beginnings first. An empty end means the end of the line. */
const COMMENTS: readonly (readonly [start: string, end: string])[] = [
  ["{/*", "*/}"],
  ["<!--", "-->"],
  ["<%--", "--%>"],
  ['"""', '"""'],
  ["'''", "'''"],
  ["{{!--", "--}}"],
  ["/*", "*/"],
  ["(*", "*)"],
  ["{#", "#}"],
  ["{-", "-}"],
  ["<#", "#>"],
  ["//", ""],
  ["--", ""],
  ["#", ""],
  [";", ""],
  ["%", ""],
  ["*", ""],
  ["'", ""],
  ["!", ""],
  ["REM ", ""],
];

const MAX_LINE_CHARACTERS = 200;
const MAX_WORDS = 14;
const ELLIPSIS = /\.{3,}|…/;

/** Words that say that text is left out. */
const KEYWORDS = wordSet(
  "rest remaining remainder existing unchanged unmodified same previous original omitted keep kept elided truncated",
);
const MENTION = new RegExp([...KEYWORDS].join("|"), "i");
/** Words that name what is left out or glue the others together. */
const FILLERS = wordSet(
  "the a of this your all other everything else is are as before in with for brevity here goes remain remains stay stays " +
    "continue continues continued follows not shown no changes change code file files content contents implementation " +
    "implementations function functions method methods class classes body logic lines line items item imports import props " +
    "properties fields tests cases sections section entries config configuration styles rules markup elements text " +
    "component components module script document definitions declarations handlers routes fine exactly it was were",
);
/** How a placeholder without ellipsis begins. */
const OPENERS = wordSet("rest remaining remainder everything other");
const OUTCOME =
  /\b(?:unchanged|unmodified|omitted|(?:remains?|stays?|is|are) the same|same as before|as before|not shown)\b/;

/** `replaced` is the part of the original that the content takes the place of; a placeholder there may be reworded. */
export function findElision(content: string, original: string, replaced: string = ""): Elision | undefined {
  if (!MENTION.test(content)) return undefined;
  let known: Set<string> | undefined;
  let removed: number | undefined;
  for (const [index, line] of content.split("\n").entries()) {
    if (line.length > MAX_LINE_CHARACTERS || !MENTION.test(line) || !isElision(line.trim())) continue;
    known ??= new Set(original.split("\n").map((each) => each.trim()));
    if (known.has(line.trim())) continue;
    removed ??= findRemoved(content, replaced);
    if (removed === 0) return { line: index + 1, text: line.trim() };
    removed -= 1;
  }
  return undefined;
}

/** How many placeholders the file loses. */
function findRemoved(content: string, replaced: string): number {
  const kept = new Set(content.split("\n").map((line) => line.trim()));
  return replaced
    .split("\n")
    .filter((line) => line.length <= MAX_LINE_CHARACTERS && !kept.has(line.trim()) && isElision(line.trim()))
    .length;
}

/** Whether a trimmed line stands for text left out. */
export function isElision(line: string): boolean {
  const comment = findComment(line);
  const inner = unwrap(comment ?? line);
  const words = inner.toLowerCase().match(/[\p{L}\p{N}_$.-]*[\p{L}\p{N}_$]/gu) ?? [];
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const plain = words.map((word) => word.replace(/^\.+/, ""));
  if (!plain.some((word) => KEYWORDS.has(word))) return false;
  const strangers = plain.filter((word) => !KEYWORDS.has(word) && !FILLERS.has(word)).length;
  if (comment === undefined) return strangers === 0 && plain.length > 1 && isFramed(inner);
  if (startsWithEllipsis(inner)) return strangers <= 1 && (plain.length > 1 || /^(?:\.{3,}|…)\s/.test(inner));
  const isPhrase = OPENERS.has(plain.find((word) => word !== "the") ?? "");
  if (ELLIPSIS.test(inner.slice(-4)))
    return strangers === 0 || (isPhrase && /\brest of\b/i.test(inner) && strangers <= 1);
  // A star may as well begin an item of a list.
  return isPhrase && !line.startsWith("*") && strangers <= 1 && OUTCOME.test(plain.join(" "));
}

/** The text of a line that is one comment, or undefined. */
function findComment(line: string): string | undefined {
  for (const [start, end] of COMMENTS) {
    if (!line.startsWith(start) || line.length < start.length + end.length) continue;
    if (end === "") return line.slice(start.length).replace(/^[/#;%*!-]+/, "");
    // Block comments may go on in the next line.
    return line.slice(start.length, line.endsWith(end) ? -end.length : undefined);
  }
  return undefined;
}

/** Without blanks and brackets around. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  const isBracketed = /^[([<].*[)\]>]$/.test(trimmed);
  return isBracketed ? trimmed.slice(1, -1).trim() : trimmed;
}

function startsWithEllipsis(text: string): boolean {
  return /^(?:\.{3}|…)/.test(text);
}

/** Outside comments only a line that begins and ends like a placeholder counts. */
function isFramed(text: string): boolean {
  return startsWithEllipsis(text) && /(?:\.{3}|…)$/.test(text);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
