import { describe, expect, it } from "vitest";
import { ChangedContent } from "../../src/notify/changed-content.js";
import { eventToJson } from "../../src/notify/event-json.js";
import type { WorkspaceEvent } from "../../src/notify/events.js";

const frame = { sequence: 4, at: 1000, sessionId: "s1", callId: "7" };
const content = (text: string): ChangedContent =>
  new ChangedContent({ id: `sha256:${text}`, size: text.length }, () => text);
const changed: WorkspaceEvent<"file-changed"> = {
  ...frame,
  type: "file-changed",
  path: "/w/a.txt",
  tool: "Edit",
  kind: "update",
  change: undefined,
  before: content("old"),
  after: content("new"),
  structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-old", "+new"] }],
};

describe("an event as JSON", () => {
  it("has its contents with their texts, and leaves out what is undefined [EVENT-7]", () => {
    expect(JSON.parse(JSON.stringify(eventToJson(changed)))).toEqual({
      ...frame,
      type: "file-changed",
      path: "/w/a.txt",
      tool: "Edit",
      kind: "update",
      before: { version: "sha256:old", size: 3, text: "old" },
      after: { version: "sha256:new", size: 3, text: "new" },
      structuredPatch: changed.structuredPatch,
    });
    expect(eventToJson(changed)).not.toHaveProperty("change");
  });

  it("can be had without texts and patch [EVENT-7]", () => {
    expect(eventToJson(changed, { withoutContent: true })).toEqual({
      ...frame,
      type: "file-changed",
      path: "/w/a.txt",
      tool: "Edit",
      kind: "update",
      before: { version: "sha256:old", size: 3 },
      after: { version: "sha256:new", size: 3 },
    });
  });

  it("tells errors by name and message, never by stack or cause [EVENT-7]", () => {
    const error = new TypeError("broke", { cause: new Error("within") });
    const event: WorkspaceEvent = { ...frame, type: "internal-error", tool: "Read", reference: "r1", error };
    expect(eventToJson(event)).toEqual({
      ...frame,
      type: "internal-error",
      tool: "Read",
      reference: "r1",
      error: { name: "TypeError", message: "broke" },
    });
    const thrown = (given: unknown): unknown => eventToJson({ ...event, error: given })["error"];
    expect(thrown("a text")).toEqual({ name: "Error", message: "a text" });
    expect(thrown(new Error("m".repeat(5000)))).toEqual({ name: "Error", message: `${"m".repeat(1999)}…` });
    expect(thrown(Object.create(null))).toEqual({ name: "Error", message: "unknown" });
  });

  it("tells of missed events as they are [EVENT-7]", () => {
    const missed = { type: "events-missed", from: 2, to: 5 } as const;
    expect(eventToJson(missed)).toEqual(missed);
  });
});
