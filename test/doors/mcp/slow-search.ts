/** A search that takes the real ripgrep many seconds, and little memory, in a few megabytes. */
import type { TempWorkspace } from "../../support/workspace.js";

/**
 * Word boundaries among letters that are not ASCII have to be found by the slowest of the engines, and many words in a row
 * by many threads of it. No line has what the end asks for.
 */
export const slowPattern = "(\\b\\w+\\b\\W*){24}[A-Z]";

/** The same, but that there is something to find as well. */
export const slowPatternWithFinds = `${slowPattern}|needle`;

const slowText = greekLines(6000);
const portion = `${greekLines(250)}needle\n`;

export function plantSlowFile(files: TempWorkspace): void {
  files.write("slow.txt", slowText);
}

/** Portions, in each of which the search finds something in the end. */
export function plantSlowFiles(files: TempWorkspace, count: number): void {
  for (let index = 0; index < count; index += 1) files.write(`slow-${index}.txt`, portion);
}

function greekLines(count: number): string {
  const letters = "αβγδεζηθικλμνξοπ";
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const lines: string[] = [];
  for (let line = 0; line < count; line += 1) {
    let text = "";
    while (text.length < 500) {
      for (let length = 1 + next(8); length > 0; length -= 1) text += letters[next(letters.length)];
      text += " ";
    }
    lines.push(text);
  }
  return `${lines.join("\n")}\n`;
}
