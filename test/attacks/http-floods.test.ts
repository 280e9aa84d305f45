/** Clients that keep the server busy with little: slow bodies, idle connections, and more requests than it can hold. */
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { defaultHttpLimits } from "../../src/mcp/http/http-limits.js";
import { listDisplaceable } from "../../src/mcp/http/shares.js";
import { addToken, as, callIn } from "../support/agent-tokens.js";
import {
  initialize,
  modernCall,
  openSession,
  openSocket,
  readToEnd,
  send,
  serveHttp,
  type TestServer,
} from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const MIB = 1024 * 1024;
const SECONDS = 1000;
const quick = { anonymousMs: 100, headersMs: 100, checkMs: 20 };

/** Header lines, and unless they never end, an empty one and the beginning of a body. */
async function write(
  server: TestServer,
  lines: readonly string[],
  body: string | undefined,
): Promise<Socket> {
  const socket = await openSocket(server);
  socket.write([...lines, ...(body === undefined ? [] : ["", body])].join("\r\n"));
  return socket;
}

describe("A client without the token", () => {
  it.each([
    ["sends nothing", [], undefined],
    ["never ends its headers", ["POST /mcp HTTP/1.1", "Host: x"], undefined],
    [
      "never ends its body",
      ["POST /mcp HTTP/1.1", "Host: HOST", "Content-Type: application/json", "Content-Length: 1000"],
      "{",
    ],
    [
      "never ends its body, with a wrong token",
      ["POST /mcp HTTP/1.1", "Host: HOST", "Authorization: Bearer wrong", "Transfer-Encoding: chunked"],
      "1\r\n{\r\n",
    ],
    [
      "never ends a body for what is not here",
      ["POST /elsewhere HTTP/1.1", "Host: HOST", "Content-Length: 1000"],
      "token=",
    ],
    ["keeps its connection after a refusal", ["GET /mcp HTTP/1.1", "Host: HOST"], ""],
  ])("that %s is disconnected [HOST-160]", async (_, lines, body) => {
    const server = await serveHttp(tempWorkspace(), { limits: quick });
    const host = `127.0.0.1:${server.port}`;
    const heads = lines.map((line) => line.replace("HOST", host));
    const socket = await write(server, heads, body);
    await readToEnd(socket);
    expect((await send(server, { body: initialize })).status).toBe(200);
  });

  it("has seconds for everything, by default [HOST-160]", () => {
    const { headersMs, anonymousMs, checkMs } = defaultHttpLimits;
    expect(headersMs + checkMs).toBeLessThanOrEqual(10 * SECONDS);
    expect(anonymousMs).toBeLessThanOrEqual(10 * SECONDS);
  });

  it("does not shorten the connections of those who have it [HOST-160]", async () => {
    const server = await serveHttp(tempWorkspace(), { limits: { ...quick, keepAliveMs: 60 * SECONDS } });
    const body = JSON.stringify(initialize);
    const head = [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${server.token}`,
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const socket = await write(server, head, body.slice(0, 10));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answered = new Promise<string>((resolve) =>
      socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1"))),
    );
    socket.write(body.slice(10));
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe("A session that sends too much", () => {
  it("can't hold all the room for bodies [HOST-161]", async () => {
    const limits = { maxHeldBytes: 32 * MIB, maxHeldBytesPerSession: 8 * MIB };
    const server = await serveHttp(tempWorkspace(), { limits });
    const greedy = await openSession(server);
    const other = await openSession(server);
    const large = {
      jsonrpc: "2.0",
      id: 9,
      method: "ping",
      params: { _meta: { blanks: " ".repeat(9 * MIB) } },
    };
    const smaller = { ...large, params: { _meta: { blanks: " ".repeat(7 * MIB) } } };
    const refused = await send(server, { headers: greedy, body: large });
    expect(refused.status).toBe(503);
    expect(JSON.stringify(refused)).toContain("Wait for their responses, then send this one again.");
    expect((await send(server, { headers: other, body: smaller })).status).toBe(200);
    expect((await send(server, { headers: greedy, body: smaller })).status).toBe(200);
  });

  it("has a bounded number of requests under way [HOST-161]", async () => {
    const server = await serveHttp(tempWorkspace(), { limits: { maxCallsPerSession: 3 } });
    const headers = await openSession(server);
    const batch = (count: number): object[] =>
      Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const refused = await send(server, { headers, body: batch(4) });
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.text).toContain("Wait for some of their responses, then send it again.");
    for (const _ of [1, 2, 3]) expect((await send(server, { headers, body: batch(3) })).status).toBe(200);
  });

  it("has a bounded number of requests under way without a session, too [HOST-161]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n" });
    const server = await serveHttp(files, { limits: { maxCallsPerSession: 1 } });
    const call = (client: string): Promise<{ readonly status: number }> =>
      send(server, modernCall("Grep", { pattern: "need.e", path: files.root }, { client }));
    const calls = Array.from({ length: 30 }, () => call("greedy"));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect((await call("greedy")).status).toBe(200);
    expect((await call("other")).status).toBe(200);
  });

  it.each([
    ["by a client that calls itself something else each time", { maxCallsPerSession: 1 }, false],
    ["under other names in the path as well", { maxCallsPerToken: 1 }, true],
  ])(
    "has no more requests under way %s, and another token has its own [HOST-165]",
    async (_, limits, isOther) => {
      const files = tempWorkspace({ "a.txt": "needle\n" });
      const server = await serveHttp(files, { limits });
      const agent = as(server, await addToken(files, "agent"));
      const call = async (asWhom: TestServer, index: number): Promise<number> => {
        const request = modernCall("Grep", { pattern: "need.e", path: files.root }, { client: `c${index}` });
        return (await send(asWhom, isOther ? { ...request, path: `/mcp/n${index}` } : request)).status;
      };
      const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => call(server, index)));
      expect(statuses).toContain(429);
      const [first, second] = await Promise.all([call(agent, 1), call(server, 2)]);
      expect([first, second]).toEqual([200, 200]);
    },
  );

  it("has a bounded number of requests under way in all sessions of its token [HOST-165]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, { limits: { maxCallsPerToken: 3 } });
    const batch = (count: number): object[] =>
      Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const headers = await openSession(server);
    expect((await send(server, { headers, body: batch(4) })).status).toBe(429);
    expect((await send(server, { headers, body: batch(3) })).status).toBe(200);
  });
});

/** Begins a message of so many MiB, and never ends it. */
async function hold(server: TestServer, mebibytes: number, id?: string): Promise<Socket> {
  const lines = [
    "POST /mcp?x=1 HTTP/1.1",
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${server.token}`,
    "Content-Type: application/json",
    `Content-Length: ${64 * MIB}`,
    ...(id === undefined ? [] : [`Mcp-Session-Id: ${id}`]),
  ];
  const socket = await write(server, lines, "");
  await new Promise<void>((resolve) => socket.write(Buffer.alloc(mebibytes * MIB, " "), () => resolve()));
  return socket;
}

const pingOf = (mebibytes: number) => ({
  jsonrpc: "2.0",
  id: 9,
  method: "ping",
  params: { _meta: { blanks: " ".repeat(mebibytes * MIB) } },
});

describe("A token whose client makes up names", () => {
  it("has room for no more bodies by ids of sessions that do not exist [HOST-165]", async () => {
    const files = tempWorkspace();
    const limits = { maxHeldBytes: 32 * MIB, maxHeldBytesPerSession: 8 * MIB };
    const server = await serveHttp(files, { limits });
    const session = await openSession(server);
    const agent = as(server, await addToken(files, "agent"));
    const agents = await openSession(agent);
    const sockets: Socket[] = [];
    for (const id of ["forged-1", "forged-2", "forged-3", "forged-4", agents["mcp-session-id"]])
      sockets.push(await hold(server, 7, id));
    expect((await send(server, { headers: session, body: pingOf(2) })).status).toBe(200);
    expect((await send(agent, { headers: agents, body: pingOf(2) })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it("leaves room for the bodies of another token, however many sessions it has [HOST-165]", async () => {
    const files = tempWorkspace();
    const limits = {
      maxHeldBytes: 32 * MIB,
      maxHeldBytesPerToken: 16 * MIB,
      maxHeldBytesPerSession: 8 * MIB,
    };
    const server = await serveHttp(files, { limits });
    const agent = as(server, await addToken(files, "agent"));
    const session = await openSession(server);
    const sockets: Socket[] = [];
    for (let count = 0; count < 5; count += 1)
      sockets.push(await hold(agent, 7, (await openSession(agent))["mcp-session-id"]));
    expect((await send(agent, { headers: await openSession(agent), body: pingOf(4) })).status).toBe(503);
    expect((await send(server, { headers: session, body: pingOf(7) })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it("ends its own sessions first, and others' only if their token has more than its share [HOST-166]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits: { maxSessions: 4 } });
    const weak = as(server, await addToken(files, "weak"));
    const other = as(server, await addToken(files, "other"));
    const isOpen = async (asWhom: TestServer, session: Readonly<Record<string, string>>): Promise<boolean> =>
      (await callIn(asWhom, session, "Read", { file_path: files.path("a.txt") })).status === 200;
    const first = await openSession(other);
    for (let count = 0; count < 8; count += 1) await openSession(weak);
    expect(await isOpen(other, first)).toBe(true);
    // A third token finds all four taken, three of them by the weak one.
    const late = as(server, await addToken(files, "late"));
    expect(await isOpen(late, await openSession(late))).toBe(true);
    expect(await isOpen(other, first)).toBe(true);
  });
});

describe("Those that may be displaced", () => {
  const held = (names: string) => names.split("").map((holder) => ({ holder }));
  it.each([
    ["aaab", "b", "baaa"],
    ["aabb", "a", "aa"],
    ["aabb", "c", "aabb"],
    ["aaaa", "c", "aaaa"],
    ["abcd", "e", "abcd"],
    ["aaabcd", "b", "baaa"],
  ])("of %s for one more of %s are %s [HOST-166]", (names, holder, expected) => {
    const found = listDisplaceable(held(names), holder, names.length);
    expect(found.map((each) => each.holder).join("")).toBe(expected);
  });
});
