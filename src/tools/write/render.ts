/** Words for the model when a Write succeeds. */
import { clip } from "../../text/clip.js";
import { countChangedLines, type Hunk } from "../../text/diff/hunks.js";
import { describeRanges } from "../../text/line-ranges.js";
import { formatCount, plural } from "../../text/quantities.js";
import { visible, visiblePath } from "../../text/visible.js";
import { isKeptByUser } from "../change/planned-change.js";
import { renderKept, renderNote, renderReview, renderWriteDiff } from "../change/render-change.js";
import type { Block } from "../define-tool.js";
import type { WriteOutcome } from "./execute.js";

const endingsInWords = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" } as const;

export function renderWrite({ output, shown }: WriteOutcome): readonly Block[] {
  const { details, notes, isUnchanged } = shown;
  const path = visiblePath(output.filePath);
  if (isKeptByUser(details.planned)) return [{ type: "text", text: renderKept(path) }];
  const parts: string[] = [];
  if (isUnchanged) parts.push(`The file ${path} already has exactly this content; nothing was written.`);
  else if (output.type === "create") {
    parts.push(`File created: ${path} (${plural(details.planned.totalLines, "line")}).`);
  } else parts.push(`The file ${path} has been updated${describeSize(output.structuredPatch)}.`);
  const { endings, cut, unit, notebookProblem } = details;
  if (notebookProblem !== undefined) {
    parts.push(`[The file still can't be opened as a notebook: ${clip(visible(notebookProblem), 200)}.]`);
  }
  if (endings !== undefined && !isUnchanged) {
    const [from, to] = [endingsInWords[endings.from], endingsInWords[endings.to]];
    parts.push(`[Line endings changed from ${from} to ${to}, because content is written as sent.]`);
  }
  if (cut.length > 0 && !isUnchanged) {
    parts.push(
      `[Of the old content, ${describeRanges(cut, { unit })} had been shown only in part; all of it is in the history.]`,
    );
  }
  for (const note of notes) parts.push(renderNote(note));
  if (output.reviewedPatch !== undefined) parts.push(renderReview(output.reviewedPatch));
  else if (output.type === "update" && !isUnchanged) parts.push(renderWriteDiff(output.structuredPatch));
  return [{ type: "text", text: parts.join("\n") }];
}

/** ": 3 lines added, 12 removed". */
function describeSize(hunks: readonly Hunk[]): string {
  const { added, removed } = countChangedLines(hunks);
  return `: ${plural(added, "line")} added, ${formatCount(removed)} removed`;
}
