/**
 * What of the history may be shown and taken back, by the rules of today: a file that is denied by now is neither listed
 * nor quoted nor restored, whatever was done to it before. A record may have been tampered with, too: it is judged like
 * any other write. Undo is a person's own doing, so nobody is asked.
 */
import { dirname } from "node:path";
import { isInside } from "./fs/containment.js";
import type { RealPath } from "./fs/paths.js";
import type { ChangeRecord } from "./history/records.js";
import type { TimelineChange } from "./history/timeline.js";
import type { Operation } from "./permissions/access.js";
import { findDenyRule, type Policy } from "./permissions/decide.js";
import type { SessionPermissions } from "./permissions/session-permissions.js";
import { createShowPolicy, findTwin } from "./tools/judge-access.js";
import { findResolved } from "./tools/look-around.js";
import type { Workspace } from "./workspace.js";

/** This project's changes: the history is one for all projects of the user. */
export async function keepInsideRoots(
  changes: readonly TimelineChange[],
  { roots }: Pick<Workspace, "roots">,
): Promise<readonly TimelineChange[]> {
  const kept: TimelineChange[] = [];
  for (const change of changes) {
    if (await roots.contains(change.record.path as RealPath)) kept.push(change);
  }
  return kept;
}

export class HistoryAccess {
  readonly #workspace: Workspace;
  readonly #permissions: SessionPermissions;

  constructor(workspace: Workspace, permissions: SessionPermissions) {
    this.#workspace = workspace;
    this.#permissions = permissions;
  }

  /** Whether the rules of today let a change of this file be shown. */
  async createShowFilter(): Promise<(path: string) => boolean> {
    const policy = await this.#permissions.policy({ isExact: true });
    const known = new Map<string, boolean>();
    return (path) => {
      const isShown = known.get(path) ?? !isDenied(policy, path, "read");
      known.set(path, isShown);
      return isShown;
    };
  }

  /** Whether a file may be read, to tell something of it. */
  async createReadFilter(): Promise<(path: RealPath) => boolean> {
    const workspace = this.#workspace;
    await workspace.access.findState();
    const mayShow = createShowPolicy({
      workspace,
      policy: await this.#permissions.policy({ isExact: true }),
    });
    return (path) => mayShow({ path, realPath: path, kind: "file" });
  }

  /** Why a file can't be restored; undefined if it can. */
  async findRefusal(path: RealPath): Promise<string | undefined> {
    const { roots, access } = this.#workspace;
    const policy = await this.#permissions.policy({ isExact: true });
    if (isDenied(policy, path, "write")) return "the permission rules deny it";
    await access.findState();
    const closedPlace = access.findClosedPlace("write", path, path);
    if (closedPlace === "settings") return "it holds permission settings";
    if (closedPlace === "state" || !(await roots.contains(path))) return "it lies outside the roots";
    return this.#findRefusalOfTwin(path, policy);
  }

  /** It may have been given another name since, which is closed to changes. */
  async #findRefusalOfTwin(path: RealPath, policy: Policy): Promise<string | undefined> {
    const workspace = this.#workspace;
    const stat = (await findResolved(path, workspace.fileSystem))?.stat;
    const twin = await findTwin("write", stat, { workspace, policy, signal: undefined });
    if (twin === undefined || twin === "unknown") return undefined;
    return twin === "settings" ? "it holds permission settings" : "the permission rules deny it";
  }

  /** A record that was tampered with must not make us remove folders that no change of a file below can have made. */
  async withOwnFolders(changes: readonly ChangeRecord[]): Promise<readonly ChangeRecord[]> {
    const [{ createdFolder, ...first }, ...others] = changes as [ChangeRecord, ...ChangeRecord[]];
    if (createdFolder === undefined || !isInside(first.path, createdFolder)) return [first, ...others];
    const isBelowRoot = await this.#workspace.roots.contains(dirname(createdFolder) as RealPath);
    return isBelowRoot ? changes : [first, ...others];
  }
}

function isDenied(policy: Policy, path: string, operation: Operation): boolean {
  const tool = operation === "read" ? "Read" : "Edit";
  return findDenyRule(policy, { tool, operation, path, realPath: path, kind: "file" }) !== undefined;
}
