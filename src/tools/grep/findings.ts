/** What each output mode finds, as facts and as words, in one place after another. */
import type { ContentReader } from "../../content/content-reader.js";
import type { ContentVersion } from "../../content/content-version.js";
import type { RealPath } from "../../fs/paths.js";
import type { Finder } from "../../search/finder.js";
import type { FoundPath } from "../../search/found-path.js";
import { proveFiles } from "../../search/prove-files.js";
import type { LineQuery, Page, Reach } from "../../search/query.js";
import { type QuotedLine, Quoter } from "../../search/quote-lines.js";
import type { Complaint } from "../../search/ripgrep/diagnose.js";
import type { Site } from "../../search/site.js";
import type { LedgerUpdate } from "../../session/ledger.js";
import { joinRanges, type LineRange, noLines } from "../../text/line-ranges.js";
import type { GrepPlan } from "./check.js";
import { type Rendered, renderCounts, renderFiles, renderLines } from "./render.js";
import type { GrepOutput, OutputMode } from "./schema.js";

/** The search of one place. */
export interface GrepSearch {
  readonly site: Site;
  readonly finder: Finder;
  readonly query: LineQuery;
  /** How a path that was found is called to the outside. */
  readonly nameOf: (path: FoundPath) => string;
}

/** What one place has. A search may be repeated, without denied files or in other encodings; only the last one is accepted. */
export interface PlaceFindings {
  /** Nothing at all matched, on whatever page. */
  readonly isNothing: boolean;
  readonly reach: Reach;
  readonly complaint: Complaint | undefined;
  /** Adds it to the findings. */
  readonly accept: () => void;
}

export interface Findings {
  /** How many entries this page has: files, or lines. */
  readonly shown: number;
  /** Something matched that is not on this page, behind it. */
  readonly hasMore: boolean;
  readonly output: Omit<GrepOutput, "mode" | "numFiles">;
  readonly rendered: Rendered;
  /** The lines that the first `characters` of the result show from end to end. */
  readonly seen?: (characters: number) => readonly LedgerUpdate[];
}

/** Collects the findings of a plan's places, which are searched in the order of their paths. */
export interface Collection {
  /** Finds what the page still needs. */
  find(search: GrepSearch): Promise<PlaceFindings>;
  /** Whether the other places need not be searched. */
  isComplete(): boolean;
  conclude(): Findings;
}

export const modes: Readonly<Record<OutputMode, (plan: GrepPlan, content: ContentReader) => Collection>> = {
  files_with_matches: collectFiles,
  count: collectCounts,
  content: collectLines,
};

/** The first entries of every place: which of them are on the page is known only at the end. */
function leadingPage({ offset, limit }: Page): Page {
  return { offset: 0, limit: offset + limit };
}

function collectFiles({ page }: GrepPlan): Collection {
  const files: { readonly name: string; readonly modifiedMs: number }[] = [];
  let total = 0;
  return {
    find: async ({ finder, nameOf }) => {
      const found = await finder.files(leadingPage(page));
      return {
        isNothing: found.total === 0,
        reach: found.reach,
        complaint: found.complaint,
        accept: () => {
          for (const { path, modifiedMs } of found.files) files.push({ name: nameOf(path), modifiedMs });
          total += found.total;
        },
      };
    },
    isComplete: () => false,
    conclude: () => {
      const shown = files
        .toSorted((a, b) => b.modifiedMs - a.modifiedMs)
        .slice(page.offset, page.offset + page.limit);
      const filenames = shown.map(({ name }) => name);
      const hasMore = page.offset + filenames.length < total;
      return {
        shown: filenames.length,
        hasMore,
        output: { filenames, totalFiles: total },
        rendered: renderFiles(filenames, total, page, hasMore),
      };
    },
  };
}

function collectCounts({ page }: GrepPlan): Collection {
  const counts: { readonly name: string; readonly matches: number }[] = [];
  let totalFiles = 0;
  let totalMatches = 0;
  return {
    find: async ({ finder, nameOf }) => {
      const found = await finder.counts(leadingPage(page));
      return {
        isNothing: found.totalFiles === 0,
        reach: found.reach,
        complaint: found.complaint,
        accept: () => {
          for (const { path, matches } of found.counts) counts.push({ name: nameOf(path), matches });
          totalFiles += found.totalFiles;
          totalMatches += found.totalMatches;
        },
      };
    },
    isComplete: () => false,
    conclude: () => {
      const shown = counts
        .toSorted((a, b) => b.matches - a.matches)
        .slice(page.offset, page.offset + page.limit);
      const hasMore = page.offset + shown.length < totalFiles;
      const { text, rendered } = renderCounts(shown, { totalFiles, totalMatches }, page, hasMore);
      const filenames = shown.map(({ name }) => name);
      return {
        shown: shown.length,
        hasMore,
        output: { filenames, totalFiles, content: text, numLines: shown.length, numMatches: totalMatches },
        rendered,
      };
    },
  };
}

function collectLines(plan: GrepPlan, content: ContentReader): Collection {
  const { page } = plan;
  const lines: QuotedLine[] = [];
  // Lines of one file share the path that was found for it.
  const names = new Map<FoundPath, string>();
  const versions = new Map<FoundPath, QuotedVersion>();
  const changed: string[] = [];
  const binary: string[] = [];
  let entries = 0;
  let seen = 0;
  let hasMore = false;
  return {
    find: async ({ site, finder, query, nameOf }) => {
      const quoter = new Quoter(site, query, content);
      const found = await finder.lines(pageAfter(page, seen, entries), (some) => quoter.begin(some));
      const quoted = await quoter.quote(found.lines);
      const proof = await proveFiles(site, found.binary);
      const provedBinary = found.binary.filter(proof.isProved);
      return {
        isNothing: found.seen === 0 && provedBinary.length === 0,
        reach: {
          ...found.reach,
          unreadable: [...found.reach.unreadable, ...quoted.unreadable, ...proof.unreadable],
        },
        complaint: found.complaint,
        accept: () => {
          for (const line of quoted.lines) {
            lines.push(line);
            if (!names.has(line.path)) names.set(line.path, nameOf(line.path));
          }
          for (const [path, version] of quoted.versions) {
            const realPath = site.locate(path);
            if (typeof realPath === "string") versions.set(path, { path: realPath, version });
          }
          changed.push(...quoted.changed.map(nameOf));
          binary.push(...provedBinary.map(nameOf));
          entries += found.lines.length;
          seen += found.seen;
          hasMore = found.hasMore;
        },
      };
    },
    isComplete: () => hasMore,
    conclude: () => {
      const { text, countWithin, rendered } = renderLines(
        lines,
        names,
        { entries, hasMore, changed, binary },
        plan,
      );
      const filenames = [...new Set(names.values())];
      return {
        shown: entries,
        hasMore,
        output: { filenames, content: text, numLines: lines.length },
        rendered,
        seen: (characters) => findSeen(lines.slice(0, countWithin(characters)), versions),
      };
    },
  };
}

interface QuotedVersion {
  readonly path: RealPath;
  readonly version: ContentVersion;
}

/** `cut` stays empty: a line that was quoted in part does not count. */
function findSeen(
  lines: readonly QuotedLine[],
  versions: ReadonlyMap<FoundPath, QuotedVersion>,
): readonly LedgerUpdate[] {
  const ranges = new Map<QuotedVersion, LineRange[]>();
  for (const { path, number, isWhole } of lines) {
    const quoted = isWhole ? versions.get(path) : undefined;
    if (quoted === undefined) continue;
    const range = { from: number, to: number };
    const before = ranges.get(quoted);
    if (before === undefined) ranges.set(quoted, [range]);
    else before.push(range);
  }
  return Array.from(ranges, ([{ path, version }, seen]) => ({
    path,
    version,
    totalLines: undefined,
    shown: joinRanges(seen),
    cut: noLines,
    origin: "shown" as const,
  }));
}

/** What is left of a page after the places before had `seen` entries, of which `taken` are on it. */
function pageAfter({ offset, limit }: Page, seen: number, taken: number): Page {
  return { offset: Math.max(0, offset - seen), limit: limit - taken };
}
