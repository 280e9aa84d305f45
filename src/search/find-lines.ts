/**
 * Lines that match, by path and line. In this order one thread can stop as soon as the page is full; several threads
 * find them in any order and must find all before the first is known, so they are only trusted with results that fit
 * into memory whole.
 */
import { type Attempt, findByBestAttempt } from "./attempts.js";
import type { OddFile } from "./encodings/odd-file.js";
import { forEachEncoding, withoutOdd } from "./encodings/odd-groups.js";
import { type FoundLine, parseFileLines } from "./file-lines.js";
import { comparePaths, type FoundPath } from "./found-path.js";
import type { LineQuery, Page, Reach, Scope } from "./query.js";
import { isSingle, lineArguments } from "./ripgrep/arguments.js";
import type { Complaint } from "./ripgrep/diagnose.js";
import { reachOf, type Site } from "./site.js";

export interface FoundLines {
  readonly lines: readonly FoundLine[];
  /** How many lines were met, on this page and before it; without `hasMore`, all there are. */
  readonly seen: number;
  /** Whether there are more behind this page. */
  readonly hasMore: boolean;
  /** Files that turned out to be binary, behind the lines that are shown or altogether. */
  readonly binary: readonly FoundPath[];
  readonly reach: Reach;
  readonly complaint: Complaint | undefined;
}

/** A search for one page: the lines of odd files are known beforehand, file by file in order. */
interface LineSearch {
  readonly site: Site;
  readonly scope: Scope;
  readonly query: LineQuery;
  readonly page: Page;
  readonly odd: readonly FileLines[];
  readonly onFileLines: OnFileLines;
}

/** Told of lines that are likely to be on the page, all that a file has of them, as early as they are known. */
export type OnFileLines = (lines: readonly FoundLine[]) => void;

type FileLines = readonly FoundLine[];

/** More is searched for in order, without holding what is not shown. */
const MAX_HELD_LINES = 20_000;
/** What even a page without limit may hold; the rest is on the next. */
const MAX_PAGE_BYTES = 48 * 1024 * 1024;

export async function findLines(
  site: Site,
  scope: Scope,
  query: LineQuery,
  page: Page,
  odd: readonly OddFile[] = [],
  onFileLines: OnFileLines = () => undefined,
): Promise<FoundLines> {
  const search = {
    onFileLines,
    site,
    scope: withoutOdd(scope, odd),
    query,
    page,
    odd: await findInOdd(site, scope, query, odd),
  };
  const isHeld = page.limit === Number.POSITIVE_INFINITY || page.offset + page.limit <= MAX_HELD_LINES;
  if (isHeld && !isSingle(scope)) {
    return findByBestAttempt<FoundLines>((threads) =>
      threads === "one" ? findInOrder(search) : findInAnyOrder(search),
    );
  }
  return findInOrder(search).result as Promise<FoundLines>;
}

function findInOrder({ site, scope, query, page, odd, onFileLines }: LineSearch): Attempt<FoundLines> {
  const lines: FoundLine[] = [];
  let told = 0;
  const binary: FoundPath[] = [];
  const waiting = [...odd];
  let seen = 0;
  let bytes = 0;
  const count = site.startCount();
  const take = (line: () => FoundLine): boolean => {
    seen += 1;
    count?.();
    if (seen <= page.offset) return false;
    if (lines.length >= page.limit || bytes > MAX_PAGE_BYTES) return true;
    const taken = line();
    lines.push(taken);
    bytes += taken.text.length;
    return false;
  };
  /** The odd files whose turn comes before `path`, or all that are left. */
  const takeOdd = (path?: FoundPath): boolean => {
    for (let [next] = waiting; next?.[0] !== undefined; [next] = waiting) {
      if (path !== undefined && comparePaths(next[0].path, path) > 0) return false;
      waiting.shift();
      if (next.some((line) => take(() => line))) return true;
    }
    return false;
  };
  const onFile = (path: FoundPath): boolean => {
    if (lines.length > told) onFileLines(lines.slice(told));
    told = lines.length;
    return takeOdd(path);
  };
  const collect = parseFileLines(scope, query, binary, { onFile, onLine: take });
  const attempt = site.attempt<FoundLines>(lineArguments(scope, query, "one"), collect, (end) => {
    const hasMore = end.how === "stopped" || takeOdd();
    return { lines, seen, hasMore, binary, reach: reachOf(end), complaint: end.complaint };
  });
  // A page that has begun to fill is likely to be full soon.
  return { ...attempt, isPromising: () => seen * 4 >= page.offset + page.limit };
}

function findInAnyOrder({ site, scope, query, page, odd }: LineSearch): Attempt<FoundLines> {
  const files: FoundLine[][] = [];
  const binary: FoundPath[] = [];
  const last = page.offset + page.limit;
  let room = last - odd.reduce((sum, lines) => sum + lines.length, 0);
  let bytes = 0;
  let isTooMuch = room < 0;
  const count = site.startCount();
  const collect = parseFileLines(scope, query, binary, {
    onFile: () => {
      files.push([]);
      return isTooMuch;
    },
    onLine: (line) => {
      room -= 1;
      count?.();
      isTooMuch ||= room < 0 || bytes > MAX_PAGE_BYTES;
      if (isTooMuch) return true;
      const found = line();
      bytes += found.text.length;
      files.at(-1)?.push(found);
      return false;
    },
  });
  return site.attempt(lineArguments(scope, query, "all"), collect, (end) => {
    if (isTooMuch) return undefined;
    const inOrder = [...files, ...odd]
      .filter((lines) => lines.length > 0)
      .toSorted(compareFiles)
      .flat();
    return {
      lines: inOrder.slice(page.offset, last),
      seen: inOrder.length,
      hasMore: false,
      binary,
      reach: reachOf(end),
      complaint: end.complaint,
    };
  });
}

/** All lines of odd files that match; there are few such files. */
async function findInOdd(
  site: Site,
  scope: Scope,
  query: LineQuery,
  odd: readonly OddFile[],
): Promise<readonly FileLines[]> {
  const files: FoundLine[][] = [];
  let bytes = 0;
  await forEachEncoding(odd, scope, query, (oddScope, oddQuery) => {
    const collect = parseFileLines(oddScope, oddQuery, [], {
      onFile: () => {
        files.push([]);
        return false;
      },
      onLine: (line) => {
        const found = line();
        bytes += found.text.length;
        files.at(-1)?.push(found);
        return bytes > MAX_PAGE_BYTES;
      },
    });
    return site.run(lineArguments(oddScope, oddQuery, "one"), collect);
  });
  return files.filter((lines) => lines.length > 0).toSorted(compareFiles);
}

function compareFiles([a]: FileLines, [b]: FileLines): number {
  return a === undefined || b === undefined ? 0 : comparePaths(a.path, b.path);
}
