import type { TextEdit } from "./contestant.js";

/**
 * For tools that replace one occurrence per edit: one edit for each line that contains the text. A line that is not unique is
 * sent with as many lines before it as make it unique.
 */
function splitByLine(edit: TextEdit, source: string): TextEdit[] {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  return lines.flatMap((line, index) => (line.includes(edit.old) ? [uniqueEdit(lines, index, edit)] : []));
}

/** All edits of a file as pairs of texts, for tools that take them in one call. */
export function replacementsOf(edits: readonly TextEdit[], source: string): object[] {
  return edits
    .flatMap((edit) => (edit.all === true ? splitByLine(edit, source) : [edit]))
    .map((edit) => ({ oldText: edit.old, newText: edit.new }));
}

function uniqueEdit(lines: readonly string[], index: number, { old, new: by }: TextEdit): TextEdit {
  const whole = lines.join("\n");
  for (let first = index; first >= 0; first -= 1) {
    const text = lines
      .slice(first, index + 1)
      .join("\n")
      .trim();
    if (whole.split(text).length === 2) return { old: text, new: text.replaceAll(old, by) };
  }
  throw new Error(`no unique text around line ${index + 1}`);
}

export function countOccurrences(source: string, text: string): number {
  return source.split(text).length - 1;
}
