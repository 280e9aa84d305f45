import { describe, expect, it } from "vitest";
import type { Failure, RulesData } from "../../src/console/contract.js";
import { addToken, as, callIn } from "../support/agent-tokens.js";
import { openConsoleApi } from "../support/console-api.js";
import { openSession } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The tokens of agents in the console", () => {
  it("are listed with mode, rules, last use and sessions, never with digest or token [HOST-192]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files);
    expect((await api.get<RulesData>("/api/rules")).body.tokens).toEqual([]);
    const token = await addToken(files, "reviewer", { mode: "plan", deny: ["Read(.env)"] });
    await addToken(files, "idle");
    await openSession(as(api.server, token));
    const { body } = await api.get<RulesData>("/api/rules");
    expect(body.tokens).toEqual([
      {
        name: "reviewer",
        summary: "mode plan; deny Read(.env)",
        createdAt: expect.any(Number) as number,
        usedAt: expect.any(Number) as number,
        sessions: 1,
      },
      expect.objectContaining({ name: "idle", usedAt: null, sessions: 0 }),
    ]);
  });

  it("are revoked, which ends a call that waits for an answer [HOST-192, HOST-188]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files);
    const agent = as(api.server, await addToken(files, "writer"));
    const session = await openSession(agent);
    const page = await api.listen();
    const write = { file_path: files.path("new.txt"), content: "x" };
    const waiting = callIn(agent, session, "Write", write);
    await page.until("questions", ({ questions }) => questions.length === 1);
    const change = { change: "revoke-token", name: "writer" };
    const { status, body } = await api.post<RulesData>("/api/rules/change", change);
    expect([status, body.tokens]).toEqual([200, []]);
    expect((await waiting).text).not.toContain('"isError":false');
    await page.until("questions", ({ questions }) => questions.length === 0);
    expect(files.stamp("new.txt")).toBeUndefined();
    expect((await callIn(agent, session, "Write", write)).status).toBe(401);
    const wrong = await api.post<Failure>("/api/rules/change", { ...change, name: 1 });
    expect([wrong.status, typeof wrong.body.error.message]).toEqual([400, "string"]);
  });
});
