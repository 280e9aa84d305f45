/**
 * Words of ours that stand in results, and how to know them again: a model may send them back as if they were content of
 * a file. Each is written here once, beside the pattern that finds it.
 */
export const UNCHANGED_STUB =
  "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.";

/** How a cut line says so, at its end. */
export function renderCutMarker(hiddenCharacters: number): string {
  return `… [${hiddenCharacters} more characters in this line are hidden]`;
}

export const CUT_MARKER: RegExp = /… \[\d+ more characters in this line are hidden\]$/;

/** The line that ends a page; `extent` says how much there is. */
export function renderContinuation(startLine: number, lastLine: number, extent: string): string {
  return `[Lines ${startLine}-${lastLine}${extent}. Read on with offset ${lastLine + 1}.]`;
}

export const CONTINUATION: RegExp =
  /^\[Lines \d+-\d+(?: of \d+|; the file of [\d.]+ \w+ goes on)\. Read on with offset \d+\.\]$/;

/** The note under a preview; `size` and `advice` are sentences without brackets around them. */
export function renderPreviewNote(size: string, advice: string): string {
  return `[Result too long: ${size}. ${advice}]`;
}

export const PREVIEW_NOTE: RegExp =
  /^\[Result too long: [\d,]+ characters, of which the first [\d,]+ are shown\. .*\]$/;

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
