/** What a Read answers with for text: the page and what the agent knows by it, or a refusal with a page that fits. */
import type { MaybePromise } from "../../fs/file-system.js";
import type { EventData, EventDraft } from "../../notify/events.js";
import {
  describeRanges,
  type LineRanges,
  lineRange,
  subtractRanges,
  uniteRanges,
} from "../../text/line-ranges.js";
import type { NumberedView } from "../../text/numbered-view.js";
import { UNCHANGED_STUB } from "../../text/own-words.js";
import { judgeTokens, type TokenVerdict } from "../../tokens/token-gate.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import type { ReadPlan } from "./check.js";
import { refuseTooLong, renderPlanned } from "./over-limit.js";
import type { Page } from "./page.js";
import type { ReadShown } from "./render.js";
import type { ReadOutput } from "./schema.js";
import { unchangedEvent } from "./unchanged-event.js";

export type ReadOutcome = Outcome<ReadOutput, ReadShown>;

export function answerPage(plan: ReadPlan, page: Page, context: CallContext): MaybePromise<ReadOutcome> {
  const text = renderPlanned(plan, page, plan.maxLines, context);
  const judge = (verdict: TokenVerdict): MaybePromise<ReadOutcome> =>
    verdict.fits
      ? outcomeOf(plan, page, text, context)
      : fail(refuseTooLong({ cap: "tokens", tokens: verdict.tokens }, plan, page, context));
  if (page.isClipped) return fail(refuseTooLong({ cap: "tokens" }, plan, page, context));
  const verdict = judgeTokens(text, context.session.limits.maxTokens, context.tokens);
  return verdict instanceof Promise ? verdict.then(judge) : judge(verdict);
}

function outcomeOf(plan: ReadPlan, page: Page, text: string, context: CallContext): ReadOutcome {
  const view = page.view(plan.maxLines);
  const { startLine, shownLines, cutLines } = view;
  const { totalLines, encoding, version } = page;
  const file = {
    filePath: plan.path,
    content: "",
    numLines: shownLines,
    startLine,
    totalLines: totalLines ?? null,
    ...(encoding.name === "UTF-8" ? {} : { encoding: encoding.name }),
    ...(plan.isLookalike ? { readAs: plan.realPath } : {}),
    ...(cutLines.length > 0 ? { cutLines } : {}),
  };
  if (typeof view.content === "string") file.content = view.content;
  else deferContent(file, view.content);
  const shown = lineRange(startLine, startLine + shownLines - 1);
  return {
    output: { type: "text", file },
    shown: text + describeUnseen(plan, page, shown, context),
    ledger: [{ path: plan.realPath, version, totalLines, shown, cut: cutRanges(view), origin: "read" }],
    events: [readEvent(plan, { startLine, lines: shownLines, totalLines })],
  };
}

/** Where an Edit needs the whole file, says what is still missing before the lines that this Read shows. */
function describeUnseen(
  { realPath }: ReadPlan,
  { version, totalLines }: Page,
  shown: LineRanges,
  { session }: CallContext,
): string {
  if (session.rules.editRequires === "seen-lines" || totalLines === undefined) return "";
  const entry = session.ledger.find(realPath);
  const known = entry?.version.equals(version) === true ? uniteRanges(entry.shown, shown) : shown;
  const unseen = subtractRanges(lineRange(1, (shown[0]?.from ?? 1) - 1), known);
  if (unseen.length === 0) return "";
  return `\n[Not shown yet: ${describeRanges(unseen)}; the file has ${totalLines} lines. A change needs the whole file.]`;
}

/** Makes `content` on first use: most hosts only send the view on. To the reader it is a property like any other. */
function deferContent(file: { content: string }, make: () => string): void {
  const define = (property: PropertyDescriptor): void => {
    Object.defineProperty(file, "content", { enumerable: true, configurable: true, ...property });
  };
  define({
    get: () => {
      const value = make();
      define({ value, writable: true });
      return value;
    },
  });
}

export function answerUnchanged(plan: ReadPlan): ReadOutcome {
  return {
    output: { type: "file_unchanged", file: { filePath: plan.path } },
    shown: UNCHANGED_STUB,
    events: [unchangedEvent(plan, "text")],
  };
}

function readEvent(
  { realPath: path }: ReadPlan,
  { startLine, lines, totalLines }: Pick<EventData["file-read"], "startLine" | "lines" | "totalLines">,
): EventDraft {
  // Written out, because every Read makes one and copying fields takes ten times as long.
  return {
    type: "file-read",
    kind: "text",
    path,
    startLine,
    lines,
    totalLines,
    deduplicated: false,
    savedTokens: 0,
  };
}

function cutRanges(view: NumberedView): LineRanges {
  let ranges: LineRanges = [];
  for (const { line } of view.cutLines) ranges = uniteRanges(ranges, lineRange(line, line));
  return ranges;
}

export async function fail(error: Promise<Error>): Promise<never> {
  throw await error;
}
