/** A question as a form that any client can show, and what was filled in as an answer. */
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { type OpenQuestion, type ProposedChange, riskWords, type Suggestion } from "../permissions/ask.js";
import { clip } from "../text/clip.js";
import { plural } from "../text/quantities.js";
import { visible, visiblePath } from "../text/visible.js";
import type { GivenAnswer } from "./request-state.js";

/** A form in the words of the protocol. */
export type ElicitationForm = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;

const NO = "No";
const ONCE = "Yes, this once";
/** What a dialog can show; the rest is counted. */
const MAX_DIFF_LINES = 120;
const MAX_LINE_CHARACTERS = 300;
const MAX_REASON_CHARACTERS = 2000;

export function renderForm(question: OpenQuestion): ElicitationForm {
  return {
    message: renderMessage(question),
    requestedSchema: {
      type: "object",
      properties: {
        answer: { type: "string", title: "Allow it?", enum: [...choicesOf(question).keys(), NO] },
        reason: {
          type: "string",
          title: "If not, why",
          description: "The agent is told.",
          maxLength: MAX_REASON_CHARACTERS,
        },
      },
      required: ["answer"],
    },
  };
}

/** What a person has answered; whatever is not plainly a yes is a no. */
export function readForm(filled: unknown, question: OpenQuestion): GivenAnswer {
  const { action, content } = (filled ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  const { answer, reason } = (content ?? {}) as { readonly answer?: unknown; readonly reason?: unknown };
  const chosen =
    action === "accept" && typeof answer === "string" ? choicesOf(question).get(answer) : undefined;
  if (chosen !== undefined)
    return chosen.scope === "once" ? { answer: "allow" } : { answer: "allow", remember: chosen };
  const isGiven = action === "accept" && typeof reason === "string" && reason.trim() !== "";
  return isGiven
    ? { answer: "deny", reason: clip(reason.trim(), MAX_REASON_CHARACTERS) }
    : { answer: "deny" };
}

/** Each possible yes in words that say what it would add. */
function choicesOf({ suggestions }: OpenQuestion): ReadonlyMap<string, Suggestion> {
  const named = suggestions.map((each): [string, Suggestion] => [nameOf(each), each]);
  const once: Suggestion = { scope: "once", covers: "file" };
  return new Map([[ONCE, once], ...named.filter(([, { scope }]) => scope !== "once")]);
}

function nameOf({ scope, rule = "", savedTo }: Suggestion): string {
  if (scope === "once") return ONCE;
  const shown = visible(rule);
  if (scope === "session") return `Yes, and allow ${shown} for this session`;
  return `Yes, and always allow ${shown}${savedTo === undefined ? "" : ` (saved to ${visiblePath(savedTo)})`}`;
}

function renderMessage(question: OpenQuestion): string {
  const { tool, operation, path, realPath, reason, change, flags } = question;
  const verb = operation === "read" ? "read" : change?.kind === "create" ? "create" : "change";
  const lines = [`${tool} wants to ${verb} ${visiblePath(path)}`];
  if (path !== (realPath as string)) lines.push(`which leads to ${visiblePath(realPath)}`);
  lines.push(`Asked because ${visible(reason)}.`);
  for (const { risk, text } of flags) lines.push(`${riskWords[risk]}: it ${visible(text)}.`);
  if (change !== undefined) lines.push("", ...renderDiffLines(change));
  return lines.join("\n");
}

function renderDiffLines({ structuredPatch }: ProposedChange): readonly string[] {
  const all = structuredPatch.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const shown = all.slice(0, MAX_DIFF_LINES).map((line) => clip(showLine(line), MAX_LINE_CHARACTERS));
  const hidden = all.length - shown.length;
  return hidden === 0 ? shown : [...shown, `… and ${plural(hidden, "more line")}`];
}

/** Tabs are how code is indented; everything else that does not show is made to. */
function showLine(line: string): string {
  return line.split("\t").map(visible).join("\t");
}
