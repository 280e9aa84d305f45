/**
 * An approval request as forms that any client can show, and what was filled in as an answer. Nothing is cut: long lines
 * are wrapped, and what one form can't hold goes on in the next. Only the last form offers a yes.
 */
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { type OpenQuestion, type ProposedChange, riskWords, type Suggestion } from "../permissions/ask.js";
import { clip, takeStart } from "../text/clip.js";
import { visible } from "../text/visible.js";
import type { GivenAnswer } from "./request-state.js";

/** A form in the words of the protocol. */
export type ElicitationForm = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;

const NO = "No";
const ONCE = "Yes, this once";
const NEXT = "Show the next part";
/** What a dialog can show. */
const MAX_ROWS = 120;
const MAX_ROW_CHARACTERS = 300;
/** More than anybody reads form by form: such a change is for the console. */
const MAX_PAGES = 20;
const MAX_REASON_CHARACTERS = 2000;
/** Begins a row that continues the one before; no line of a diff begins so. */
const CONTINUED = "↪";
const TOO_LONG = "It is too long to be reviewed in a form. Make the change in smaller steps.";

type FormPages = readonly string[] | "too-long";

/** All that the person decides on, as the messages of one form after the other. */
function paginate(question: OpenQuestion): FormPages {
  const pages: string[][] = [[]];
  for (const line of describe(question)) {
    for (const row of wrap(line)) {
      if (pages.at(-1)?.length === MAX_ROWS) pages.push([]);
      if (pages.length > MAX_PAGES) return "too-long";
      pages.at(-1)?.push(row);
    }
  }
  const { length } = pages;
  return pages.map((rows, index) =>
    (length === 1 ? rows : [`Part ${index + 1} of ${length}`, ...rows]).join("\n"),
  );
}

/** Whether forms can't show all of it: no form then offers a yes. */
export function isTooLong(question: OpenQuestion): boolean {
  return paginate(question) === "too-long";
}

/** The form for one page, counted from 0. */
export function renderForm(question: OpenQuestion, page = 0): ElicitationForm {
  const pages = paginate(question);
  return {
    message: pages === "too-long" ? describeTooLong(question) : (pages[page] ?? ""),
    requestedSchema: {
      type: "object",
      properties: {
        answer: { type: "string", title: "Allow it?", enum: offer(question, pages, page) },
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

function offer(question: OpenQuestion, pages: FormPages, page: number): string[] {
  if (pages === "too-long") return [NO];
  return isLast(pages, page) ? [...choicesOf(question).keys(), NO] : [NEXT, NO];
}

function isLast(pages: FormPages, page: number): boolean {
  return pages !== "too-long" && page === pages.length - 1;
}

/** What a person has answered to the form of this page. Anything but an explicit yes on the last one, or "next" before it, is a no. */
export function readForm(filled: unknown, question: OpenQuestion, page = 0): GivenAnswer | "next" {
  const pages = paginate(question);
  const { action, content } = (filled ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  const { answer, reason } = (content ?? {}) as { readonly answer?: unknown; readonly reason?: unknown };
  const isAccepted = action === "accept" && typeof answer === "string";
  if (isAccepted && answer === NEXT && pages !== "too-long" && page < pages.length - 1) return "next";
  const chosen = isAccepted && isLast(pages, page) ? choicesOf(question).get(answer) : undefined;
  if (chosen !== undefined)
    return chosen.scope === "once" ? { answer: "allow" } : { answer: "allow", remember: chosen };
  const isGiven = action === "accept" && typeof reason === "string" && reason.trim() !== "";
  if (isGiven) return { answer: "deny", reason: clip(reason.trim(), MAX_REASON_CHARACTERS) };
  return pages === "too-long" ? { answer: "deny", reason: TOO_LONG } : { answer: "deny" };
}

/** Each possible yes in words that say what it would add. */
function choicesOf({ suggestions }: OpenQuestion): ReadonlyMap<string, Suggestion> {
  const named = suggestions.map((each): [string, Suggestion] => [nameOf(each), each]);
  const once: Suggestion = { scope: "once", covers: "file" };
  // A client may cut a choice that is longer than a row, and a rule that can't be read must not be added.
  const isOffered = ([name, { scope }]: [string, Suggestion]): boolean =>
    scope !== "once" && name.length <= MAX_ROW_CHARACTERS;
  return new Map([[ONCE, once], ...named.filter(isOffered)]);
}

function nameOf({ scope, rule = "", savedTo }: Suggestion): string {
  if (scope === "once") return ONCE;
  const shown = visible(rule);
  if (scope === "session") return `Yes, and allow ${shown} for this session`;
  return `Yes, and always allow ${shown}${savedTo === undefined ? "" : ` (saved to ${visible(savedTo)})`}`;
}

function describeTooLong(question: OpenQuestion): string {
  return [
    ...describeFile(question),
    "",
    `This is too long to be shown in forms (more than ${MAX_PAGES} of them), so it can't be approved here.`,
    "To review it, open the console (filewright console) and let the agent call again. Any answer here is a no.",
  ]
    .flatMap((line) => [...wrap(line)])
    .join("\n");
}

/** Line by line, so that a change of many megabytes is not rendered to be thrown away. */
function* describe(question: OpenQuestion): Generator<string> {
  const { reason, change, flags } = question;
  yield* describeFile(question);
  yield `Asked because ${visible(reason)}.`;
  for (const { risk, text } of flags) yield `${riskWords[risk]}: it ${visible(text)}.`;
  if (change === undefined) return;
  yield "";
  yield* describeChange(change);
}

function describeFile({ tool, operation, path, realPath, change }: OpenQuestion): readonly string[] {
  const verb = operation === "read" ? "read" : change?.kind === "create" ? "create" : "change";
  const target = path === (realPath as string) ? [] : [`which leads to ${visible(realPath)}`];
  return [`${visible(tool)} wants to ${verb} ${visible(path)}`, ...target];
}

function* describeChange({ structuredPatch }: ProposedChange): Generator<string> {
  for (const hunk of structuredPatch) {
    yield `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
    for (const line of hunk.lines) yield line;
  }
}

/** Rows of a line, escaped piece by piece: a line of megabytes is not escaped when its first rows are too many already. */
function* wrap(line: string): Generator<string> {
  let prefix = "";
  let rest = line;
  do {
    const piece = takeStart(rest, MAX_ROW_CHARACTERS);
    rest = rest.slice(piece.length);
    let shown = showLine(piece);
    do {
      const row = takeStart(shown, MAX_ROW_CHARACTERS);
      shown = shown.slice(row.length);
      yield prefix + row;
      prefix = CONTINUED;
    } while (shown !== "");
  } while (rest !== "");
}

/** Tabs are how code is indented; everything else that does not show is made to. */
function showLine(line: string): string {
  return line.split("\t").map(visible).join("\t");
}
