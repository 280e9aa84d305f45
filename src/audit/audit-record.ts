/** What the audit log says of an event: who did what to which file, and who allowed it. Never what a file holds. */
import type { WorkspaceEvent } from "../notify/events.js";
import type { auditedTypes } from "./audit-choice.js";

export type AuditedEvent = WorkspaceEvent<(typeof auditedTypes)[number]>;

export interface AuditRecord {
  readonly v: 1;
  /** ISO 8601. */
  readonly at: string;
  /** The event's number in its workspace; absent from what the log says of itself. */
  readonly sequence?: number | undefined;
  /** The process that wrote it: its number, its start and its machine, as the history has it. */
  readonly owner: string;
  readonly session?: string | undefined;
  readonly call?: string | undefined;
  /** The agent, where its name was proved: by its token, for example. */
  readonly agent?: string | undefined;
  /** "lost" where earlier events could not be written. */
  readonly event: AuditedEvent["type"] | "lost";
  readonly tool?: string | undefined;
  readonly path?: string | undefined;
  readonly kind?: string | undefined;
  /** The change's name in the history, and those that were taken back. */
  readonly change?: string | undefined;
  readonly changes?: readonly string[] | undefined;
  /** Names of the contents before and after; null where there was no file. */
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
  readonly matchTier?: string | undefined;
  readonly decision?: "allowed" | "approved" | "denied" | "withdrawn" | undefined;
  readonly approver?: "person" | "rule" | undefined;
  readonly userModified?: boolean | undefined;
  readonly isError?: boolean | undefined;
  readonly code?: string | undefined;
  readonly durationMs?: number | undefined;
  /** How many events were lost. */
  readonly count?: number | undefined;
}

type Details = Omit<AuditRecord, "v" | "at" | "sequence" | "owner" | "session" | "call" | "agent" | "event">;

/** `isDeniedByPerson`: the call was refused, and a person did it. */
export function recordOf(
  event: AuditedEvent,
  owner: string,
  { isDeniedByPerson }: { readonly isDeniedByPerson: boolean },
): AuditRecord {
  const { sequence, sessionId: session, callId: call, agent, type } = event;
  const at = new Date(event.at).toISOString();
  const common = { v: 1, at, sequence, owner, session, call, agent, event: type } as const;
  if (event.type === "call-finished") return { ...common, ...detailsOfCall(event, isDeniedByPerson) };
  if (event.type === "file-changed") return { ...common, ...detailsOfChange(event) };
  if (event.type === "permission-answered") return { ...common, ...detailsOfAnswer(event) };
  const { path, kind, changes } = event;
  return { ...common, path, kind, changes };
}

export function recordOfLoss(count: number, now: number, owner: string): AuditRecord {
  return { v: 1, at: new Date(now).toISOString(), owner, event: "lost", count };
}

function detailsOfCall(event: WorkspaceEvent<"call-finished">, isDeniedByPerson: boolean): Details {
  const { tool, path, isError, code, durationMs } = event;
  const details = { tool, path, isError, code, durationMs };
  if (code !== "PERMISSION_DENIED") return details;
  return { ...details, decision: "denied", approver: isDeniedByPerson ? "person" : "rule" };
}

function detailsOfChange(event: WorkspaceEvent<"file-changed">): Details {
  const { tool, path, kind, change, matchTier, decision, userModified } = event;
  const before = event.before?.version ?? null;
  const after = event.after?.version ?? null;
  const details = { tool, path, kind, change, before, after, matchTier, decision, userModified };
  if (decision === undefined) return details;
  return { ...details, approver: decision === "approved" ? "person" : "rule" };
}

function detailsOfAnswer({ tool, path, answer }: WorkspaceEvent<"permission-answered">): Details {
  if (answer === "withdrawn") return { tool, path, decision: "withdrawn" };
  return { tool, path, decision: answer === "allow" ? "approved" : "denied", approver: "person" };
}
