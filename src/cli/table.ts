/** Columns for people. Cells are escaped here, before they are measured and coloured. */

import { escapeForTerminal } from "../text/escape-for-terminal.js";
import { type Colour, type ColourChoice, paint } from "./colours.js";

export interface Cell {
  readonly text: string;
  readonly colour?: Colour | undefined;
}

/** Rows of cells as lines, each column as wide as its widest cell; the last one is as long as it likes. */
export function renderTable(rows: readonly (readonly Cell[])[], choice: ColourChoice): string {
  const shown = rows.map((row) => row.map((cell) => ({ ...cell, text: inOneLine(cell.text) })));
  const widths: number[] = [];
  for (const row of shown) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, text.length);
  }
  const lines = shown.map((row) => {
    const cells = row.map(({ text, colour }, index) => {
      const room = index === row.length - 1 ? "" : " ".repeat((widths[index] ?? 0) - text.length);
      return (colour === undefined ? text : paint(text, colour, choice)) + room;
    });
    return `${cells.join("  ").trimEnd()}\n`;
  });
  return lines.join("");
}

/** A name may hold a newline, which must not begin a row of its own. */
function inOneLine(text: string): string {
  return escapeForTerminal(text).replace(/[\n\t]/g, (character) => (character === "\n" ? "\\n" : "\\t"));
}
