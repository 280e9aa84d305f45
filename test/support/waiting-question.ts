import type { QuestionSummary } from "../../src/desk/desk.js";

/** A question about a change of one line, with no suggestions. */
export const waitingQuestion: QuestionSummary = {
  id: "1",
  sessionId: "s",
  callId: "c",
  askedAt: 0,
  tool: "Edit",
  operation: "write",
  path: "/w/app/a.ts",
  realPath: "/w/app/a.ts",
  root: "/w/app",
  reason: "no rule allows it",
  flags: [],
  suggestions: [],
  change: { kind: "update", added: 1, removed: 1, hunks: 1, isRevisable: true },
  digest: "d",
};
