/** A question in words for whoever reviews: which file, why it is asked, what to look at twice, and the change as a diff. */
import { type Question, riskWords } from "../../permissions/ask.js";
import { renderHunks } from "../../text/diff/render-hunks.js";
import { visible, visiblePath } from "../../text/visible.js";

/** What a page can show; the last line tells how much more there is. */
const DIFF_BOUNDS = { maxLines: 400, maxCharacters: 40_000 };

export function describeQuestions(questions: readonly Question[]): string {
  return questions.map(describeQuestion).join("\n\n");
}

function describeQuestion({ tool, operation, path, realPath, reason, change, flags }: Question): string {
  const verb = operation === "read" ? "read" : change?.kind === "create" ? "create" : "change";
  const lines = [`${tool} wants to ${verb} ${visiblePath(path)}`];
  if (path !== (realPath as string)) lines.push(`which leads to ${visiblePath(realPath)}`);
  lines.push(`Asked because ${visible(reason)}.`);
  for (const { risk, text } of flags) lines.push(`${riskWords[risk]}: it ${visible(text)}.`);
  if (change !== undefined) lines.push("", renderHunks(change.structuredPatch, DIFF_BOUNDS).text);
  return lines.join("\n");
}
