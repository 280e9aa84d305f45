/**
 * The text of pages, as much as one answer holds beside the pictures that go with it. What is too much is refused with
 * the pages that fit, judged the very way in which they will be judged when they are asked for.
 */
import { ToolError } from "../../../errors/tool-error.js";
import type { PdfDocument, PdfPage } from "../../../media/pdf/pdf-service.js";
import { findFreeSuffix } from "../../../text/free-tag.js";
import { formatCount, plural } from "../../../text/quantities.js";
import { estimateTokens } from "../../../text/token-estimate.js";
import { visiblePath } from "../../../text/visible.js";
import { boundTokens, judgeTokens, type TokenVerdict } from "../../../tokens/token-gate.js";
import type { CallContext } from "../../context.js";
import type { ReadPlan } from "../check.js";
import { type PageRange, renderPages } from "../pages.js";
import { MIN_PICTURE_TOKENS, type Need, needOf } from "./page-pictures.js";
import { renderPageText, renderPdfNote } from "./render-pdf.js";

/** No page of text that is worth reading has more; what has is cut before it is held. */
const CHARACTERS_PER_TOKEN = 8;
/** For the lines that name what is not shown. */
const HIDDEN_NOTE_TOKENS = 200;

export interface FittingPages {
  /** What stands before them. */
  readonly note: string;
  readonly pages: readonly { readonly page: PdfPage; readonly rendered: string }[];
  /** How much each page needs a picture beside its text. */
  readonly needs: ReadonlyMap<number, Need>;
  /** What the words leave for pictures. */
  readonly tokensLeft: number;
}

/** A single page is cut until it fits. */
export async function readFittingPages(
  plan: ReadPlan,
  document: PdfDocument,
  range: PageRange,
  context: CallContext,
): Promise<FittingPages> {
  const { tokens } = context;
  const { limits } = context.session;
  for (let maxCharactersPerPage = limits.maxTokens * CHARACTERS_PER_TOKEN; ; ) {
    const pages = await document.readPages(range.first, range.last, { maxCharactersPerPage });
    const answer = new Answer(plan, pages, document.pageCount, context);
    const verdict = await answer.judge(pages.length);
    const longest = Math.min(maxCharactersPerPage, pages[0]?.text.length ?? 0);
    if (verdict.fits || (pages.length === 1 && longest < 2)) {
      const words = await boundTokens(answer.render(pages.length), limits.maxTokens, tokens);
      return {
        note: answer.renderNote(pages.length),
        pages: pages.map((page, index) => ({ page, rendered: answer.texts[index] ?? "" })),
        needs: answer.needs,
        tokensLeft: Math.max(1, limits.maxTokens - words - HIDDEN_NOTE_TOKENS),
      };
    }
    if (pages.length > 1) throw await refuse(plan, answer, verdict.tokens, context);
    maxCharactersPerPage = Math.floor(longest / 2);
  }
}

/** Pages as they would be answered, and how many of them, from the first on, one answer holds. */
class Answer {
  readonly texts: readonly string[];
  readonly needs: ReadonlyMap<number, Need>;
  readonly pages: readonly PdfPage[];
  readonly #plan: ReadPlan;
  readonly #pageCount: number;
  readonly #context: CallContext;

  constructor(plan: ReadPlan, pages: readonly PdfPage[], pageCount: number, context: CallContext) {
    const suffix = findFreeSuffix(
      ["page"],
      pages.map((page) => page.text),
    );
    const tag = `page${suffix}`;
    this.pages = pages;
    this.texts = pages.map((page) => renderPageText(page, tag));
    this.needs = new Map(
      pages.map((page) => [page.number, needOf(page, pages.length, plan, context)] as const),
    );
    this.#plan = plan;
    this.#pageCount = pageCount;
    this.#context = context;
  }

  /**
   * Tokens that are kept for pictures, so that they are of use: of pages whose text does not do, and of a page that is
   * read alone. Other pictures get what the words leave.
   */
  reserve(count: number): number {
    const needs = this.pages.slice(0, count).map(({ number }) => this.needs.get(number));
    if (count > 1) return needs.filter((need) => need === "required").length * MIN_PICTURE_TOKENS;
    const half = Math.floor(this.#context.session.limits.maxTokens / 2);
    return needs[0] === "none" ? 0 : Math.min(MIN_PICTURE_TOKENS, half);
  }

  renderNote(count: number): string {
    const first = this.pages[0]?.number ?? 1;
    return renderPdfNote(this.#plan, { first, last: first + count - 1 }, this.#pageCount);
  }

  render(count: number): string {
    return [this.renderNote(count), ...this.texts.slice(0, count)].join("\n");
  }

  judge(count: number): TokenVerdict | Promise<TokenVerdict> {
    const { tokens, session } = this.#context;
    const { limits } = session;
    const text = this.render(count);
    // Several pages can have so much that counting it takes minutes, only to tell how much too much it is.
    if (count > 1 && text.length > limits.maxTokens * CHARACTERS_PER_TOKEN) {
      return { fits: false, tokens: Math.ceil(Math.max(limits.maxTokens + 1, estimateTokens(text))) };
    }
    const noteTokens = Math.min(HIDDEN_NOTE_TOKENS, Math.floor(limits.maxTokens / 4));
    return judgeTokens(text, limits.maxTokens - this.reserve(count) - noteTokens, tokens);
  }

  /** One always fits, because it is cut where need be. */
  async countFitting(): Promise<number> {
    let fitting = 1;
    while (fitting + 1 < this.texts.length && (await this.judge(fitting + 1)).fits) fitting += 1;
    return fitting;
  }
}

async function refuse(
  plan: ReadPlan,
  answer: Answer,
  textTokens: number,
  { session }: CallContext,
): Promise<ToolError> {
  const { maxTokens } = session.limits;
  const count = answer.pages.length;
  const reserve = answer.reserve(count);
  const tokens = textTokens + reserve;
  const first = answer.pages[0]?.number ?? 1;
  const pages = renderPages({ first, last: first + (await answer.countFitting()) - 1 });
  const pictures = reserve === 0 ? "" : " with their pictures";
  return new ToolError(
    "TOO_MANY_TOKENS",
    `${plural(count, "page")} of ${visiblePath(plan.path)} would come to ${formatCount(tokens)} tokens${pictures}, over the cap of ${formatCount(maxTokens)} tokens for one Read. Ask for pages "${pages}".`,
    { data: { filePath: plan.path, maxTokens, tokens, nextCall: { file_path: plan.path, pages } } },
  );
}
