/** Words for the model when a Grep succeeds. */

import type { FoundCounts } from "../../search/find-counts.js";
import type { FoundPath } from "../../search/found-path.js";
import type { Page } from "../../search/query.js";
import type { QuotedLine } from "../../search/quote-lines.js";
import { formatCount, plural } from "../../text/quantities.js";
import { visible } from "../../text/visible.js";
import { findCommonFolder, relativeTo } from "../common-folder.js";
import { describeReach, isWhole, type SearchReach } from "../search-notes.js";
import type { GrepPlan } from "./check.js";

interface GrepNotes {
  readonly reach: SearchReach;
  readonly isIgnored: boolean;
  /** There are rules by which the user wants to be asked about files; whether any would have matched is not told. */
  readonly isAskedLeftOut: boolean;
  /** Files with several names were left out, because it could not be found out whether one of them is denied. */
  readonly isLinkedLeftOut: boolean;
  /** How many files were searched, if nothing matched and they were counted. */
  readonly searchedFiles: number | undefined;
}

/** The result as text, once everything there is to note is known. */
export type Rendered = (notes: GrepNotes) => string;

export function renderFiles(
  filenames: readonly string[],
  total: number,
  page: Page,
  hasMore: boolean,
): Rendered {
  return (notes) => {
    if (filenames.length === 0) return withNotes([renderNothing(page, total, "file", notes)], notes);
    const folder = findCommonFolder(filenames);
    const lines = [
      `Found ${atLeast(notes)}${plural(total, "file")}`,
      // Files on other pages may be elsewhere.
      ...(folder === undefined ? [] : [`In ${visible(folder)}:`]),
      ...filenames.map((path) => visible(relativeTo(folder, path))),
    ];
    if (hasMore || page.offset > 0)
      lines.push(
        renderPosition(
          page,
          filenames.length,
          hasMore,
          `of ${atLeast(notes)}${plural(total, "file")}, newest first`,
        ),
      );
    return withNotes(lines, notes);
  };
}

export function renderCounts(
  counts: readonly { readonly name: string; readonly matches: number }[],
  { totalFiles, totalMatches }: Pick<FoundCounts, "totalFiles" | "totalMatches">,
  page: Page,
  hasMore: boolean,
): { readonly text: string; readonly rendered: Rendered } {
  const folder = findCommonFolder(counts.map(({ name }) => name));
  const lines = counts.map(({ name, matches }) => `${visible(relativeTo(folder, name))}:${matches}`);
  if (folder !== undefined) lines.unshift(`In ${visible(folder)}:`);
  if (counts.length > 1) lines.unshift("Matches per file, most first:");
  const text = lines.join("\n");
  const rendered: Rendered = (notes) => {
    if (counts.length === 0) return withNotes([renderNothing(page, totalFiles, "file", notes)], notes);
    const sum = `Found ${atLeast(notes)}${plural(totalMatches, "match", "matches")} in ${plural(totalFiles, "file")}`;
    const all = [text, "", sum];
    if (hasMore || page.offset > 0)
      all.push(
        renderPosition(page, counts.length, hasMore, `of ${plural(totalFiles, "file")}, most matches first`),
      );
    return withNotes(all, notes);
  };
  return { text, rendered };
}

export interface LineNotes {
  /** How many lines this page has, whether or not they could be quoted: the next one begins behind them. */
  readonly entries: number;
  readonly hasMore: boolean;
  /** Files that were not quoted because they changed meanwhile. */
  readonly changed: readonly string[];
  /** Files that turned out to be binary. */
  readonly binary: readonly string[];
}

export function renderLines(
  lines: readonly QuotedLine[],
  names: ReadonlyMap<FoundPath, string>,
  notes: LineNotes,
  plan: GrepPlan,
): RenderedLines {
  const text = renderGroups(lines, names, plan);
  const rendered: Rendered = (grepNotes) => {
    const remarks = renderRemarks([...names.values()], notes, plan.page);
    if (lines.length === 0 && remarks.length === 0)
      return withNotes([renderNothing(plan.page, undefined, "line", grepNotes)], grepNotes);
    const all = lines.length === 0 ? remarks : [text, ...remarks];
    if (notes.entries > 0 && (notes.hasMore || plan.page.offset > 0))
      all.push(renderPosition(plan.page, notes.entries, notes.hasMore, "by path"));
    return withNotes(all, grepNotes);
  };
  const countWithin = (characters: number): number => {
    if (text.length <= characters) return lines.length;
    // A page that begins the same begins with the same text.
    let [most, tooMany] = [0, lines.length];
    while (tooMany - most > 1) {
      const count = (most + tooMany) >> 1;
      if (renderGroups(lines.slice(0, count), names, plan).length <= characters) most = count;
      else tooMany = count;
    }
    return most;
  };
  return { text, countWithin, rendered };
}

export interface RenderedLines {
  readonly text: string;
  /** How many of the lines end within the first characters of the text. */
  readonly countWithin: (characters: number) => number;
  /** Begins with the text. */
  readonly rendered: Rendered;
}

/** Each file's name once, then its lines: `12:` before a match, `13-` before a line of context. */
function renderGroups(
  lines: readonly QuotedLine[],
  names: ReadonlyMap<FoundPath, string>,
  plan: GrepPlan,
): string {
  const hasContext = plan.query.before > 0 || plan.query.after > 0;
  const folder = findCommonFolder([...names.values()]);
  const parts: string[] = folder === undefined ? [] : [`In ${visible(folder)}:`];
  let path: FoundPath | undefined;
  for (const line of lines) {
    if (line.path !== path) {
      if (path !== undefined) parts.push("");
      path = line.path;
      parts.push(visible(relativeTo(folder, names.get(path) ?? path.text)));
    } else if (line.isAfterGap) parts.push("--");
    const mark = line.isMatch ? ":" : "-";
    const bare = hasContext ? mark : "";
    parts.push(`${plan.showsNumbers ? `${line.number}${mark}` : bare}${line.text}`);
  }
  return parts.join("\n");
}

function renderRemarks(shown: readonly string[], { changed, binary }: LineNotes, page: Page): string[] {
  const wholly = binary.filter(() => shown.length === 0 && page.offset === 0);
  const partly = binary.filter((name) => shown.includes(name));
  return [
    ...changed.map((name) => `[${visible(name)} changed while it was searched: search it again.]`),
    ...wholly.map((name) => `[${visible(name)} is a binary file and matches; its lines can't be shown.]`),
    ...partly.map((name) => `[${visible(name)} turned out to be binary and was not searched to its end.]`),
  ];
}

function renderNothing(
  page: Page,
  total: number | undefined,
  unit: string,
  { reach, searchedFiles }: GrepNotes,
): string {
  if (page.offset > 0) {
    const reason =
      total === undefined || total === 0
        ? ""
        : `; there ${total === 1 ? "is" : "are"} only ${plural(total, unit)}`;
    if (total !== 0) return `Nothing is left after offset ${formatCount(page.offset)}${reason}`;
  }
  const searched = searchedFiles === undefined ? "" : ` in ${plural(searchedFiles, "file")}`;
  return `No matches found${searched}${isWhole(reach) ? "" : " so far"}`;
}

/** Where in the whole this page lies, and how to go on. */
function renderPosition(page: Page, shown: number, hasMore: boolean, what: string): string {
  const last = page.offset + shown;
  const place = `${formatCount(page.offset + 1)}-${formatCount(last)} ${what}`;
  return hasMore
    ? `[Entries ${place}. There are more: go on with offset ${last}.]`
    : `[Entries ${place}. These were the last.]`;
}

function atLeast({ reach }: GrepNotes): string {
  return reach.timedOut ? "at least " : "";
}

function withNotes(lines: readonly string[], notes: GrepNotes): string {
  const remarks: string[] = [];
  if (notes.isIgnored) {
    remarks.push(
      "[Only files that the project's ignore rules leave out fit path, glob and type; these were searched.]",
    );
  }
  if (notes.isAskedLeftOut) {
    remarks.push(
      "[Files that the user wants to be asked about were not searched. To search one, give its path.]",
    );
  }
  if (notes.isLinkedLeftOut) {
    remarks.push(
      "[Incomplete: files with several names (hard links) were left out, because one of the names may be denied. To search one, give its path.]",
    );
  }
  return [...lines, ...remarks, ...describeReach(notes.reach)].join("\n");
}
