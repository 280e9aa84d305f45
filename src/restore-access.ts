/** Whether a file may be restored to an earlier content. Restoring is checked like any other write, but nobody is asked. */
import type { Roots } from "./fs/containment.js";
import type { FileStat, FileSystem } from "./fs/file-system.js";
import type { RealPath } from "./fs/paths.js";
import { unlessUnavailable } from "./fs/unless-unavailable.js";
import { findDenyRule, type Policy } from "./permissions/decide.js";
import type { WorkspaceAccess } from "./workspace-access.js";

export interface RestoreAccessDeps {
  readonly access: WorkspaceAccess;
  readonly roots: Roots;
  readonly fileSystem: FileSystem;
}

export type RestoreJudgement =
  /** Why the file may not be restored, as a clause. */
  | { readonly refusal: string }
  /** It may, as long as it is this file: `undefined` if there is none. */
  | { readonly refusal?: undefined; readonly judged: FileStat | undefined };

/** Why the file may not be restored, as a clause; `undefined` if it may. */
export async function findRestoreRefusal(
  path: RealPath,
  policy: Policy,
  deps: RestoreAccessDeps,
): Promise<string | undefined> {
  return (await judgeRestore(path, policy, deps)).refusal;
}

export async function judgeRestore(
  path: RealPath,
  policy: Policy,
  deps: RestoreAccessDeps,
): Promise<RestoreJudgement> {
  const refusal = await findRefusalByPath(path, policy, deps);
  if (refusal !== undefined) return { refusal };
  const { access, fileSystem } = deps;
  // It may have got another name since, which is closed to changes.
  const resolved = await unlessUnavailable(() => fileSystem.resolve(path));
  // The stat of another file would prove, wherever that lies, that it may be read and changed.
  if (resolved !== undefined && resolved.realPath !== path)
    return { refusal: "a link now stands on the way to it" };
  const judged = resolved?.stat;
  const isLinked = judged?.kind === "file" && judged.links > 1 && access.permissions.hardLinks === "check";
  const twin = isLinked ? await access.findTwin(judged, "write", policy, undefined) : undefined;
  if (twin === undefined) return { judged };
  if (twin === "settings") return { refusal: "it holds permission settings" };
  return twin === "unknown"
    ? { refusal: "it has hard links, and not every place could be searched for one that is denied" }
    : { refusal: "the permission rules deny it" };
}

async function findRefusalByPath(
  path: RealPath,
  policy: Policy,
  { access, roots }: RestoreAccessDeps,
): Promise<string | undefined> {
  const write = { tool: "Edit", operation: "write", path, realPath: path, kind: "file" } as const;
  if (findDenyRule(policy, write) !== undefined) return "the permission rules deny it";
  await access.findState();
  const closedPlace = access.findClosedPlace("write", path, path);
  if (closedPlace === "settings") return "it holds permission settings";
  const isOutside = closedPlace === "state" || !(await roots.contains(path));
  return isOutside ? "it lies outside the roots" : undefined;
}
