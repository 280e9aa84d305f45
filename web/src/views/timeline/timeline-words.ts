/** Entries of the timeline in words. */
import type { TimelineEntry } from "../../../../src/console/contract.js";
import { formatBytes } from "../../../../src/text/quantities.js";

export const kindWords: Readonly<Record<TimelineEntry["kind"], string>> = {
  create: "created",
  update: "changed",
  delete: "deleted",
};

export const stateWords: Readonly<Record<TimelineEntry["state"], string>> = {
  applied: "applied",
  undone: "undone",
  failed: "failed",
};

export const stateMeanings: Readonly<Record<TimelineEntry["state"], string>> = {
  applied: "Applied.",
  undone: "Undone.",
  failed: "Failed: it never reached the disk.",
};

export function describePermission({ decision }: Pick<TimelineEntry, "decision">): string {
  if (decision === "approved") return "by a person";
  return decision === "allowed" ? "by rule" : "not recorded";
}

/** "1.2 KB → 3.4 KB". */
export function describeSizes({
  bytesBefore,
  bytesAfter,
}: Pick<TimelineEntry, "bytesBefore" | "bytesAfter">): string {
  const before = bytesBefore === null ? "no file" : formatBytes(bytesBefore);
  const after = bytesAfter === null ? "no file" : formatBytes(bytesAfter);
  return `${before} → ${after}`;
}

/** Who made a change. Agents have no tool to undo or restore: whatever session that ran in, a person wanted it. */
export function nameMaker(
  { undoes, sessionId }: Pick<TimelineEntry, "undoes" | "sessionId">,
  nameOfSession: (id: string) => string,
): string {
  return undoes === undefined ? nameOfSession(sessionId) : "a person";
}

/** Who a session is: a person, if nothing was done in it but undoing. */
export function nameMakers(
  sessionId: string,
  entries: readonly Pick<TimelineEntry, "undoes">[],
  nameOfSession: (id: string) => string,
): string {
  const isOfPerson = entries.length > 0 && entries.every(({ undoes }) => undoes !== undefined);
  return isOfPerson ? "a person" : nameOfSession(sessionId);
}

/** What an entry does to the changes that it names; those that a redo undoes are undos. */
export function describeReach({ tool }: Pick<TimelineEntry, "tool">): string {
  return tool === "redo" ? "redoes" : "undoes";
}

/** The tool that did it; what persons do through the history is written like one. */
export function nameTool({ tool }: Pick<TimelineEntry, "tool">): string {
  return tool.slice(0, 1).toUpperCase() + tool.slice(1);
}

/** "Edit changed", "Undo deleted": what was done, to be followed by the file. */
export function nameDoing(entry: Pick<TimelineEntry, "tool" | "kind">): string {
  return `${nameTool(entry)} ${kindWords[entry.kind]}`;
}
