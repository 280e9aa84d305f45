/**
 * Words of ours that stand in results, and how to know them again: a model may send them back as if they were content of
 * a file. Each is written here once, beside the pattern that finds it.
 */
import { formatCount } from "./quantities.js";
import { visible } from "./visible.js";

export const UNCHANGED_STUB =
  "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.";

/** The same from an editor, whose way to read is called view. */
export const UNCHANGED_VIEW =
  "File unchanged since it was last viewed. What that view showed is still current — refer to it instead of viewing the file again.";

/** How a cut line says so, at its end. */
export function renderCutMarker(hiddenCharacters: number): string {
  return `… [${hiddenCharacters} more characters in this line are hidden]`;
}

export const CUT_MARKER: RegExp = /… \[\d+ more characters in this line are hidden\]$/;

/** The line that ends a page; `extent` says how much there is. `limit` is given for a file that can't be read without one. */
export function renderContinuation(
  startLine: number,
  lastLine: number,
  extent: string,
  limit?: number,
): string {
  const and = limit === undefined ? "" : ` and limit ${limit}`;
  return `[Lines ${startLine}-${lastLine}${extent}. Read on with offset ${lastLine + 1}${and}.]`;
}

/** The same for cells of a notebook, which are always counted. */
export function renderCellContinuation(firstCell: number, lastCell: number, totalCells: number): string {
  return `[Cells ${firstCell}-${lastCell} of ${totalCells}. Read on with offset ${lastCell + 1}.]`;
}

/** Such a line as an editor says it, which counts from and to a line. */
export function viewContinuation(line: string): string {
  return line.replace(
    /Read on with offset (\d+)(?: and limit (\d+))?\.\]$/,
    (_, next, limit) =>
      `View on with view_range [${next}, ${limit === undefined ? -1 : Number(next) + Number(limit) - 1}].]`,
  );
}

export const CONTINUATION: RegExp =
  /^\[(?:Lines|Cells) \d+-\d+(?: of \d+|; the file of [\d.]+ \w+ goes on)\. (?:Read on with offset \d+(?: and limit \d+)?|View on with view_range \[\d+, (?:-1|\d+)\])\.\]$/;

/** The note under a preview; `size` and `advice` are sentences without brackets around them. */
export function renderPreviewNote(size: string, advice: string): string {
  return `[Result too long: ${size}. ${advice}]`;
}

export const PREVIEW_NOTE: RegExp =
  /^\[Result too long: [\d,]+ characters, of which the first [\d,]+ are shown\. .*\]$/;

/** The line in place of the middle of a cut output; `hint` says how to see it, without a full stop. */
export function renderOutputCut(hiddenCharacters: number, characters: number, hint: string): string {
  return `[… ${formatCount(hiddenCharacters)} of ${formatCount(characters)} characters of this output are hidden. ${hint}.]`;
}

/** The line in place of outputs that are not shown at all. */
export function renderOutputsLeftOut(hidden: number, outputs: number, hint: string): string {
  return `[… ${formatCount(hidden)} of ${formatCount(outputs)} outputs of this cell are hidden. ${hint}.]`;
}

export const OUTPUT_CUT: RegExp =
  /^\[… [\d,]+ of [\d,]+ (?:characters of this output|outputs of this cell) are hidden\. .*\]$/;

/** The line that begins a cell or an output of a notebook; no value can end it. */
export function renderOpeningTag(
  name: string,
  attributes: readonly (readonly [name: string, value: string])[],
): string {
  const written = attributes.map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`);
  return `<${name}${written.join("")}>`;
}

export const CELL_TAG: RegExp =
  /^<(?:cell(?:-\d+)? id|output(?:-\d+)? cell)="[^"]*" type="[^"]*"(?: [a-z_]+="[^"]*")*>$/;

/** A value as it stands between the quotes of a tag. */
export function escapeAttribute(value: string): string {
  return visible(value)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

export interface NumberedLine {
  readonly number: number;
  /** What stands behind number and separator. */
  readonly content: string;
  readonly separator: "→" | "\t";
  /** Whether the number is right-aligned in exactly the columns that Read gives it. */
  readonly isAligned: boolean;
}

/** A line of a numbered view, however the blanks before the number came out. */
export function findNumberedLine(line: string): NumberedLine | undefined {
  const match = /^[ \t]{0,20}(\d{1,9})([→\t])/.exec(line);
  if (match === null) return undefined;
  const [prefix, digits = "", separator] = match;
  return {
    number: Number(digits),
    content: line.slice(prefix.length),
    separator: separator === "→" ? "→" : "\t",
    isAligned: prefix.slice(0, -1) === digits.padStart(6),
  };
}
