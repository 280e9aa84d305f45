/** Words for the model when an Edit succeeds. */
import { clip } from "../../text/clip.js";
import { type Relaxation, relaxationsOf } from "../../text/edit/tiers.js";
import { plural } from "../../text/quantities.js";
import { visible, visiblePath } from "../../text/visible.js";
import { listChangedLines, renderKept, renderNote, renderReview } from "../change/render-change.js";
import type { Block } from "../define-tool.js";
import type { EditOutcome } from "./edit-outcome.js";

const relaxationsInWords: Readonly<Record<Relaxation, string>> = {
  quotes: "with other quotation marks; the file's style was kept",
  "trailing-whitespace": "with other blanks at line ends",
  desanitized: "by the full form of shortened tokens",
  indentation: "with other indentation; the new text was indented like the file",
  "line-numbers": "without the line numbers of a view, which were removed",
  escapes: "with real line breaks, tabs and quotes for escaped ones",
  entities: "with plain characters for HTML entities",
  "look-alikes": "with plain characters for Unicode blanks and punctuation",
  "blank-lines": "with other blank lines; the file's were kept",
  fence: "without the Markdown fence, which was removed",
};

export function renderEdit({ output, shown }: EditOutcome): readonly Block[] {
  const path = visiblePath(output.filePath);
  if (shown.isKept) return [{ type: "text", text: renderKept(path) }];
  const parts: string[] = [];
  if (shown.isNew) parts.push(`File created: ${path}`);
  else if (output.replaceAll && !output.userModified) {
    const quoted = visible(clip(output.oldString, 60));
    parts.push(
      `The file ${path} has been updated. All occurrences of "${quoted}" were replaced (${output.replacements}), ${listChangedLines(output.structuredPatch)}.`,
    );
  } else parts.push(`The file ${path} has been updated.`);
  if (output.matchTier !== "exact") {
    const how = relaxationsOf(output.matchTier).map((relaxation) => relaxationsInWords[relaxation]);
    parts.push(`[The text was not found exactly, but ${how.join(", and ")}.]`);
  }
  if (output.trimmedLines !== undefined) {
    parts.push(`[Trailing blanks were removed from ${plural(output.trimmedLines, "new line")}.]`);
  }
  for (const note of shown.notes) parts.push(renderNote(note));
  if (shown.outsideDiff !== undefined) {
    parts.push(
      `[The file had changed outside since you read it, elsewhere than here. What had changed:]\n${shown.outsideDiff}`,
    );
    if (output.reviewedPatch === undefined) parts.push("[Your edit:]");
  }
  if (output.reviewedPatch !== undefined) parts.push(renderReview(output.reviewedPatch));
  else if (!shown.isNew) parts.push(shown.diff.text);
  return [{ type: "text", text: parts.join("\n") }];
}
