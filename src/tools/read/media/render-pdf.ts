/** Words for the model around the pages of a PDF. */
import { formatBytes, plural } from "../../../text/quantities.js";
import { visible } from "../../../text/visible.js";
import type { ReadPlan } from "../check.js";
import { type PageRange, renderPages } from "../pages.js";

/** What the file is, which pages follow, and how to go on. */
export function renderPdfNote(plan: ReadPlan, range: PageRange, pageCount: number): string {
  const notes = [`[PDF, ${plural(pageCount, "page")}, ${formatBytes(plan.stat?.size ?? 0)}.`];
  const pages = range.last - range.first + 1;
  if (pages < pageCount) notes.push(`${pages === 1 ? "Page" : "Pages"} ${renderPages(range)} shown.`);
  if (range.last < pageCount) {
    const next = { first: range.last + 1, last: Math.min(range.last + pages, pageCount) };
    notes.push(`Read on with pages "${renderPages(next)}".`);
  }
  if (plan.isLookalike) notes.push(`No file has exactly that name. Read instead: ${visible(plan.realPath)}.`);
  return `${notes.join(" ")}]`;
}

export interface PageWords {
  readonly number: number;
  readonly text: string;
  readonly hasText: boolean;
  readonly isTextCut: boolean;
}

/** One page's text between tags that its own text can't close. */
export function renderPageText(page: PageWords, tag: string): string {
  const note = page.isTextCut ? "\n[The rest of this page's text is not shown.]" : "";
  const text = page.hasText ? `${page.text}${note}` : renderTextless(page);
  return `<${tag} number="${page.number}">\n${text}\n</${tag}>`;
}

function renderTextless({ text }: PageWords): string {
  const nothing = "[This page has no text that can be read.]";
  return text.trim() === "" ? nothing : `${nothing}\n${text}`;
}

/** In the place of a picture that is too large to send, however small it is made. */
export function renderUndrawn(page: number): string {
  return `[Page ${page} can't be shown as a picture small enough to send.]`;
}
