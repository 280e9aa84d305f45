/**
 * A search that misses no file for its encoding: the plain one, and once more with the odd files where there are any. In
 * a large folder only a pattern that is more than ASCII is worth a second walk: ASCII is the same bytes in nearly
 * every encoding, and UTF-16 without a mark, where it is not, is too rare to make each search twice as long.
 */
import { isAscii } from "../../text/ascii.js";
import type { Reach, Scope, TextQuery } from "../query.js";
import type { Site } from "../site.js";
import { findOddFilesInSmall, findOddFilesWith } from "./find-odd-files.js";
import type { OddFile } from "./odd-file.js";

export async function searchAllEncodings<T extends { readonly reach: Reach }>(
  site: Site,
  scope: Scope,
  query: TextQuery,
  find: (odd: readonly OddFile[]) => Promise<T>,
): Promise<T> {
  const plain = find([]);
  const looking = findOddFilesInSmall(site, scope);
  // Both are waited for, also when one fails: nothing may run on in a folder that is no longer held.
  await Promise.allSettled([looking, plain]);
  const [inSmall, found] = [await looking, await plain];
  const odd = inSmall ?? (isAscii(query.pattern) ? [] : await findOddFilesWith(query, site, scope));
  // What the plain search has found is not given up for odd files that there is no time for.
  if (site.isTimeUp) return { ...found, reach: { ...found.reach, timedOut: true } };
  return odd.length === 0 ? found : find(odd);
}
