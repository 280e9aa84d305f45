/** Which pages of a PDF a call gets, or what to ask for instead. */
import { ToolError } from "../../../errors/tool-error.js";
import { plural } from "../../../text/quantities.js";
import { visiblePath } from "../../../text/visible.js";
import type { ReadPlan } from "../check.js";
import { MAX_PAGES, type PageRange, renderPages } from "../pages.js";

/** More than these are not sent unasked. */
const MAX_PAGES_UNASKED = 10;

export function choosePages(plan: ReadPlan, pageCount: number): PageRange {
  const { pages } = plan;
  const path = visiblePath(plan.path);
  const nextCall = (range: PageRange): object => ({ file_path: plan.path, pages: renderPages(range) });
  if (pages === undefined) {
    if (pageCount <= MAX_PAGES_UNASKED) return { first: 1, last: pageCount };
    const first = { first: 1, last: MAX_PAGES_UNASKED };
    throw new ToolError(
      "PAGES_REQUIRED",
      `${path} has ${plural(pageCount, "page")}; give pages to read some of them, at most ${MAX_PAGES} in one call, for example pages "${renderPages(first)}".`,
      { data: { filePath: plan.path, pageCount, nextCall: nextCall(first) } },
    );
  }
  if (pages.last <= pageCount) return pages;
  const fitting =
    pages.first <= pageCount ? { ...pages, last: pageCount } : { first: pageCount, last: pageCount };
  throw new ToolError(
    "PAGE_OUT_OF_RANGE",
    `${path} has ${plural(pageCount, "page")}, so there is no page ${pages.last}. Ask for pages "${renderPages(fitting)}".`,
    { data: { filePath: plan.path, pageCount, nextCall: nextCall(fitting) } },
  );
}

/** For a call with offset or limit, which count lines: a PDF has none. */
export function refuseLines(plan: ReadPlan, pageCount: number): ToolError {
  const isThere = plan.pages !== undefined && plan.pages.last <= pageCount;
  const pages = renderPages(
    isThere ? plan.pages : { first: 1, last: Math.min(pageCount, MAX_PAGES_UNASKED) },
  );
  return new ToolError(
    "INPUT_INVALID",
    `${visiblePath(plan.path)} is a PDF of ${plural(pageCount, "page")}; offset and limit count lines of text. Leave them out and choose pages, for example pages "${pages}".`,
    { data: { filePath: plan.path, pageCount, nextCall: { file_path: plan.path, pages } } },
  );
}
