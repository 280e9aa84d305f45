import { describe, expect, it } from "vitest";
import type { ActivityEvent } from "../../src/console/contract.js";
import { CallFold } from "../../web/src/state/call-fold.js";
import type { CallRow } from "../../web/src/state/call-row.js";

let sequence = 0;

/** An event as the server sends it. */
function told(type: string, fields: Readonly<Record<string, unknown>> = {}, engine = "e1"): ActivityEvent {
  sequence += 1;
  const origin = { sequence, at: 1000 + sequence, sessionId: "s1", callId: "1" };
  return { cursor: sequence, engine, event: { type, ...origin, ...fields } };
}

function fold(...events: readonly ActivityEvent[]): readonly CallRow[] {
  const calls = new CallFold(100);
  for (const event of events) calls.add(event);
  return calls.rows();
}

const finished = { tool: "Edit", path: "/w/app/a.ts", characters: 400, durationMs: 12, isError: false };
const changed = {
  tool: "Edit",
  path: "/w/app/a.ts",
  kind: "update",
  change: "c-1",
  matchTier: "indentation",
  userModified: true,
};
const problem = { line: 3, severity: "error", message: "no such name" };

describe("events of a call", () => {
  it("become one row with all that they tell [WEB-1]", () => {
    const rows = fold(told("file-changed", changed), told("call-finished", finished));
    expect(rows).toMatchObject([
      {
        engine: "e1",
        sessionId: "s1",
        tool: "Edit",
        path: "/w/app/a.ts",
        state: "done",
        durationMs: 12,
        characters: 400,
        change: "c-1",
        changeKind: "update",
        matchTier: "indentation",
        userModified: true,
      },
    ]);
  });

  it("are kept apart by engine, session and call [WEB-1]", () => {
    const rows = fold(
      told("call-finished", finished),
      told("call-finished", { ...finished, callId: "2" }),
      told("call-finished", { ...finished, sessionId: "s2" }),
      told("call-finished", finished, "e2"),
    );
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  });

  it("say what was read, and what was spared [WEB-1]", () => {
    const [row] = fold(
      told("file-read", {
        path: "/w/app/a.ts",
        kind: "text",
        startLine: 11,
        lines: 20,
        totalLines: 90,
        deduplicated: true,
        savedTokens: 700,
      }),
    );
    expect(row).toMatchObject({
      tool: "Read",
      state: "running",
      read: { kind: "text", start: 11, count: 20, total: 90 },
      deduplicated: true,
      savedTokens: 700,
    });
  });

  it("show a failure with its code [WEB-1]", () => {
    const [row] = fold(told("call-finished", { ...finished, isError: true, code: "MATCH_NOT_FOUND" }));
    expect(row).toMatchObject({ state: "failed", code: "MATCH_NOT_FOUND" });
  });

  it("reach their row also after its end, and add up [WEB-2]", () => {
    const [row, ...others] = fold(
      told("file-changed", changed),
      told("diagnostics", { path: "/w/app/a.ts", state: "unknown", introduced: [], resolved: [] }),
      told("call-finished", finished),
      told("diagnostics", {
        path: "/w/app/a.ts",
        state: "fresh",
        introduced: [problem],
        resolved: [problem],
      }),
      told("memory-file-written", { path: "/w/app/a.ts", tool: "Edit", change: "c-1" }),
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      state: "done",
      diagnosed: { isUnknown: false, introduced: 1, resolved: 1, shown: [problem] },
      remarks: ["Later conversations will read this file"],
    });
  });

  it("wait while a person is asked, and go on with the answer [WEB-3]", () => {
    const asked = told("permission-asked", { tool: "Edit", path: "/w/app/a.ts", question: "q1" });
    const answered = told("permission-answered", { tool: "Edit", answer: "allow", question: "q1" });
    expect(fold(asked)).toMatchObject([{ state: "waiting", question: "q1" }]);
    expect(fold(asked, answered)).toMatchObject([{ state: "running", answer: "allow" }]);
  });

  it("wait anew when a call that was broken off is asked about again, and not for what is told late [WEB-3]", () => {
    const early = told("permission-asked", { tool: "Edit", question: "q1" });
    const end = told("call-finished", { ...finished, isError: true, code: "PERMISSION_DENIED" });
    const again = told("permission-asked", { tool: "Edit", question: "q2" });
    expect(fold(end, early)).toMatchObject([{ state: "failed" }]);
    expect(fold(early, end, again)).toMatchObject([{ state: "waiting", question: "q2" }]);
  });

  it("from other versions are passed over, or taken for what can be understood of them [WEB-1]", () => {
    const rows = fold(
      told("something-new", { path: 7 }),
      told("call-finished", { tool: {}, path: 7, durationMs: "soon", isError: "no", code: [] }),
    );
    expect(rows).toMatchObject([{ tool: "", path: undefined, state: "done", durationMs: undefined }]);
  });
});

describe("what happens without a call", () => {
  it("is told in words [WEB-4]", () => {
    const rows = fold(
      told("language-server", {
        callId: "",
        sessionId: "",
        server: "pyright",
        root: "/w/app",
        state: "failed",
        detail: "exit 1",
      }),
      told("skill-discovered", { path: "/w/app/.claude/skills/x/SKILL.md", name: "review" }),
      told("listener-failed", { callId: "", failedOn: "undo", error: { name: "Error", message: "boom" } }),
      told("events-missed", { callId: undefined, from: 3, to: 9 }),
    );
    expect(rows.map(({ state, text }) => [state, text])).toEqual([
      ["note", "pyright: failed (exit 1)"],
      ["note", "Found the skill review"],
      ["note", "A listener failed: boom"],
      ["note", "7 events are missing here"],
    ]);
  });

  it("is one note for an undo and the change that it made [WEB-4]", () => {
    const path = "/w/app/a.ts";
    const rows = fold(
      told("file-changed", { ...changed, callId: "", tool: "undo", change: "c-2" }),
      told("undo", { callId: "", path, changes: ["c-1"], kind: "undo" }),
      told("undo", { callId: "", path, changes: ["c-1", "c-0"], kind: "rewind" }),
    );
    expect(rows.map(({ tool, text }) => [tool, text])).toEqual([
      ["Undo", "1 change taken back"],
      ["Rewind", "2 changes rewound"],
    ]);
  });

  it("includes diagnostics of a call that is no longer known, if there are any [WEB-4]", () => {
    const rows = fold(
      told("diagnostics", { path: "/w/app/a.ts", introduced: [problem], resolved: [] }),
      told("diagnostics", { path: "/w/app/a.ts", introduced: [], resolved: [] }),
    );
    expect(rows).toMatchObject([{ state: "note", text: "1 new, 0 gone" }]);
  });
});

describe("many events", () => {
  it("make as many rows as calls, at most the bound, the oldest go, and what did not change stays the same [WEB-5]", () => {
    const calls = new CallFold(1000);
    for (let call = 0; call < 3000; call += 1) {
      calls.add(told("file-changed", { ...changed, callId: `c${call}` }));
      calls.add(told("call-finished", { ...finished, callId: `c${call}` }));
    }
    const before = calls.rows();
    expect(before.length).toBeGreaterThanOrEqual(1000);
    expect(before.length).toBeLessThanOrEqual(1100);
    expect(before.at(-1)?.callId).toBe("c2999");
    expect(before.every(({ state }) => state === "done")).toBe(true);
    calls.add(told("diagnostics", { callId: "c2500", introduced: [problem], resolved: [] }));
    const after = calls.rows();
    expect(after.filter((row, index) => row !== before[index]).map(({ callId }) => callId)).toEqual([
      "c2500",
    ]);
  });

  it("take nothing away while a person reads, and the oldest when they no longer do [WEB-7]", () => {
    const calls = new CallFold(3);
    const add = (from: number, to: number): string => {
      for (let call = from; call < to; call += 1)
        calls.add(told("call-finished", { ...finished, callId: `${call}` }));
      return calls
        .rows()
        .map(({ callId }) => callId)
        .join("");
    };
    expect(add(0, 4)).toBe("123");
    calls.bound(6);
    expect(add(4, 7)).toBe("123456");
    expect(add(7, 8)).toBe("234567");
    calls.bound(3);
    expect(add(8, 9)).toBe("678");
  });

  it("that are gone leave a note where they are missing, and a new server begins anew [WEB-5]", () => {
    const calls = new CallFold(100);
    calls.add(told("call-finished", finished));
    calls.miss(12, 5000);
    calls.add(told("call-finished", { ...finished, callId: "2" }));
    expect(calls.rows().map(({ text }) => text)).toEqual([
      undefined,
      "12 events are missing here",
      undefined,
    ]);
    calls.clear();
    expect(calls.rows()).toEqual([]);
    calls.add(told("call-finished", finished));
    expect(calls.rows()).toHaveLength(1);
  });
});
