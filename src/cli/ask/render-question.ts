/**
 * A question as a person reads it: which tool, which file, why, and what would become of it. The file is named by where
 * it really lies, with everything escaped that could make it look like another one.
 */
import { findRisk, type Question, riskWords } from "../../permissions/ask.js";
import { escapeForTerminal } from "../../text/escape-for-terminal.js";
import { visible } from "../../text/visible.js";
import { type ColourChoice, paint, riskColours } from "../colours.js";
import { renderDiff } from "../diff.js";
import { describeLookAlikes } from "./look-alikes.js";

export interface QuestionOptions extends ColourChoice {
  /** The root that the file lies in, if it lies in one. */
  readonly root: string | undefined;
}

export function renderQuestion(question: Question, options: QuestionOptions): string {
  const { tool, operation, path, realPath, reason, flags } = question;
  const verb = operation === "read" ? "read" : question.change?.kind === "create" ? "create" : "change";
  const lookAlikes = describeLookAlikes(realPath);
  const notes = [
    ...flags.map(({ risk, text }) => ({ risk, text: `it ${text}` })),
    ...(lookAlikes === undefined ? [] : [{ risk: "warning", text: lookAlikes } as const]),
  ];
  return [
    paint(line(`${visible(tool)} asks to ${verb}`), "bold", options),
    `  ${line(visible(realPath))}  ${renderBadge(options)}`,
    ...(path === (realPath as string) ? [] : [line(`  given as ${visible(path)}`)]),
    line(`  because ${reason}`),
    ...notes.map(({ risk, text }) =>
      paint(line(`  ${riskWords[risk]}: ${text}`), riskColours[risk], options),
    ),
    "",
  ].join("\n");
}

/** The change by itself, under its heading; empty for a question that is about none. */
export function renderProposal(
  { change, realPath, flags }: Question,
  options: ColourChoice & { readonly maxLines?: number },
): string {
  if (change === undefined) return "";
  const { kind, structuredPatch } = change;
  return renderDiff(structuredPatch, { ...options, path: realPath, kind, risk: findRisk(flags) });
}

function renderBadge({ root, colour }: QuestionOptions): string {
  return root === undefined
    ? paint("[outside the roots]", "red", { colour })
    : paint(line(`[in ${visible(root)}]`), "dim", { colour });
}

/** One line, whatever is in it. */
function line(text: string): string {
  return escapeForTerminal(text).replaceAll("\n", () => "\\n");
}
