import type { EventType } from "./events.js";

const known: Readonly<Record<EventType, true>> = {
  "call-finished": true,
  "file-read": true,
  "file-changed": true,
  "memory-file-written": true,
  "skill-discovered": true,
  diagnostics: true,
  "language-server": true,
  undo: true,
  "permission-asked": true,
  "permission-answered": true,
  "permission-not-saved": true,
  "permission-unanswered": true,
  "result-saved": true,
  "internal-error": true,
  "listener-failed": true,
};

/** All types of events, for those who choose among them. */
export const eventTypes: readonly EventType[] = Object.keys(known) as EventType[];
