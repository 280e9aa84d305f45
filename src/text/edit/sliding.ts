/**
 * A change may fit some lines above or below as well, as that of a blank line among blank lines. It is not certain where the
 * two would leave other blanks or blank lines, because the file's differ from the sent ones there.
 */
import type { LineChange } from "../diff/line-change.js";
import type { AlignedTexts } from "./aligned-texts.js";
import type { BlankLineRules } from "./blank-lines.js";
import { trimTrailingBlanks } from "./projection.js";

/** `keys` are the lines as they were compared. */
export function canSlide(
  { beforeStart, beforeEnd, afterStart, afterEnd }: LineChange,
  keys: { readonly old: readonly string[]; readonly fresh: readonly string[] },
  texts: AlignedTexts,
  blankLines: BlankLineRules,
): boolean {
  const isInsertion = beforeStart === beforeEnd;
  if (!isInsertion && afterStart < afterEnd) return false;
  const [lines, start, end] = isInsertion
    ? [keys.fresh, afterStart, afterEnd]
    : [keys.old, beforeStart, beforeEnd];
  const isSame = (by: number): boolean =>
    start + by >= 0 && end + by < lines.length && lines[start + by] === lines[end + by];
  const hasOwnForm = (old: number): boolean => {
    const line = texts.fileLine(old);
    return line === undefined || (line !== trimTrailingBlanks(line) && line !== texts.oldLines[old]);
  };
  /** `by` is where the change would begin, `passed` the line it would have to pass. */
  const isUncertain = (by: number, passed: number): boolean =>
    hasOwnForm(beforeStart + passed) ||
    hasOwnForm(beforeEnd + passed) ||
    !blankLines.isTight(beforeStart + by) ||
    !blankLines.isTight(beforeEnd + by);
  for (let by = 0; isSame(by); by += 1) if (isUncertain(by + 1, by)) return true;
  for (let by = -1; isSame(by); by -= 1) if (isUncertain(by, by)) return true;
  return false;
}
