import { describe, expect, it } from "vitest";
import type { WorkspaceEvent } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Events", () => {
  it("tells of each call in numbered events [EVENT-1]", async () => {
    const files = tempWorkspace({ "a.txt": "x\ny\n" });
    const toolkit = files.toolkit();
    const events: WorkspaceEvent[] = [];
    const stop = toolkit.workspace.events.on("*", (event) => events.push(event));
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.call("Read", { file_path: files.path("missing") });
    stop();
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const sessionId = toolkit.session.id;
    expect(
      events.map(({ at: _at, ...event }) => ("durationMs" in event ? { ...event, durationMs: 0 } : event)),
    ).toEqual([
      {
        type: "file-read",
        sequence: 1,
        sessionId,
        callId: "1",
        path: files.path("a.txt"),
        kind: "text",
        startLine: 1,
        lines: 2,
        totalLines: 2,
        deduplicated: false,
        savedTokens: 0,
      },
      {
        type: "call-finished",
        sequence: 2,
        sessionId,
        callId: "1",
        tool: "Read",
        path: files.path("a.txt"),
        characters: expect.any(Number),
        durationMs: 0,
        isError: false,
        code: undefined,
      },
      {
        type: "file-read",
        sequence: 3,
        sessionId,
        callId: "2",
        path: files.path("a.txt"),
        kind: "text",
        startLine: 1,
        lines: 0,
        totalLines: undefined,
        deduplicated: true,
        savedTokens: 1,
      },
      {
        type: "call-finished",
        sequence: 4,
        sessionId,
        callId: "2",
        tool: "Read",
        path: files.path("a.txt"),
        characters: expect.any(Number),
        durationMs: 0,
        isError: false,
        code: undefined,
      },
      {
        type: "call-finished",
        sequence: 5,
        sessionId,
        callId: "3",
        tool: "Read",
        path: files.path("missing"),
        characters: expect.any(Number),
        durationMs: 0,
        isError: true,
        code: "FILE_NOT_FOUND",
      },
    ]);
  });

  it("is not broken by a listener that throws [EVENT-2]", async () => {
    const files = tempWorkspace({ "a.txt": "x" });
    const toolkit = files.toolkit();
    toolkit.workspace.events.on("file-read", () => {
      throw new Error("listener");
    });
    toolkit.workspace.events.on("file-read", async () => Promise.reject(new Error("late listener")));
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
  });
});
