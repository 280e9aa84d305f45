/**
 * Which parts of the history may be shown and restored, by the rules of today: a file that is denied by now is neither listed
 * nor quoted nor restored, whatever was done to it before. Records may have been tampered with, so restoring is checked like
 * any other write. Only people undo, so nobody is asked.
 */
import { dirname } from "node:path";
import { isInside } from "./fs/containment.js";
import type { FileSystem } from "./fs/file-system.js";
import { withJudgedReads } from "./fs/judged-reads.js";
import type { RealPath } from "./fs/paths.js";
import type { ChangeRecord } from "./history/records.js";
import { findDenyRule, type Policy } from "./permissions/decide.js";
import type { SessionPermissions } from "./permissions/session-permissions.js";
import { judgeRestore, type RestoreJudgement } from "./restore-access.js";
import { createShowPolicy, hasRules } from "./tools/judge-access.js";
import type { Workspace } from "./workspace.js";

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
      const isShown = known.get(path) ?? !isReadDenied(policy, path);
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

  /** The disk for telling something of files: a hard link to a denied one is not read. */
  async judgeReads(): Promise<FileSystem> {
    const { access, fileSystem } = this.#workspace;
    const policy = await this.#permissions.policy({ isExact: true });
    if (access.permissions.hardLinks === "ignore" || !hasRules(policy, "deny", "read")) return fileSystem;
    return withJudgedReads(
      fileSystem,
      async (opened) => (await access.findTwin(opened, "read", policy, undefined)) === undefined,
    );
  }

  /** Whether a file can be restored. */
  async judgeRestore(path: RealPath): Promise<RestoreJudgement> {
    return judgeRestore(path, await this.#permissions.policy({ isExact: true }), this.#workspace);
  }

  /** A record that was tampered with must not make us remove folders that no change of a file below can have made. */
  async withOwnFolders(changes: readonly ChangeRecord[]): Promise<readonly ChangeRecord[]> {
    const [{ createdFolder, ...first }, ...others] = changes as [ChangeRecord, ...ChangeRecord[]];
    if (createdFolder === undefined || !isInside(first.path, createdFolder)) return [first, ...others];
    const isBelowRoot = await this.#workspace.roots.contains(dirname(createdFolder) as RealPath);
    return isBelowRoot ? changes : [first, ...others];
  }
}

function isReadDenied(policy: Policy, path: string): boolean {
  const access = { tool: "Read", operation: "read", path, realPath: path, kind: "file" } as const;
  return findDenyRule(policy, access) !== undefined;
}
