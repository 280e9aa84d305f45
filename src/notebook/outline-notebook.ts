/** A notebook in a few lines, for when it is too long to be shown: which cells there are, and how large their outputs. */

import { findMember } from "../json/json-tree.js";
import { clip } from "../text/clip.js";
import { formatBytes, plural } from "../text/quantities.js";
import { visible } from "../text/visible.js";
import type { Cell, Notebook } from "./notebook.js";

const MAX_ID_CHARACTERS = 70;
const MAX_LINE_CHARACTERS = 80;

/** At most `maxCharacters`; where that is too little for all cells, those in the middle are left out, and that is said. */
export function outlineNotebook(notebook: Notebook, maxCharacters: number): string {
  const { cells } = notebook;
  const head: string[] = [];
  const tail: string[] = [];
  // Lines cost a line break each, and so does the one that says what is left out.
  let left = maxCharacters - renderGap(cells.length).length;
  while (head.length + tail.length < cells.length) {
    const isHeadNext = head.length <= 2 * tail.length;
    const cell = isHeadNext ? cells[head.length] : cells.at(-1 - tail.length);
    const line = cell === undefined ? "" : outlineCell(cell);
    left -= line.length + 1;
    if (left < 0) break;
    if (isHeadNext) head.push(line);
    else tail.unshift(line);
  }
  const hidden = cells.length - head.length - tail.length;
  return [...head, ...(hidden === 0 ? [] : [renderGap(hidden)]), ...tail].join("\n");
}

function renderGap(hidden: number): string {
  return `[… ${plural(hidden, "cell")} left out]`;
}

function outlineCell(cell: Cell): string {
  const firstLine = cell.source.split("\n", 50).find((line) => line.trim() !== "") ?? "";
  const shown = clip(visible(firstLine.slice(0, 2 * MAX_LINE_CHARACTERS).trim()), MAX_LINE_CHARACTERS);
  const name = clip(visible(cell.shownId), MAX_ID_CHARACTERS);
  return `${name} ${clip(visible(cell.type), 20)}: ${shown}${describeOutputs(cell)}`;
}

/** By the room they take in the file, which is known without reading them. */
function describeOutputs({ node }: Cell): string {
  const outputs = findMember(node, "outputs")?.value;
  const size = outputs === undefined ? 0 : outputs.end - outputs.start;
  // An empty list with blanks in it is no output yet.
  return size <= "[{}]".length ? "" : ` (outputs: ${formatBytes(size)})`;
}
