import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../src/console/contract.js";
import { describeMoment } from "../../web/src/views/timeline/moment.js";

const at = new Date(2026, 10, 16, 14, 3, 9).getTime();
const entry: TimelineEntry = {
  id: "e",
  seq: 2,
  at,
  sessionId: "agent",
  callId: "c",
  tool: "Edit",
  path: "/w/app/a\u202e.ts",
  kind: "update",
  state: "applied",
  bytesBefore: 1,
  bytesAfter: 1,
};
const undo: TimelineEntry = { ...entry, id: "u", sessionId: "person", tool: "undo", undoes: ["e"] };
const checkpoint = {
  kind: "checkpoint",
  seq: 1,
  at,
  sessionId: "person",
  id: "p",
  label: "before\n",
} as const;

describe("the moment that a rewind goes to", () => {
  const data = {
    changes: [undo, entry],
    checkpoints: [checkpoint, { ...checkpoint, id: "q", label: "", sessionId: "agent" }],
  };
  const tell = (to: string): unknown =>
    describeMoment({ kind: "rewind", to, scope: "roots" }, data, (id) => `session ${id}`);

  it("has a name, and the session that can be rewound alone, if that has changed anything [WEB-57]", () => {
    expect(tell("p")).toEqual({ moment: "“before\\n”", session: undefined });
    expect(tell("q")).toEqual({ moment: "the checkpoint of 14:03:09", session: "session agent" });
    expect(tell("e")).toEqual({
      moment: "just after “Edit changed a\\u202e.ts” of 14:03:09",
      session: "session agent",
    });
    expect(tell("gone")).toEqual({ moment: "gone", session: undefined });
  });
});
