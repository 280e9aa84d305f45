/** What each output mode finds, as facts and as words. */
import type { Finder } from "../../search/finder.js";
import type { FoundPath } from "../../search/found-path.js";
import { proveFiles } from "../../search/prove-files.js";
import type { LineQuery, Reach } from "../../search/query.js";
import { Quoter } from "../../search/quote-lines.js";
import type { Complaint } from "../../search/ripgrep/diagnose.js";
import type { Site } from "../../search/site.js";
import type { GrepPlan } from "./check.js";
import { type Rendered, renderCounts, renderFiles, renderLines } from "./render.js";
import type { GrepOutput, OutputMode } from "./schema.js";

export interface GrepSearch {
  readonly site: Site;
  readonly finder: Finder;
  readonly query: LineQuery;
  readonly plan: GrepPlan;
  /** How a path that was found is called to the outside. */
  readonly nameOf: (path: FoundPath) => string;
}

export interface Findings {
  /** Nothing at all matched, on whatever page. */
  readonly isNothing: boolean;
  /** How many entries this page has: files, or lines. */
  readonly shown: number;
  /** Something matched that is not on this page, behind it. */
  readonly hasMore: boolean;
  readonly reach: Reach;
  readonly complaint: Complaint | undefined;
  readonly output: Omit<GrepOutput, "mode" | "numFiles">;
  readonly rendered: Rendered;
}

export type FindMode = (search: GrepSearch) => Promise<Findings>;

export const modes: Readonly<Record<OutputMode, FindMode>> = {
  files_with_matches: findMatchingFiles,
  count: findMatchCounts,
  content: findMatchingLines,
};

async function findMatchingFiles({ finder, plan: { page }, nameOf }: GrepSearch): Promise<Findings> {
  const { files, total, reach, complaint } = await finder.files(page);
  const filenames = files.map(nameOf);
  const hasMore = page.offset + filenames.length < total;
  return {
    isNothing: total === 0,
    shown: filenames.length,
    hasMore,
    reach,
    complaint,
    output: { filenames, totalFiles: total },
    rendered: renderFiles(filenames, total, page, hasMore),
  };
}

async function findMatchCounts({ finder, plan: { page }, nameOf }: GrepSearch): Promise<Findings> {
  const found = await finder.counts(page);
  const { totalFiles, totalMatches, reach, complaint } = found;
  const counts = found.counts.map(({ path, matches }) => ({ name: nameOf(path), matches }));
  const hasMore = page.offset + counts.length < totalFiles;
  const { text, rendered } = renderCounts(counts, found, page, hasMore);
  const filenames = counts.map(({ name }) => name);
  return {
    isNothing: totalFiles === 0,
    shown: counts.length,
    hasMore,
    reach,
    complaint,
    output: { filenames, totalFiles, content: text, numLines: counts.length, numMatches: totalMatches },
    rendered,
  };
}

async function findMatchingLines({ site, finder, query, plan, nameOf }: GrepSearch): Promise<Findings> {
  const quoter = new Quoter(site, query);
  const found = await finder.lines(plan.page, (lines) => quoter.begin(lines));
  const quoted = await quoter.quote(found.lines);
  const proof = await proveFiles(site, found.binary);
  const binary = found.binary.filter(proof.isProved);
  const { lines } = quoted;
  // Lines of one file share the path that was found for it.
  const names = new Map<FoundPath, string>();
  for (const { path } of lines) if (!names.has(path)) names.set(path, nameOf(path));
  const { text, rendered } = renderLines(
    lines,
    names,
    {
      entries: found.lines.length,
      hasMore: found.hasMore,
      changed: quoted.changed.map(nameOf),
      binary: binary.map(nameOf),
    },
    plan,
  );
  const filenames = [...new Set(names.values())];
  return {
    isNothing: !found.hasAny && binary.length === 0,
    shown: found.lines.length,
    hasMore: found.hasMore,
    reach: {
      ...found.reach,
      unreadable: [...found.reach.unreadable, ...quoted.unreadable, ...proof.unreadable],
    },
    complaint: found.complaint,
    output: { filenames, content: text, numLines: lines.length },
    rendered,
  };
}
