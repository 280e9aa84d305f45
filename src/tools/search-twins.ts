/**
 * A denied file may have another name that no rule denies (a hard link), and a search that found something under that name
 * would tell of it. Files with several names are rare, so they are looked at after the search, and where one turns out
 * to be denied, the search is made again without it: then nothing it counts or shows comes from there.
 */
import type { RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import type { Scope } from "../search/query.js";
import type { Twin } from "../workspace-access.js";
import type { CallContext } from "./context.js";
import { findTwin, hasRules } from "./judge-access.js";
import { findResolved } from "./look-around.js";

export interface TwinlessSearch {
  readonly scope: Scope;
  readonly pathOf: (way: string) => RealPath;
  /** Told when a file was left out of which it could not be found out. */
  readonly onDoubt: () => void;
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
  const judged = new Set<string>();
  for (;;) {
    const found = new Set<string>();
    const accepts = (way: string): boolean => {
      if (withheld.has(way) || !scope.accepts(way)) return false;
      if (!judged.has(way)) found.add(way);
      return true;
    };
    const result = await search({ ...scope, accepts });
    const before = withheld.size;
    const rest = createRest();
    for (const way of found) {
      judged.add(way);
      const twin = await findTwinAt(pathOf(way), context);
      if (twin === "unknown") onDoubt();
      if (twin !== undefined) withheld.add(way);
      await rest();
    }
    if (withheld.size === before) return result;
  }
}

/** What can't be known to be none is withheld too: quoting it unasked might show what is denied. */
async function findTwinAt(path: RealPath, context: CallContext): Promise<Twin | undefined> {
  const resolved = await findResolved(path, context.workspace.fileSystem);
  return findTwin("read", resolved?.stat, context);
}
