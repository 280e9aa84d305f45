/** Files by name or by content, newest first. */
import { FileSystemError } from "../fs/file-system.js";
import { type Attempt, findByBestAttempt } from "./attempts.js";
import { BestOf } from "./best-of.js";
import type { OddFile } from "./encodings/odd-file.js";
import { forEachEncoding, withoutOdd } from "./encodings/odd-groups.js";
import { comparePaths, type FoundPath } from "./found-path.js";
import { proveFiles } from "./prove-files.js";
import type { Page, Reach, Scope, TextQuery } from "./query.js";
import { filesWithMatchesArguments, listArguments, type Threads } from "./ripgrep/arguments.js";
import type { Complaint } from "./ripgrep/diagnose.js";
import { type Parser, parsePaths } from "./ripgrep/parsers.js";
import { reachOf, type Site } from "./site.js";

export interface FoundFiles {
  /** One page of them. */
  readonly files: readonly DatedPath[];
  /** How many there are on all pages. */
  readonly total: number;
  readonly reach: Reach;
  readonly complaint: Complaint | undefined;
}

/** A file with the time of its last change, by which files of several folders are put in order. */
interface DatedPath {
  readonly path: FoundPath;
  readonly modifiedMs: number;
}

/** With a query, the files that match it; without, all. */
export async function findFiles(
  site: Site,
  scope: Scope,
  query: TextQuery | undefined,
  page: Page,
  odd: readonly OddFile[] = [],
): Promise<FoundFiles> {
  const matchingOdd = query === undefined ? [] : await findMatchingOdd(site, scope, query, odd);
  const plain = withoutOdd(scope, odd);
  const start = (threads: Threads): Attempt<FoundFiles> => {
    const newest = new BestOf<DatedPath>(page.offset + page.limit, compareNewestFirst);
    const pending: Promise<void>[] = [];
    const unreadable: string[] = [];
    const count = site.startCount();
    const add = (path: FoundPath): void => {
      count?.();
      const date = (modifiedMs: number | undefined): void => {
        // Gone since ripgrep saw it.
        if (modifiedMs !== undefined) newest.add({ path, modifiedMs });
      };
      const fail = (cause: unknown): void => {
        if (!(cause instanceof FileSystemError)) throw cause;
        unreadable.push(path.text);
      };
      try {
        const modified = site.fileSystem.findModifiedTime(site.locate(path));
        if (modified instanceof Promise) pending.push(modified.then(date, fail));
        else date(modified);
      } catch (cause) {
        fail(cause);
      }
    };
    matchingOdd.forEach(add);
    const collect = parsePaths((path) => {
      if (plain.accepts(path.text)) add(path);
      return false;
    });
    const commandArguments =
      query === undefined ? listArguments(plain, threads) : filesWithMatchesArguments(plain, query, threads);
    return site.attempt(commandArguments, collect, async (end) => {
      await Promise.all(pending);
      const candidates = newest.inOrder().slice(page.offset, page.offset + page.limit);
      const proof = await proveFiles(
        site,
        candidates.map(({ path }) => path),
      );
      const files = candidates.filter(({ path }) => proof.isProved(path));
      return {
        files,
        total: newest.total - (candidates.length - files.length),
        reach: reachOf(end, [...unreadable, ...proof.unreadable]),
        complaint: end.complaint,
      };
    });
  };
  // One thread lists files faster than we can date them; more would only get in our way.
  return query === undefined ? (start("one").result as Promise<FoundFiles>) : findByBestAttempt(start);
}

async function findMatchingOdd(
  site: Site,
  scope: Scope,
  query: TextQuery,
  odd: readonly OddFile[],
): Promise<readonly FoundPath[]> {
  const found: FoundPath[] = [];
  const collect = (): Parser =>
    parsePaths((path) => {
      found.push(path);
      return false;
    });
  await forEachEncoding(odd, scope, query, (oddScope, oddQuery) =>
    site.run(filesWithMatchesArguments(oddScope, oddQuery, "one"), collect()),
  );
  return found;
}

/** Of two files changed at the same moment, the one whose path comes first. */
function compareNewestFirst(a: DatedPath, b: DatedPath): number {
  return b.modifiedMs - a.modifiedMs || comparePaths(a.path, b.path);
}

/** How many files there are to search; undefined if they could not be counted in time. */
export async function countFiles(site: Site, scope: Scope): Promise<number | undefined> {
  let count = 0;
  const collect = parsePaths((path) => {
    if (scope.accepts(path.text)) count += 1;
    return false;
  });
  const end = await site.run(listArguments(scope, "all"), collect);
  return end.how === "timed-out" ? undefined : count;
}
