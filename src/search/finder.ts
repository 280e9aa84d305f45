/** What finds the pages of a search, whoever does the searching. */
import type { OddFile } from "./encodings/odd-file.js";
import { type FoundCounts, findCounts } from "./find-counts.js";
import { type FoundFiles, findFiles } from "./find-files.js";
import { type FoundLines, findLines, type OnFileLines } from "./find-lines.js";
import type { LineQuery, Page, Scope } from "./query.js";
import type { Site } from "./site.js";

export interface Finder {
  files(page: Page): Promise<FoundFiles>;
  counts(page: Page): Promise<FoundCounts>;
  lines(page: Page, onFileLines: OnFileLines): Promise<FoundLines>;
}

export function createRipgrepFinder(
  site: Site,
  scope: Scope,
  query: LineQuery,
  odd: readonly OddFile[] = [],
): Finder {
  return {
    files: (page) => findFiles(site, scope, query, page, odd),
    counts: (page) => findCounts(site, scope, query, page, odd),
    lines: (page, onFileLines) => findLines(site, scope, query, page, odd, onFileLines),
  };
}
