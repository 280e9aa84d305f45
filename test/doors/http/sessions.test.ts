import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Sessions } from "../../../src/mcp/http/sessions.js";
import {
  begin,
  connectClient,
  connectOldClient,
  initialize,
  MODERN,
  OLDER,
  openSession,
  send,
  serveHttp,
  toolCall,
} from "../../support/http-server.js";
import { tempWorkspace } from "../../support/workspace.js";

const textOf = (result: object): string =>
  (result as { content: readonly { text?: string }[] }).content.map(({ text }) => text).join("\n");
const ping = { jsonrpc: "2.0", id: 7, method: "ping" };

describe("A client of an older revision", () => {
  it("opens a session, works in it and ends it: the generation before [HTTP-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const client = await connectOldClient(await serveHttp(files));
    expect(client.getServerVersion()).toMatchObject({ name: "filewright", version: "1.2.3" });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "Read",
      "Write",
      "Edit",
      "Glob",
      "Grep",
      "NotebookEdit",
    ]);
    const call = async (name: string, args: object): Promise<string> =>
      textOf(await client.callTool({ name, arguments: { ...args } }));
    const path = files.path("a.txt");
    expect(await call("Read", { file_path: path })).toBe("     1→one\n     2→two");
    expect(await call("Read", { file_path: path })).toContain("unchanged");
    expect(await call("Edit", { file_path: path, old_string: "two", new_string: "zwei" })).toContain(
      "updated",
    );
    expect(await call("Grep", { pattern: "zwei", path: files.root, output_mode: "content" })).toContain(
      "zwei",
    );
    expect(files.read("a.txt")).toBe("one\nzwei\n");
    files.write("a.txt", "other\n");
    expect(await call("Write", { file_path: path, content: "x" })).toContain("modified since read");
  });

  it("does so in the newest generation of the library too [HTTP-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const client = await connectClient(server, { mode: "legacy" });
    expect(client.getNegotiatedProtocolVersion()).toBe(OLDER);
    const read = { file_path: files.path("a.txt") };
    expect(textOf(await client.callTool({ name: "Read", arguments: read }))).toBe("     1→one");
    expect((await connectClient(server)).getNegotiatedProtocolVersion()).toBe(MODERN);
  });

  it("is answered with JSON, the id of its session, and errors by their status [HTTP-5, HTTP-10]", async () => {
    const server = await serveHttp(tempWorkspace());
    const opened = await send(server, { body: initialize });
    expect(opened.headers["content-type"]).toBe("application/json");
    const session = await openSession(server);
    const statusOf = async (headers: object, body: unknown = ping): Promise<number> =>
      (await send(server, { headers: { ...headers }, body })).status;
    expect(await statusOf(session)).toBe(200);
    expect(await statusOf({})).toBe(400);
    expect(await statusOf({ ...session, "mcp-session-id": "none" })).toBe(404);
    expect(await statusOf({ ...session, "mcp-protocol-version": "1999-01-01" })).toBe(400);
    expect(await statusOf({ ...session, accept: "application/json" })).toBe(406);
    expect(await statusOf({ ...session, accept: "*/*" })).toBe(200);
    expect(await statusOf(session, initialize)).toBe(400);
    expect(await statusOf(session, { jsonrpc: "2.0", method: "notifications/initialized" })).toBe(202);
    const unknown = await send(server, { headers: session, body: { ...ping, method: "no/such" } });
    expect(JSON.parse(unknown.text)).toMatchObject({ id: 7, error: { code: -32601 } });
  });

  it("may send several messages at once, and gets their answers together [HTTP-5]", async () => {
    const server = await serveHttp(tempWorkspace());
    const session = await openSession(server);
    const batch = [ping, { ...ping, id: "b" }, { jsonrpc: "2.0", method: "notifications/initialized" }];
    const { text } = await send(server, { headers: session, body: batch });
    expect(JSON.parse(text)).toEqual([
      { jsonrpc: "2.0", id: 7, result: {} },
      { jsonrpc: "2.0", id: "b", result: {} },
    ]);
    for (const refused of [
      [ping, ping],
      [],
      [initialize, ping],
      Array.from({ length: 101 }, (_, id) => ({ ...ping, id })),
    ])
      expect((await send(server, { headers: session, body: refused })).status).toBe(400);
  });

  it("has one stream to listen to, until it ends the session [HTTP-5]", async () => {
    const server = await serveHttp(tempWorkspace());
    const session = await openSession(server);
    const listening = await begin(server, { method: "GET", headers: session }).response;
    expect(listening.statusCode).toBe(200);
    expect(listening.headers["content-type"]).toBe("text/event-stream");
    expect((await send(server, { method: "GET", headers: session })).status).toBe(409);
    expect((await send(server, { method: "GET", headers: { ...session, accept: "text/html" } })).status).toBe(
      406,
    );
    const ended = new Promise((resolve) => listening.resume().once("end", resolve));
    expect((await send(server, { method: "DELETE", headers: session })).status).toBe(200);
    await ended;
    expect((await send(server, { headers: session, body: ping })).status).toBe(404);
  });
});

describe("Sessions side by side", () => {
  it("never know what another has read [HTTP-7]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const [reader, other] = await Promise.all([connectOldClient(server), connectOldClient(server)]);
    const path = files.path("a.txt");
    await reader.callTool({ name: "Read", arguments: { file_path: path } });
    const refused = await other.callTool({ name: "Write", arguments: { file_path: path, content: "x" } });
    expect(textOf(refused)).toContain("File has not been read yet");
    expect(files.read("a.txt")).toBe("one\n");
    const written = await reader.callTool({ name: "Write", arguments: { file_path: path, content: "x" } });
    expect(written.isError).toBeUndefined();
  });

  it("lose no change of each other's: locks are shared, and so is the history [HTTP-7]", async () => {
    const count = 12;
    const lines = Array.from({ length: count }, (_, index) => `line ${index} of many`);
    const files = tempWorkspace({ "a.txt": `${lines.join("\n")}\n` });
    const server = await serveHttp(files);
    const clients = await Promise.all(
      lines.map((_, index) =>
        index % 2 === 0 ? connectOldClient(server) : connectClient(server, { agent: `a${index}` }),
      ),
    );
    const path = files.path("a.txt");
    // Each reads and edits its own line until it has come through: others change the file in between.
    await Promise.all(
      clients.map(async (client, index) => {
        for (let attempt = 0; attempt < 200; attempt += 1) {
          await client.callTool({ name: "Read", arguments: { file_path: path, limit: 2000 } });
          const edit = { file_path: path, old_string: `line ${index} of`, new_string: `LINE ${index} of` };
          if ((await client.callTool({ name: "Edit", arguments: edit })).isError !== true) return;
        }
        throw new Error("never came through");
      }),
    );
    expect(files.read("a.txt")).toBe(
      `${lines.map((line) => line.replace("line", () => "LINE")).join("\n")}\n`,
    );
    const toolkit = files.toolkit({ permissions: { mode: "acceptEdits" } });
    const kept = await toolkit.history.list({ path });
    expect(kept.length).toBe(count);
  });

  it("are so many and no more: the one that was idle longest goes, never one at work [HTTP-6]", () => {
    let now = 0;
    const sessions = new Sessions({ maxSessions: 2, idleMs: 1000, heartbeatMs: 1000, now: () => now });
    const nobody = { agent: "", token: undefined };
    const [first, second] = [sessions.open(nobody), sessions.open(nobody)];
    if (first === undefined || second === undefined) throw new Error("no sessions");
    expect(sessions.find(first.id, nobody)).toBe(first);
    const third = sessions.open(nobody);
    expect(sessions.all).toEqual([first, third]);
    expect(sessions.find(second.id, nobody)).toBeUndefined();
    now = 500;
    expect(sessions.find(first.id, nobody)).toBe(first);
    now = 1200;
    sessions.endIdle();
    expect(sessions.all).toEqual([first]);
    now = 1500;
    sessions.endIdle();
    expect(sessions.all).toEqual([]);
  });

  it("are kept while a call runs or someone listens [HTTP-6]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, { limits: { maxSessions: 2 } });
    const [listener, second] = [await openSession(server), await openSession(server)];
    await begin(server, { method: "GET", headers: listener }).response;
    const third = await openSession(server);
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await send(server, { headers, body: ping })).status;
    expect([await statusOf(listener), await statusOf(second), await statusOf(third)]).toEqual([
      200, 404, 200,
    ]);
  });
});

describe("A session's tools", () => {
  it("take the version argument, and the list is the same in both lanes [HTTP-5, HTTP-14]", async () => {
    const server = await serveHttp(tempWorkspace());
    const [old, modern] = [await connectOldClient(server), await connectClient(server)];
    const listed = (await old.listTools()).tools;
    expect((await modern.listTools()).tools).toEqual(listed);
    const takers = listed.filter(({ inputSchema }) => "file_version" in (inputSchema.properties ?? {}));
    expect(takers.map(({ name }) => name)).toEqual(["Write", "Edit", "NotebookEdit"]);
    for (const { inputSchema } of takers) expect(inputSchema.required).not.toContain("file_version");
  });

  it("leave out what a rule denies, and those that change when the server is read-only [HTTP-5]", async () => {
    const files = tempWorkspace();
    const settings = `${files.root}/../rules.json`;
    writeFileSync(settings, JSON.stringify({ permissions: { deny: ["Grep"] } }));
    const client = await connectOldClient(await serveHttp(files, { flags: { readOnly: true, settings } }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["Read", "Glob"]);
    await expect(client.callTool({ name: "Write", arguments: {} })).rejects.toThrow("no tool called");
  });

  it("answer a request whose id is in use with an error [HTTP-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { flags: { mode: "default" } });
    const session = await openSession(server, { capabilities: { elicitation: {} } });
    const asking = await begin(server, {
      headers: session,
      body: toolCall("Write", { file_path: files.path("b.txt"), content: "x" }),
    }).response;
    expect(asking.headers["content-type"]).toBe("text/event-stream");
    expect((await send(server, { headers: session, body: { ...ping, id: 1 } })).status).toBe(400);
    asking.destroy();
  });
});
