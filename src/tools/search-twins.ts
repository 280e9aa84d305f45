/**
 * A denied file may have another name that no rule denies (a hard link), and a search that found something under that name
 * would tell of it. Files with several names are rare, so they are looked at after the search, and where one turns out
 * to be denied, the search is made again without it: then nothing it counts or shows comes from there.
 */
import type { FileStat } from "../fs/file-system.js";
import { isUnjudgedLink } from "../fs/fingerprint.js";
import type { RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import type { Scope } from "../search/query.js";
import type { CallContext } from "./context.js";
import { findTwin, hasRules } from "./judge-access.js";
import { findResolved } from "./look-around.js";

/** How many times to search again while files change; what still does is left out then. */
const MAX_ATTEMPTS = 3;

export interface TwinlessSearch {
  readonly scope: Scope;
  readonly pathOf: (way: string) => RealPath;
  /** Told when a file was left out of which it could not be found out. */
  readonly onDoubt: () => void;
}

/**
 * Judges a file with several hard links by the descriptor that is read: another file may have taken its name since the search.
 * `named` is the stat of the path that the call was permitted to search.
 */
export function createLinkPolicy(
  named: FileStat | undefined,
  context: CallContext,
): ((opened: FileStat) => Promise<boolean>) | undefined {
  if (!hasRules(context.policy, "deny", "read")) return undefined;
  return async (opened) => {
    if (named !== undefined && !isUnjudgedLink(opened, named)) return true;
    return (await findTwin("read", opened, context)) === undefined;
  };
}

export async function searchWithoutTwins<T>(
  { scope, pathOf, onDoubt }: TwinlessSearch,
  context: CallContext,
  search: (scope: Scope) => Promise<T>,
): Promise<T> {
  // Without deny rules only our own state could be found so, and a look at every file that matches is too dear for that.
  const { hardLinks } = context.workspace.access.permissions;
  if (!hasRules(context.policy, "deny", "read") || hardLinks === "ignore") return search(scope);
  const withheld = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const startedNs = BigInt(Date.now()) * 1_000_000n;
    const found = new Set<string>();
    const accepts = (way: string): boolean => {
      if (withheld.has(way) || !scope.accepts(way)) return false;
      found.add(way);
      return true;
    };
    const result = await search({ ...scope, accepts });
    const before = withheld.size;
    let isChanging = false;
    const rest = createRest();
    for (const way of found) {
      const path = pathOf(way);
      const resolved = await findResolved(path, context.workspace.fileSystem);
      // What ripgrep has read under this name may have been another file, which was there for a moment. It follows no links.
      const isChanged = resolved?.realPath === path && (resolved.stat?.changedNs ?? 0n) > startedNs;
      isChanging ||= isChanged;
      const isTooLate = isChanged && attempt >= MAX_ATTEMPTS;
      const twin = isTooLate ? "unknown" : await findTwin("read", resolved?.stat, context);
      if (twin === "unknown") onDoubt();
      if (twin !== undefined) withheld.add(way);
      await rest();
    }
    const isSettled = withheld.size === before && (!isChanging || attempt > MAX_ATTEMPTS);
    if (isSettled) return result;
  }
}
