import { describe, expect, it } from "vitest";
import { type CallRow, emptyRow } from "../../web/src/state/call-row.js";
import { everything, filterCalls } from "../../web/src/state/filter-calls.js";
import { learnSessions, nobodyKnown, renderSession, sessionKey } from "../../web/src/state/learn-sessions.js";
import { factsOf } from "../../web/src/views/activity/call-facts.js";
import { describeRead, describeState, marksOf } from "../../web/src/views/activity/call-words.js";

const row = (fields: Partial<CallRow>): CallRow => ({ ...emptyRow, state: "done", ...fields });
const rows = [
  row({ key: "1", engine: "e1", sessionId: "s1", tool: "Read", path: "/w/app/src/A.ts" }),
  row({
    key: "2",
    engine: "e1",
    sessionId: "s1",
    tool: "Edit",
    path: "/w/app/src/b.ts",
    changeKind: "update",
  }),
  row({ key: "3", engine: "e2", sessionId: "s1", tool: "Edit", state: "failed", code: "NO_CHANGE" }),
];
const keysOf = (shown: readonly CallRow[]): string => shown.map(({ key }) => key).join("");

describe("filtering calls", () => {
  it.each([
    [{}, "123"],
    [{ text: "  " }, "123"],
    [{ text: "SRC a.ts" }, "1"],
    [{ text: "no_change" }, "3"],
    [{ text: "agent" }, "12"],
    [{ tool: "Edit" }, "23"],
    [{ session: sessionKey("e2", "s1") }, "3"],
    [{ kind: "failures" as const }, "3"],
    [{ kind: "changes" as const }, "2"],
    [{ tool: "Edit", text: "read" }, ""],
  ])("by %j leaves %s [WEB-6]", (wanted, left) => {
    const nameOf = ({ engine }: CallRow): string => (engine === "e1" ? "agent" : "other");
    expect(keysOf(filterCalls(rows, { ...everything, ...wanted }, nameOf))).toBe(left);
  });
});

describe("names of sessions", () => {
  const session = { startedAt: 0, calls: 0, files: 0, grants: [] };
  const engine = { version: "1", roots: [] };
  const own = {
    ...engine,
    id: "e1",
    pid: 1,
    isOwn: true,
    sessions: [{ ...session, id: "7f5dfee0-1", name: "claude" }],
  };
  const other = {
    ...engine,
    id: "e2",
    pid: 4711,
    isOwn: false,
    sessions: [{ ...session, id: "45d0e220-9", name: null }],
  };

  it("tell clients of one name apart, and name other processes [WEB-8]", () => {
    const known = learnSessions(nobodyKnown, [own, other]);
    expect(renderSession(known, "e1", "7f5dfee0-1")).toBe("claude (7f5d)");
    expect(renderSession(known, "e2", "45d0e220-9")).toBe("session 45d0e220, process 4711");
    expect(renderSession(known, "e2", "")).toBe("process 4711");
  });

  it("stay known when the session is gone, and are the same until one is new [WEB-8]", () => {
    const known = learnSessions(nobodyKnown, [own]);
    expect(learnSessions(known, [])).toBe(known);
    expect(learnSessions(known, [own])).toBe(known);
    expect(renderSession(learnSessions(known, [other]), "e1", "7f5dfee0-1")).toBe("claude (7f5d)");
  });
});

describe("words for a call", () => {
  const textsOf = (fields: Partial<CallRow>): readonly string[] =>
    marksOf(row(fields)).map(({ text }) => text);

  it("mark only what is not as usual [WEB-9]", () => {
    expect(textsOf({ matchTier: "exact" })).toEqual([]);
    expect(textsOf({ matchTier: "trailing-whitespace", userModified: true })).toEqual([
      "trailing whitespace match",
      "changed by a person",
    ]);
    expect(textsOf({ deduplicated: true })).toEqual(["known already"]);
    expect(textsOf({ answer: "deny" })).toEqual(["by a person"]);
  });

  it.each([
    [{ introduced: 2, resolved: 1, isUnknown: false }, ["+2/−1 diag."]],
    [{ introduced: 0, resolved: 1, isUnknown: false }, ["−1 diag."]],
    [{ introduced: 0, resolved: 0, isUnknown: true }, ["diagnostics unknown"]],
    [{ introduced: 0, resolved: 0, isUnknown: false }, []],
  ])("tell of diagnostics %j as %j [WEB-9]", (diagnosed, texts) => {
    expect(textsOf({ diagnosed: { ...diagnosed, shown: [] } })).toEqual(texts);
  });

  it("take nothing for running whose process is gone [WEB-9]", () => {
    expect(describeState(row({ state: "waiting" }), { isGone: true })).toBe("Broken off");
    expect(describeState(row({ state: "done" }), { isGone: true })).toBe("Done");
    expect(describeState(row({ state: "running" }), { isGone: false })).toBe("Running");
  });

  it.each([
    [{ kind: "text", start: 1, count: 120, total: 120 }, "lines 1–120 of 120"],
    [{ kind: "text", start: 5, count: 1, total: undefined }, "line 5"],
    [{ kind: "pdf", start: 2, count: 2, total: 9 }, "pages 2–3 of 9"],
    [{ kind: "notebook", start: 1, count: 0, total: 1 }, "nothing of 1 cell"],
    [{ kind: "image", start: 1, count: 0, total: undefined }, "image"],
  ])("say of %j: %s [WEB-9]", (read, words) => {
    expect(describeRead(row({ read }))).toBe(words);
  });

  it("list all that is known of it, and nothing that is not [WEB-9]", () => {
    const full = row({
      path: "/w/app/a.ts",
      characters: 4800,
      durationMs: 12,
      matchTier: "quotes",
      remarks: ["one", "two"],
      diagnosed: { introduced: 1, resolved: 0, isUnknown: true, shown: [] },
    });
    const facts = factsOf(full, { session: "claude 7f5d", isGone: false });
    expect(facts.slice(0, -1)).toEqual([
      ["State", "Done"],
      ["Path", "/w/app/a.ts"],
      ["Old text matched", "quotes"],
      ["Remark", "one"],
      ["Remark", "two"],
      ["Diagnostics", "1 new, 0 gone; the language servers did not answer in time, there may be more"],
      ["Took", "12 ms"],
      ["Shown to the model", "4,800 characters (≈ 1.2k tok)"],
      ["Session", "claude 7f5d"],
    ]);
  });
});
