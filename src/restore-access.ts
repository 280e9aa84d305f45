/** Whether a file may be restored to an earlier content. Restoring is checked like any other write, but nobody is asked. */
import type { Roots } from "./fs/containment.js";
import type { FileSystem } from "./fs/file-system.js";
import type { RealPath } from "./fs/paths.js";
import { unlessUnavailable } from "./fs/unless-unavailable.js";
import { findDenyRule, type Policy } from "./permissions/decide.js";
import type { WorkspaceAccess } from "./workspace-access.js";

export interface RestoreAccessDeps {
  readonly access: WorkspaceAccess;
  readonly roots: Roots;
  readonly fileSystem: FileSystem;
}

/** Why the file may not be restored, as a clause; `undefined` if it may. */
export async function findRestoreRefusal(
  path: RealPath,
  policy: Policy,
  { access, roots, fileSystem }: RestoreAccessDeps,
): Promise<string | undefined> {
  const write = { tool: "Edit", operation: "write", path, realPath: path, kind: "file" } as const;
  if (findDenyRule(policy, write) !== undefined) return "the permission rules deny it";
  await access.findState();
  const closedPlace = access.findClosedPlace("write", path, path);
  if (closedPlace === "settings") return "it holds permission settings";
  if (closedPlace === "state" || !(await roots.contains(path))) return "it lies outside the roots";
  // It may have got another name since, which is closed to changes.
  const stat = (await unlessUnavailable(() => fileSystem.resolve(path)))?.stat;
  const isLinked = stat?.kind === "file" && stat.links > 1 && access.permissions.hardLinks === "check";
  const twin = isLinked ? await access.findTwin(stat, "write", policy, undefined) : undefined;
  if (twin === undefined || twin === "unknown") return undefined;
  return twin === "settings" ? "it holds permission settings" : "the permission rules deny it";
}
