/**
 * What to say when a file or a page is too long: its size, the cap, and an offset and limit that are certain to fit,
 * because that very page has been rendered and judged before it is advised.
 */
import { ToolError } from "../../errors/tool-error.js";
import type { Limits } from "../../session/limits.js";
import type { NumberedView } from "../../text/numbered-view.js";
import { formatBytes, formatCount, plural, roundDown } from "../../text/quantities.js";
import { estimateTokens } from "../../text/token-estimate.js";
import { FALLBACK_FACTOR } from "../../tokens/token-counter.js";
import { judgeTokens } from "../../tokens/token-gate.js";
import type { CallContext } from "../context.js";
import { DEFAULT_LINES, type ReadPlan } from "./check.js";
import type { Page } from "./page.js";
import { renderPage } from "./render.js";

const MAX_TRIALS = 16;

export interface TooLong {
  readonly cap: "size" | "tokens";
  /** Tokens counted, for the token cap; undefined when there was far too much to count. */
  readonly tokens?: number;
}

export async function refuseTooLong(
  tooLong: TooLong,
  plan: ReadPlan,
  page: Page,
  context: CallContext,
): Promise<ToolError> {
  const size = plan.stat?.size ?? 0;
  const { maxSizeBytes, maxTokens } = context.session.limits;
  const limit = await findFittingLimit(plan, page, context);
  const nextCall = limit === undefined ? undefined : { file_path: plan.path, offset: plan.startLine, limit };
  const lines = page.totalLines === undefined ? "" : ` and has ${plural(page.totalLines, "line")}`;
  const cap = formatCount(maxTokens);
  const amount =
    tooLong.tokens === undefined
      ? `far more than the cap of ${cap} tokens`
      : `${formatCount(tooLong.tokens)} tokens, over the cap of ${cap}`;
  const what =
    tooLong.cap === "size"
      ? `File is ${formatBytes(size)}${lines}, over the cap of ${formatBytes(maxSizeBytes)} for a read without limit.`
      : `This part of the file comes to ${amount} for one Read; the file is ${formatBytes(size)}${lines}.`;
  const advice =
    nextCall === undefined
      ? "Not even one line fits: use Grep to find the part you need."
      : `Read it with offset ${nextCall.offset} and limit ${nextCall.limit}, or use Grep to find the part you need.`;
  return new ToolError(tooLong.cap === "size" ? "FILE_TOO_LARGE" : "TOO_MANY_TOKENS", `${what} ${advice}`, {
    data: {
      filePath: plan.path,
      size,
      maxSizeBytes,
      maxTokens,
      tokens: tooLong.tokens,
      totalLines: page.totalLines,
      nextCall,
    },
  });
}

/** The most lines from the page's start that were seen to fit; undefined when one line alone does not. */
export async function findFittingLimit(
  plan: ReadPlan,
  page: Page,
  context: CallContext,
): Promise<number | undefined> {
  const { maxTokens } = context.session.limits;
  let lines = Math.max(1, Math.min(page.view(plan.maxLines).shownLines, DEFAULT_LINES));
  const withLimit = { ...plan, hasLimit: true };
  for (let trial = 1; trial <= MAX_TRIALS; trial += 1) {
    const verdict = await judgeTokens(
      renderPlanned(withLimit, page, lines, context),
      maxTokens,
      context.tokens,
    );
    if (verdict.fits) return lines;
    if (lines === 1) return undefined;
    const share = Math.floor(lines * (maxTokens / verdict.tokens) * 0.95);
    lines = trial === MAX_TRIALS - 1 ? 1 : Math.max(1, Math.min(share, lines - 1));
  }
  return undefined;
}

/** Exactly what a Read of the first `lines` lines of this page would answer. */
export function renderPlanned(plan: ReadPlan, page: Page, lines: number, { session }: CallContext): string {
  const size = plan.stat?.size ?? 0;
  const view = page.view(lines);
  return renderPage(view, {
    encoding: page.encoding,
    endings: page.endings,
    endsWithNewline: page.endsWithNewline,
    isExecutable: ((plan.stat?.mode ?? 0) & 0o111) !== 0,
    totalLines: page.totalLines,
    size,
    nextLimit: findNextLimit(plan, page, view, session.limits),
    readAs: plan.isLookalike ? plan.realPath : undefined,
    notebookProblem: plan.notebookProblem,
  });
}

/** The limit that the next page needs: a file over the size cap needs one, and so does a page too long for the token cap. */
function findNextLimit(
  { stat, hasLimit }: ReadPlan,
  { totalLines = Number.POSITIVE_INFINITY }: Page,
  { startLine, shownLines, view }: NumberedView,
  { maxSizeBytes, maxTokens }: Limits,
): number | undefined {
  const left = Math.min(DEFAULT_LINES, totalLines - (startLine + shownLines - 1));
  const isLarge = (stat?.size ?? 0) > maxSizeBytes;
  // A page of as many lines has just been shown.
  if (left <= shownLines) return isLarge ? left : undefined;
  if (!isLarge && !hasLimit) return undefined;
  const tokensPerLine = (estimateTokens(view) * FALLBACK_FACTOR) / Math.max(1, shownLines);
  const fitting = Math.max(shownLines, roundDown(Math.floor(maxTokens / tokensPerLine)));
  return isLarge ? Math.min(left, fitting) : fitting < left ? fitting : undefined;
}
