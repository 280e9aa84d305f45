/** What of a proposed change goes to the person who looks at it: all of it, as long as a page can hold that. */
import type { ProposedChange } from "../permissions/ask.js";
import { countChangedLines, type Hunk } from "../text/diff/hunks.js";

export interface ShownChange {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  readonly isWhole: boolean;
}

const MAX_LINES = 60_000;
/** Of the JSON that they become, where what does not show takes six times its room. */
const MAX_BYTES = 8 * 1024 * 1024;

export function showChange({ structuredPatch }: ProposedChange): ShownChange {
  const room = { lines: MAX_LINES, bytes: MAX_BYTES };
  const hunks: Hunk[] = [];
  let isWhole = true;
  for (const hunk of structuredPatch) {
    if (!isWhole) continue;
    const fitting = countFitting(hunk.lines, room);
    isWhole = fitting === hunk.lines.length;
    if (isWhole) hunks.push(hunk);
    else if (fitting > 0) hunks.push(cutHunk(hunk, fitting));
  }
  return { ...countChangedLines(structuredPatch), hunks, isWhole };
}

function countFitting(lines: readonly string[], room: { lines: number; bytes: number }): number {
  for (const [index, line] of lines.entries()) {
    room.lines -= 1;
    room.bytes -= Buffer.byteLength(JSON.stringify(line)) + 1;
    if (room.lines < 0 || room.bytes < 0) return index;
  }
  return lines.length;
}

/** Its beginning, with a head that is true of it. */
function cutHunk({ oldStart, newStart, lines }: Hunk, count: number): Hunk {
  const shown = lines.slice(0, count);
  const without = (mark: string): number =>
    shown.filter((line) => !line.startsWith(mark) && !line.startsWith("\\")).length;
  return { oldStart, oldLines: without("+"), newStart, newLines: without("-"), lines: shown };
}
