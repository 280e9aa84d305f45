/** One sentence for each reason: why, and what to do next. `where` names lines, or is empty for want of any. */
import type { MissReason } from "./diagnosis.js";

export function renderReason(reason: MissReason, where: string): string {
  return SENTENCES[reason](where);
}

const SENTENCES: Readonly<Record<MissReason, (where: string) => string>> = {
  "already-applied": (where) =>
    `new_string is already in ${where} and old_string is not in the file: this edit seems to have been made.`,
  "line-number-prefix": (where) =>
    `old_string has Read's line numbers in it; the text itself is in ${where}. Send the lines without number and separator.`,
  "escaped-newline": (where) =>
    `old_string and ${where} differ in escapes: one has a real line break, tab or quote where the other has a backslash before a letter. Send it as the file has it.`,
  case: (where) =>
    `old_string differs from ${where} in upper and lower case only. Copy the text as the file has it.`,
  quotes: (where) =>
    `old_string differs from ${where} in straight and curly quotes only. Copy the text as the file has it.`,
  indentation: (where) =>
    `old_string equals ${where} but for the indentation. Send old_string and new_string with the file's indentation.`,
  "carriage-returns": (where) =>
    `old_string differs from ${where} in carriage returns only, shown below as \\r. Send them exactly where the file has them.`,
  whitespace: (where) =>
    `old_string differs from ${where} in spaces, tabs or line breaks only. Send them as shown below.`,
  "look-alike": (where) =>
    `old_string differs from ${where} in characters that look or read alike only. Copy the characters as the file has them.`,
  entities: (where) =>
    `old_string has HTML entities where ${where} ${haveOrHas(where)} plain characters. Send old_string and new_string as the file has them.`,
  "blank-lines": (where) =>
    `old_string differs from ${where} in blank lines only. Send old_string and new_string with the file's blank lines.`,
  fence: (where) =>
    `old_string equals ${where} but for a Markdown fence around it. Send old_string and new_string without the fence.`,
  elision: (where) =>
    `A line of old_string stands for text left out; the whole text is ${where}. Send all of it, or one Edit for each part that changes.`,
  "unread-lines": (where) =>
    `The text nearest to old_string is in ${where}, not shown yet. Read there, then copy old_string from the result.`,
  "different-text": (where) =>
    `old_string is not in the file; ${where} ${where.startsWith("line ") ? "comes" : "come"} nearest.`,
  absent: () =>
    "Nothing like old_string is in the file. Check that it is the right file, or find the place with Grep and copy old_string from its result.",
};

function haveOrHas(where: string): string {
  return where.startsWith("line ") ? "has" : "have";
}
