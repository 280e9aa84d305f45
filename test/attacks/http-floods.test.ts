/** Clients that keep the server busy with little: slow bodies, idle connections, and more requests than it can hold. */
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { defaultHttpLimits } from "../../src/mcp/http/http-limits.js";
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
});
