/** What a person makes of a hunk: taken as it is, left out, or with other lines on its new side. */
import type { HunkChoice } from "../../../../src/desk/desk.js";
import { type Hunk, NO_NEWLINE_MARKER } from "../../../../src/text/diff/hunks.js";
import { findKept } from "../../text/find-kept.js";

/** The lines of one side, without their endings. */
export function sideOf(hunk: Hunk, side: "old" | "new"): readonly string[] {
  return rawSideOf(hunk, side).map(({ text }) => (text.endsWith("\r") ? text.slice(0, -1) : text));
}

/** Why the lines can't be changed here; undefined when they can. */
export function findEditHindrance(hunk: Hunk): string | undefined {
  const hasReturnInside = sideOf(hunk, "new").some((line) => line.includes("\r"));
  // A text field makes a new line of it, which would change more than the person has.
  return hasReturnInside ? "Its lines hold carriage returns, which a text field can't keep." : undefined;
}

/** The choice that this text of the new side amounts to. */
export function choiceOf(hunk: Hunk, text: string): HunkChoice {
  const lines = text === "" ? [] : text.split("\n");
  const proposed = sideOf(hunk, "new");
  const isAsProposed = lines.length === proposed.length && lines.every((line, at) => line === proposed[at]);
  return isAsProposed ? { use: "new" } : { use: "edited", lines };
}

export function textOf(hunk: Hunk, choice: HunkChoice): string {
  return (choice.use === "edited" ? choice.lines : sideOf(hunk, "new")).join("\n");
}

/** The hunk as it is to become, with these lines on its new side. */
export function replaceNewSide(hunk: Hunk, lines: readonly string[]): Hunk {
  const old = rawSideOf(hunk, "old");
  const proposed = rawSideOf(hunk, "new");
  const ending = (proposed[0] ?? old[0])?.text.endsWith("\r") === true ? "\r" : "";
  const isUnended = proposed.at(-1)?.isUnended ?? false;
  const made = lines.map((line, at) => {
    const isLast = isUnended && at === lines.length - 1;
    return { text: isLast ? line : line + ending, isUnended: isLast };
  });
  return {
    oldStart: hunk.oldStart,
    oldLines: old.length,
    newStart: lines.length === 0 ? firstLineOf(hunk) - 1 : firstLineOf(hunk),
    newLines: lines.length,
    lines: compare(old, made),
  };
}

/** Two thousand lines with as many others: what is more is shown as replaced. */
const MAX_COMPARISONS = 4_000_000;

function compare(old: readonly RawLine[], made: readonly RawLine[]): readonly string[] {
  const kept = findKept(old.map(nameOf), made.map(nameOf), MAX_COMPARISONS);
  const lines: string[] = [];
  const push = (sign: string, line: RawLine | undefined): void => {
    if (line === undefined) return;
    lines.push(sign + line.text);
    if (line.isUnended) lines.push(NO_NEWLINE_MARKER);
  };
  let newAt = 0;
  for (let oldAt = 0; oldAt <= old.length; oldAt += 1) {
    if (kept.before[oldAt] === 0) push("-", old[oldAt]);
    else {
      while (kept.after[newAt] === 0) push("+", made[newAt++]);
      push(" ", old[oldAt]);
      newAt += 1;
    }
  }
  return lines;
}

/** Lines are the same if their ends are too. */
function nameOf({ text, isUnended }: RawLine): string {
  return isUnended ? text : `${text}\n`;
}

interface RawLine {
  readonly text: string;
  readonly isUnended: boolean;
}

function rawSideOf(hunk: Hunk, side: "old" | "new"): readonly RawLine[] {
  const other = side === "old" ? "+" : "-";
  return hunk.lines.flatMap((line, at) =>
    line === NO_NEWLINE_MARKER || line.startsWith(other)
      ? []
      : [{ text: line.slice(1), isUnended: hunk.lines[at + 1] === NO_NEWLINE_MARKER }],
  );
}

/** Of the new side; one without lines is said to start at the line before. */
function firstLineOf({ newStart, newLines }: Hunk): number {
  return newLines === 0 ? newStart + 1 : newStart;
}
