/** The `pages` of a Read, from the words a model sends to a range of numbers. */
import { ToolError } from "../../errors/tool-error.js";
import { clip } from "../../text/clip.js";
import { visible } from "../../text/visible.js";

export const MAX_PAGES = 20;

/** Counted from 1, both ends included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Undefined when nothing was asked for; refuses what is no range, whatever the file turns out to be. */
export function parsePages(pages: string | undefined): PageRange | undefined {
  const words = pages?.trim() ?? "";
  if (words === "") return undefined;
  const match = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(words);
  const first = Number(match?.[1] ?? 0);
  const last = Number(match?.[2] ?? first);
  if (first < 1 || last < first) {
    throw refuse(
      `must be a page or a range of pages, such as "3" or "1-5", not "${visible(clip(words, 40))}"`,
      pages,
    );
  }
  if (last - first + 1 > MAX_PAGES) {
    const fitting = renderPages({ first, last: first + MAX_PAGES - 1 });
    throw refuse(
      `covers ${last - first + 1} pages; at most ${MAX_PAGES} can be read in one call. Begin with "${fitting}"`,
      pages,
    );
  }
  return { first, last };
}

export function renderPages({ first, last }: PageRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

function refuse(problem: string, pages: string | undefined): ToolError {
  return new ToolError("INPUT_INVALID", `Read: pages ${problem}.`, { data: { pages } });
}
