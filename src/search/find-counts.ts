/** How often a text occurs: in each file, the most frequent first, and in all. */
import { findByBestAttempt } from "./attempts.js";
import { BestOf } from "./best-of.js";
import type { OddFile } from "./encodings/odd-file.js";
import { forEachEncoding, withoutOdd } from "./encodings/odd-groups.js";
import { comparePaths, type FoundPath } from "./found-path.js";
import { proveFiles } from "./prove-files.js";
import type { Page, Reach, Scope, TextQuery } from "./query.js";
import { countArguments, type Threads } from "./ripgrep/arguments.js";
import type { Complaint } from "./ripgrep/diagnose.js";
import { parseCounts } from "./ripgrep/parsers.js";
import { reachOf, type Site } from "./site.js";

interface FoundCount {
  readonly path: FoundPath;
  readonly matches: number;
}

export interface FoundCounts {
  readonly counts: readonly FoundCount[];
  readonly totalFiles: number;
  readonly totalMatches: number;
  readonly reach: Reach;
  readonly complaint: Complaint | undefined;
}

export async function findCounts(
  site: Site,
  scope: Scope,
  query: TextQuery,
  page: Page,
  odd: readonly OddFile[] = [],
): Promise<FoundCounts> {
  const inOdd: FoundCount[] = [];
  await forEachEncoding(odd, scope, query, (oddScope, oddQuery) => {
    const collect = parseCounts((path, matches) => {
      inOdd.push({ path, matches });
      return false;
    });
    return site.run(countArguments(oddScope, oddQuery, "one"), collect);
  });
  const plain = withoutOdd(scope, odd);
  return findByBestAttempt((threads: Threads) => {
    const first = new BestOf<FoundCount>(page.offset + page.limit, compareMostFirst);
    let totalMatches = 0;
    const tell = site.startCount();
    const add = (count: FoundCount): void => {
      totalMatches += count.matches;
      tell?.(count.matches);
      first.add(count);
    };
    inOdd.forEach(add);
    const collect = parseCounts((path, matches) => {
      if (plain.accepts(path.text)) add({ path, matches });
      return false;
    });
    return site.attempt(countArguments(plain, query, threads), collect, async (end) => {
      const candidates = first.inOrder().slice(page.offset, page.offset + page.limit);
      const proof = await proveFiles(
        site,
        candidates.map(({ path }) => path),
      );
      const counts = candidates.filter(({ path }) => proof.isProved(path));
      const unproved = candidates.filter(({ path }) => !proof.isProved(path));
      return {
        counts,
        totalFiles: first.total - unproved.length,
        totalMatches: unproved.reduce((sum, { matches }) => sum - matches, totalMatches),
        reach: reachOf(end, proof.unreadable),
        complaint: end.complaint,
      };
    });
  });
}

/** Of two files with as many matches, the one whose path comes first. */
function compareMostFirst(a: FoundCount, b: FoundCount): number {
  return b.matches - a.matches || comparePaths(a.path, b.path);
}
