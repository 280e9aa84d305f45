/** The audit log of a workspace, loaded with the first event that belongs into it. */
import type { FileSystem } from "../fs/file-system.js";
import { readProcessIdentity } from "../fs/node/process-life.js";
import type { AbsolutePath } from "../fs/paths.js";
import type { FileLocks } from "../locks/file-locks.js";
import { renderOwner } from "../mutation/owner.js";
import type { EventHub } from "../notify/event-hub.js";
import { AuditLog } from "./audit-log.js";

interface WorkspaceGround {
  readonly fileSystem: FileSystem;
  readonly locks: FileLocks;
  readonly events: EventHub;
  readonly now: () => number;
  readonly stateDirectory: AbsolutePath;
}

export function openAudit(file: AbsolutePath, ground: WorkspaceGround): AuditLog {
  const { fileSystem, locks, events, now, stateDirectory } = ground;
  const nowhere = { sessionId: "", callId: "" };
  return new AuditLog({
    fileSystem,
    locks,
    file,
    stateDirectory,
    now,
    owner: renderOwner(readProcessIdentity()),
    onFailure: (error) =>
      events.emit({ type: "internal-error", tool: "audit", reference: "audit", error }, nowhere),
  });
}
