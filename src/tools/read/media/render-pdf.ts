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

/** In the place of a picture that can't be drawn in time, or is too large to send however small it is made. */
export function renderUndrawn(page: number): string {
  return `[Page ${page} can't be shown as a picture that is small enough to send.]`;
}

/** Numbers of pages whose drawings or pictures are not shown, by the reason. */
export interface HiddenDrawings {
  /** They are so small that the page was not worth a picture. */
  readonly small: number[];
  /** The words and other pictures have taken what a result may send. */
  readonly noRoom: number[];
  /** The host takes no images. */
  readonly noImages: number[];
}

export function renderHidden({ small, noRoom, noImages }: HiddenDrawings): string[] {
  const lines: string[] = [];
  if (small.length > 0)
    lines.push(`[Small drawings or pictures on ${namePages(small)} are not shown. ${advise(small)}]`);
  if (noRoom.length > 0)
    lines.push(
      `[Drawings or pictures on ${namePages(noRoom)} did not fit in this result. ${advise(noRoom)}]`,
    );
  if (noImages.length > 0) {
    const why = "this conversation takes no images";
    lines.push(`[Drawings or pictures on ${namePages(noImages)} are not shown: ${why}.]`);
  }
  return lines;
}

/** A page that is read alone has room for its picture. */
function advise(pages: readonly number[]): string {
  const [first] = pages;
  return pages.length === 1
    ? `To see them, Read pages "${first}".`
    : `To see them, Read one of these pages alone, for example pages "${first}".`;
}

/** "page 3", "pages 2, 5-7". */
function namePages(pages: readonly number[]): string {
  const ranges: PageRange[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.last === page - 1) ranges[ranges.length - 1] = { first: last.first, last: page };
    else ranges.push({ first: page, last: page });
  }
  return `${pages.length === 1 ? "page" : "pages"} ${ranges.map(renderPages).join(", ")}`;
}
