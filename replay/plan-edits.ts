/**
 * Turns the difference between two texts into Edit inputs, one for each hunk, that apply in order. Only what Edit
 * promises to do byte for byte is planned; otherwise the reason says why the file has to be written whole.
 */

/** A changed stretch of lines, counted from 0; in order and without overlap. */
export interface LineHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

interface PlannedEdit {
  readonly old_string: string;
  readonly new_string: string;
}

export type EditsPlan =
  | { readonly kind: "edits"; readonly edits: readonly PlannedEdit[] }
  | { readonly kind: "whole"; readonly reason: string };

/** Lines of context tried on either side until the place is the only one of its kind. */
const CONTEXTS: readonly number[] = [1, 2, 3, 5, 8, 13, 21, 34, 55];

export function planEdits(oldText: string, newText: string, hunks: readonly LineHunk[]): EditsPlan {
  if (oldText === "" || newText === "") return { kind: "whole", reason: "empty before or after" };
  const newLines = splitLines(newText);
  let lines = splitLines(oldText);
  const edits: PlannedEdit[] = [];
  for (const { newStart, oldCount, newCount } of hunks) {
    // Everything above is as in the new text already.
    const stretch = { start: newStart, count: oldCount };
    const added = newLines.slice(newStart, newStart + newCount);
    const edit = findUniqueEdit(lines, stretch, added);
    if (edit === undefined) return { kind: "whole", reason: "no unique context" };
    // Edit gives new lines the file's endings, whatever it is sent.
    if (hasMixedEndings(edit)) return { kind: "whole", reason: "line endings change or are mixed" };
    edits.push(edit);
    lines = [...lines.slice(0, newStart), ...added, ...lines.slice(newStart + oldCount)];
  }
  return { kind: "edits", edits };
}

function findUniqueEdit(
  lines: readonly string[],
  { start, count }: { readonly start: number; readonly count: number },
  added: readonly string[],
): PlannedEdit | undefined {
  const text = withPlainBreaks(lines.join(""));
  for (const context of CONTEXTS) {
    const before = lines.slice(Math.max(0, start - context), start).join("");
    const after = lines.slice(start + count, start + count + context).join("");
    const old_string = before + lines.slice(start, start + count).join("") + after;
    if (old_string === "" || !isOnlyOne(text, withPlainBreaks(old_string))) continue;
    return { old_string, new_string: before + added.join("") + after };
  }
  return undefined;
}

function isOnlyOne(text: string, part: string): boolean {
  return text.indexOf(part) === text.lastIndexOf(part);
}

function hasMixedEndings({ old_string, new_string }: PlannedEdit): boolean {
  const both = old_string + new_string;
  const breaks = both.split("\n").length - 1;
  const windowsBreaks = both.split("\r\n").length - 1;
  return windowsBreaks > 0 && windowsBreaks < breaks;
}

function withPlainBreaks(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Lines with their breaks; nothing after the last break is no line. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The hunks of a patch without context. */
export function parseHunks(patch: string): LineHunk[] {
  const hunks: LineHunk[] = [];
  for (const line of patch.split("\n")) {
    const [, oldLine, oldLength = "1", newLine, newLength = "1"] = HEADER.exec(line) ?? [];
    if (oldLine === undefined || newLine === undefined) continue;
    const [oldCount, newCount] = [Number(oldLength), Number(newLength)];
    // A side without lines names the line before it.
    hunks.push({
      oldStart: Number(oldLine) - (oldCount === 0 ? 0 : 1),
      oldCount,
      newStart: Number(newLine) - (newCount === 0 ? 0 : 1),
      newCount,
    });
  }
  return hunks;
}
