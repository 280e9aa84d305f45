import { describe, expect, it } from "vitest";
import type { Failure, HealthData, RulesData } from "../../src/console/contract.js";
import type { Explanation } from "../../src/toolkit-permissions.js";
import { openConsoleApi } from "../support/console-api.js";
import { connectClient } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The console's rules", () => {
  it("are listed with their source, tried, added and removed [CON-8]", async () => {
    const files = tempWorkspace({ src: { folder: { "a.ts": "a\n" } } });
    const api = await openConsoleApi(files);
    const rule = "Edit(/src/**)";
    const added = await api.post<RulesData>("/api/rules/change", {
      change: "add",
      list: "allow",
      rule,
      to: "local",
    });
    const file = files.path(".filewright", "settings.local.json");
    expect(added.body.rules).toEqual([{ text: rule, list: "allow", source: "local", file }]);
    expect(added.body).toMatchObject({ mode: "default", roots: [files.root] });
    expect(added.body.tools).toContain("NotebookEdit");
    const path = files.path("src", "a.ts");
    const allowed = await api.post<Explanation>("/api/rules/explain", { tool: "Edit", path });
    expect(allowed.body).toMatchObject({ answer: "allow", rule: { text: rule, list: "allow", file } });
    const removed = await api.post<RulesData>("/api/rules/change", {
      change: "remove",
      list: "allow",
      rule,
      file,
    });
    expect(removed.body.rules).toEqual([]);
    const asked = await api.post<Explanation>("/api/rules/explain", { tool: "Edit", path });
    expect(asked.body).toMatchObject({ answer: "ask", allowRule: "Edit(/src/a.ts)" });
  });

  it("take a rule for another program's tool, and warn of it once [CLI-304]", async () => {
    const api = await openConsoleApi(tempWorkspace({}));
    const rule = { change: "add", list: "allow", rule: "Bash(ls)", to: "local" };
    const { body } = await api.post<RulesData>("/api/rules/change", rule);
    expect(body.warnings).toEqual([expect.stringContaining("There is no tool Bash here")]);
    expect((await api.get<RulesData>("/api/rules")).body.warnings).toEqual([]);
  });

  it("are not changed by what can't be understood [CON-8]", async () => {
    const files = tempWorkspace({});
    const api = await openConsoleApi(files);
    for (const change of [
      { change: "add", list: "allow", rule: "Edit(", to: "local" },
      { change: "add", list: "perhaps", rule: "Edit", to: "local" },
      { change: "add", list: "allow", rule: "Edit", to: "elsewhere" },
      { change: "melt" },
      { change: "revoke", engine: "nobody", session: "x", rule: "Edit" },
    ]) {
      const { status, body } = await api.post<Failure>("/api/rules/change", change);
      expect([status, typeof body.error.message]).toEqual([400, "string"]);
    }
    expect(files.stamp(".filewright")).toBeUndefined();
    const unknown = await api.post<Failure>("/api/rules/explain", { tool: "Rea", path: "/x" });
    expect(unknown.status).toBe(400);
  });

  it("let grants of a session be taken back, and folders be trusted [CON-8]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files);
    const agent = await connectClient(api.server, { mode: "legacy" });
    const file_path = files.path("a.txt");
    await agent.callTool({ name: "Read", arguments: { file_path } });
    const ear = await api.listen();
    const editing = agent.callTool({
      name: "Edit",
      arguments: { file_path, old_string: "one", new_string: "two" },
    });
    const { questions } = await ear.until("questions", (told) => told.questions.length > 0);
    const [{ engine, id, digest, suggestions }] = questions as [(typeof questions)[0]];
    const remember = suggestions.findIndex(({ scope }) => scope === "session");
    await api.post(`/api/questions/${engine}/${id}`, { answer: "allow", digest, remember });
    await editing;
    const granted = await ear.until("engines", ({ engines }) => engines[0]?.sessions[0]?.grants.length === 1);
    const session = granted.engines[0]?.sessions[0];
    expect(session?.grants).toEqual(["Edit(/a.txt)"]);
    await api.post("/api/rules/change", {
      change: "revoke",
      engine,
      session: session?.id,
      rule: "Edit(/a.txt)",
    });
    await ear.until("engines", ({ engines }) => engines[0]?.sessions[0]?.grants.length === 0);
    const trusted = await api.post<RulesData>("/api/rules/change", { change: "trust", folder: files.root });
    expect(trusted.body.sources.find(({ kind }) => kind === "project")?.isTrusted).toBe(true);
    const untrusted = await api.post<RulesData>("/api/rules/change", {
      change: "untrust",
      folder: files.root,
    });
    expect(untrusted.body.sources.find(({ kind }) => kind === "project")?.isTrusted).toBe(false);
  });
});

describe("The console's health", () => {
  it("tells of limits, state and figures [CON-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files, { flags: { mode: "acceptEdits" } });
    const agent = await connectClient(api.server);
    const file_path = files.path("a.txt");
    await agent.callTool({ name: "Read", arguments: { file_path } });
    await agent.callTool({ name: "Edit", arguments: { file_path, old_string: "one", new_string: "two" } });
    await agent.callTool({ name: "Edit", arguments: { file_path, old_string: "gone", new_string: "x" } });
    const { body } = await api.get<HealthData>("/api/health");
    expect(body.server).toMatchObject({ version: "1.2.3", pid: process.pid, node: process.version });
    expect(body.limits).toContainEqual({ name: "maxTokens", value: 25_000 });
    const history = body.state.parts.find(({ name }) => name === "history");
    expect(history?.files).toBeGreaterThan(0);
    expect(history?.bytes).toBeGreaterThan(0);
    expect(body.state.maxHistoryBytes).toBe(1024 ** 3);
    expect(body.usage.reads.count).toBe(1);
    expect(body.usage.refusals).toEqual([{ code: "MATCH_NOT_FOUND", count: 1 }]);
    expect(body.usage.tools.map(({ tool, calls, failures }) => [tool, calls, failures])).toEqual([
      ["Edit", 2, 1],
      ["Read", 1, 0],
    ]);
    expect(body.engines).toHaveLength(1);
  });
});
