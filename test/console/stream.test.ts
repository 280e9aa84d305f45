import { describe, expect, it } from "vitest";
import { openConsoleApi } from "../support/console-api.js";
import { connectClient } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

describe("What a page is told", () => {
  it("begins with all that there is, and goes on with what happens, without contents of files [CON-3]", async () => {
    const files = tempWorkspace({ "a.txt": "a secret line\n" });
    const api = await openConsoleApi(files, { flags: { mode: "acceptEdits" } });
    const agent = await connectClient(api.server, { name: "reader" });
    await agent.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
    const ear = await api.listen();
    const hello = await ear.until("hello");
    expect(hello).toMatchObject({
      questions: [],
      isResumed: false,
      server: { version: "1.2.3", roots: [files.root] },
    });
    expect(hello.engines).toHaveLength(1);
    expect(hello.engines[0]).toMatchObject({ pid: process.pid, isOwn: true, roots: [files.root] });
    expect(hello.engines[0]?.sessions[0]).toMatchObject({
      name: expect.stringContaining("reader"),
      calls: 1,
      files: 1,
    });
    // The past that is still kept comes first.
    const past = await ear.until("events", ({ events }) =>
      events.some(({ event }) => event.type === "call-finished"),
    );
    expect(past.events.map(({ event }) => event.type)).toContain("file-read");
    await agent.callTool({
      name: "Edit",
      arguments: { file_path: files.path("a.txt"), old_string: "a secret", new_string: "an open" },
    });
    const changed = await ear.until("events", ({ events }) =>
      events.some(({ event }) => event.type === "file-changed"),
    );
    expect(JSON.stringify(changed)).not.toContain("secret");
    expect(changed.events.every(({ engine }) => engine === hello.engines[0]?.id)).toBe(true);
    // Sessions are counted again after a while; the count of two may have come before the event.
    await agent.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
    await ear.until("engines", ({ engines }) => engines[0]?.sessions[0]?.calls === 3);
  });

  it("goes on behind the last event that the page knows, and begins anew for another server's [CON-3]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const api = await openConsoleApi(files);
    const agent = await connectClient(api.server);
    const read = (): Promise<unknown> =>
      agent.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
    await read();
    const first = await api.listen();
    const { server } = await first.until("hello");
    const { events } = await first.until("events");
    const cursor = events.at(-1)?.cursor ?? 0;
    first.close();
    await read();
    const again = await api.listen({ server: server.id, cursor });
    expect((await again.until("hello")).isResumed).toBe(true);
    expect((await again.until("events")).events[0]?.cursor).toBe(cursor + 1);
    const stranger = await api.listen({ server: "another", cursor });
    expect((await stranger.until("hello")).isResumed).toBe(false);
    expect((await stranger.until("events")).events[0]?.cursor).toBe(1);
    const ahead = await api.listen({ server: server.id, cursor: 1_000_000 });
    expect((await ahead.until("hello")).isResumed).toBe(false);
  });

  it("has questions come and go in every page that is open [CON-4]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files);
    const agent = await connectClient(api.server, { mode: "legacy" });
    await agent.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
    const [left, right] = [await api.listen(), await api.listen()];
    await left.until("hello");
    await right.until("hello");
    const editing = agent.callTool({
      name: "Edit",
      arguments: { file_path: files.path("a.txt"), old_string: "one", new_string: "two" },
    });
    const asked = await left.until("questions", ({ questions }) => questions.length === 1);
    await right.until("questions", ({ questions }) => questions.length === 1);
    const [question] = asked.questions;
    expect(question).toMatchObject({ tool: "Edit", path: files.path("a.txt"), root: files.root });
    const { body } = await api.post(`/api/questions/${question?.engine}/${question?.id}`, {
      answer: "allow",
      digest: question?.digest,
    });
    expect(body).toEqual({ outcome: "answered" });
    await left.until("questions", ({ questions }) => questions.length === 0);
    await right.until("questions", ({ questions }) => questions.length === 0);
    expect((await editing).isError).not.toBe(true);
    expect(files.read("a.txt")).toBe("two\n");
  });

  it("counts as somebody being there only while a page is open [CON-4]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const api = await openConsoleApi(files);
    const agent = await connectClient(api.server, { mode: "legacy" });
    await agent.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
    await api.get("/api/health");
    const refused = await agent.callTool({
      name: "Edit",
      arguments: { file_path: files.path("a.txt"), old_string: "one", new_string: "two" },
    });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("permission");
  });
});
