/** An approval request in words for whoever reviews: which file, why it is asked, what to look at twice, and the change as a diff. */
import { type Question, riskWords } from "../../permissions/ask.js";
import { renderHunks } from "../../text/diff/render-hunks.js";
import { visible } from "../../text/visible.js";

/** More than anybody reviews; lines are shown to their ends. */
const DIFF_BOUNDS = { maxLines: 5000, maxCharacters: 1_000_000, maxLineCharacters: 1_000_000 };

export interface DescribedQuestions {
  readonly text: string;
  /** False when the diff is too long to be shown whole: it must not be approved then. */
  readonly isWhole: boolean;
}

export function describeQuestions(questions: readonly Question[]): DescribedQuestions {
  const described = questions.map(describeQuestion);
  return {
    text: described.map(({ text }) => text).join("\n\n"),
    isWhole: described.every(({ isWhole }) => isWhole),
  };
}

function describeQuestion(question: Question): DescribedQuestions {
  const { tool, operation, path, realPath, reason, change, flags } = question;
  const verb = operation === "read" ? "read" : change?.kind === "create" ? "create" : "change";
  const lines = [`${tool} wants to ${verb} ${visible(path)}`];
  if (path !== (realPath as string)) lines.push(`which leads to ${visible(realPath)}`);
  lines.push(`Asked because ${visible(reason)}.`);
  for (const { risk, text } of flags) lines.push(`${riskWords[risk]}: it ${visible(text)}.`);
  const { text, hiddenLines } = renderHunks(change?.structuredPatch ?? [], DIFF_BOUNDS);
  if (change !== undefined) lines.push("", text);
  if (hiddenLines > 0) lines.push("It is too long to be shown whole, so it can't be approved as it is.");
  return { text: lines.join("\n"), isWhole: hiddenLines === 0 };
}
