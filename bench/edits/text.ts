/** Lines of a text and what can be told from them. */

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** Changes the lines of a text. A final newline stays where it is. */
export function withLines(text: string, change: (lines: readonly string[]) => readonly string[]): string {
  if (text === "") return text;
  const ending = text.endsWith("\n") ? "\n" : "";
  const body = text.slice(0, text.length - ending.length);
  return change(body.split("\n")).join("\n") + ending;
}

export function mapLines(text: string, change: (line: string, index: number) => string): string {
  return withLines(text, (lines) => lines.map(change));
}

/** The lines of a text; a final newline starts no line. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

export function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Whether `part` occurs exactly once. Overlapping occurrences count. */
export function occursOnce(text: string, part: string): boolean {
  const first = text.indexOf(part);
  return first !== -1 && text.indexOf(part, first + 1) === -1;
}

/** How many lines two texts share at their start and, after those, at their end. */
export function countSharedLines(
  left: readonly string[],
  right: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  return { head, tail };
}

const STEPS = [2, 3, 4, 8];

/** One level of a file's indentation: a tab, some spaces, or undefined if nothing is indented. */
export function findIndentStep(text: string): string | undefined {
  const counts = new Map<string, number>();
  let previous = 0;
  for (const line of text.split("\n")) {
    if (isBlank(line)) continue;
    const indentation = indentationOf(line);
    const isTabbed = indentation.startsWith("\t");
    const step = isTabbed ? "\t" : " ".repeat(Math.max(0, indentation.length - previous));
    if (isTabbed || STEPS.includes(step.length)) counts.set(step, (counts.get(step) ?? 0) + 1);
    previous = isTabbed ? 0 : indentation.length;
  }
  return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0];
}
