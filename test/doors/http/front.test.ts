import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MAX_MESSAGE_BYTES } from "../../../src/mcp/limits.js";
import {
  begin,
  connectClient,
  connectOldClient,
  initialize,
  modernCall,
  openSession,
  openSocket,
  readToEnd,
  send,
  serveHttp,
  toolCall,
} from "../../support/http-server.js";
import { tempWorkspace } from "../../support/workspace.js";

const errorOf = (text: string): unknown => (JSON.parse(text) as { error?: unknown }).error;

describe("The front of the HTTP server", () => {
  it.each([
    ["GET", "/", 404],
    ["GET", "/mcp/", 404],
    ["POST", "/mcp/a/b", 404],
    ["POST", "/mcp/..%2f", 404],
    ["POST", `/mcp/${"a".repeat(65)}`, 404],
    ["POST", "/mcpx", 404],
    ["POST", "http://elsewhere.test/mcp", 404],
    ["PUT", "/mcp", 405],
    ["PATCH", "/mcp", 405],
    ["HEAD", "/mcp", 405],
    ["OPTIONS", "/mcp", 405],
    ["TRACE", "/mcp", 405],
    ["GET", "/mcp", 400],
    ["DELETE", "/mcp/agent", 400],
  ])("answers %s %s with %i and says nothing of itself [HTTP-1]", async (method, path, status) => {
    const server = await serveHttp(tempWorkspace());
    const sent = await send(server, { method, path });
    expect(sent.status).toBe(status);
    expect(Object.keys(sent.headers).filter((name) => /access-control|server|powered/.test(name))).toEqual(
      [],
    );
    expect(sent.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    if (method !== "HEAD") expect(errorOf(sent.text)).toMatchObject({ code: expect.any(Number) });
  });

  it("judges a request by its head: no byte of the body has been sent when the answer comes [HTTP-1]", async () => {
    const server = await serveHttp(tempWorkspace());
    const socket = await openSocket(server);
    const head = (lines: string[]): string =>
      [
        "POST /mcp HTTP/1.1",
        `Host: 127.0.0.1:${server.port}`,
        "Content-Length: 1000",
        "Connection: close",
        ...lines,
        "",
        "",
      ].join("\r\n");
    socket.write(head(["Content-Type: application/json"]));
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 401 /);
    const expecting = await openSocket(server);
    expecting.write(
      head(["Expect: 100-continue", "Content-Type: text/plain", `Authorization: Bearer ${server.token}`]),
    );
    expect(await readToEnd(expecting)).toMatch(/^HTTP\/1\.1 415 /);
  });

  it("lets a client go on that asks before it sends [HTTP-1]", async () => {
    const server = await serveHttp(tempWorkspace());
    const body = JSON.stringify(initialize);
    const { sent, response } = begin(server, {
      headers: { expect: "100-continue", "content-length": `${body.length}` },
      body,
    });
    const continued = new Promise((resolve) => sent.once("continue", resolve));
    await continued;
    expect((await response).statusCode).toBe(200);
  });

  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/jsonp", 415],
    ["text/plain; a=application/json", 415],
    [undefined, 415],
    ["application/json; charset=utf-8", 200],
    ["Application/JSON", 200],
  ])("takes a body of type %s with %i [HTTP-1]", async (type, status) => {
    const server = await serveHttp(tempWorkspace());
    expect((await send(server, { headers: { "content-type": type }, body: initialize })).status).toBe(status);
  });

  it.each([
    ["{", -32700],
    ["", -32700],
    ["\uFEFF{}", -32700],
    ["[]", -32600],
    ["null", -32600],
    ["5", -32600],
    ['{"jsonrpc":"2.0"}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ["[".repeat(100_000), -32600],
  ])("answers the body %.20s with a JSON-RPC error and 400 [HTTP-2]", async (body, code) => {
    const server = await serveHttp(tempWorkspace());
    const sent = await send(server, { body });
    expect(sent.status).toBe(400);
    expect(errorOf(sent.text)).toMatchObject({ code });
  });

  it("refuses a body that is not valid UTF-8: what it holds could become a file [HTTP-2]", async () => {
    const server = await serveHttp(tempWorkspace());
    const socket = await openSocket(server);
    const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\u00ff"}}', "latin1");
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 [^]*not valid UTF-8/);
  });

  it("refuses a body over the limit, said to be so or found to be so, with 413 [HTTP-2]", async () => {
    const server = await serveHttp(tempWorkspace());
    const announced = await send(server, {
      headers: { "content-length": `${MAX_MESSAGE_BYTES + 1}` },
      body: " ".repeat(MAX_MESSAGE_BYTES + 1),
    });
    expect(announced.status).toBe(413);
    expect(errorOf(announced.text)).toMatchObject({ code: -32000 });
    const found = await send(server, {
      headers: { "transfer-encoding": "chunked" },
      body: " ".repeat(MAX_MESSAGE_BYTES + 1),
    });
    expect(found.status).toBe(413);
    expect(errorOf(found.text)).toMatchObject({ code: -32000 });
  });

  it("takes a Write of 20 MB by both lanes [HTTP-2]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files);
    const content = `${"0123456789abcdef".repeat(64)}\n`.repeat(20_000);
    const digest = createHash("sha256").update(content).digest("hex");
    const clients = { old: await connectOldClient(server), modern: await connectClient(server) };
    for (const [name, client] of Object.entries(clients)) {
      const args = { file_path: files.path(`${name}.txt`), content };
      expect((await client.callTool({ name: "Write", arguments: args })).isError).toBeUndefined();
      expect(
        createHash("sha256")
          .update(files.bytes(`${name}.txt`))
          .digest("hex"),
      ).toBe(digest);
    }
  });

  it("cuts off who takes too long over headers or body, and headers that are too large [HTTP-3]", async () => {
    const server = await serveHttp(tempWorkspace(), {
      limits: { headersMs: 200, requestMs: 400, checkMs: 50 },
    });
    const slow = await openSocket(server);
    slow.write("POST /mcp HTTP/1.1\r\nHost: 127");
    expect(await readToEnd(slow)).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    const slower = await openSocket(server);
    slower.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(await readToEnd(slower)).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    const huge = await openSocket(server);
    huge.write(`GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(await readToEnd(huge)).toMatch(/^HTTP\/1\.1 431 /);
    expect((await send(server, { body: initialize })).status).toBe(200);
  });

  it("survives clients that vanish in the middle of anything [HTTP-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n".repeat(2000) });
    const server = await serveHttp(files);
    const session = await openSession(server);
    const body = JSON.stringify(toolCall("Read", { file_path: files.path("a.txt") }));
    const request = [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${server.token}`,
      "Accept: application/json, text/event-stream",
      "Content-Type: application/json",
      `Mcp-Session-Id: ${session["mcp-session-id"]}`,
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
    for (let length = 1; length <= request.length; length += 7) {
      const socket = await openSocket(server);
      socket.end(request.slice(0, length));
      if (length % 2 === 0) socket.destroy();
    }
    expect((await send(server, { headers: session, body: { ...initialize, method: "ping" } })).status).toBe(
      200,
    );
  });

  it("has only so many connections, and goes on when some are gone [HTTP-3]", async () => {
    const server = await serveHttp(tempWorkspace(), { limits: { maxConnections: 3 } });
    const open = await Promise.all([openSocket(server), openSocket(server), openSocket(server)]);
    // They count once the server has seen them.
    for (const socket of open) socket.write("GET /mcp HTTP/1.1\r\n");
    const refused = await openSocket(server);
    expect(await readToEnd(refused)).toBe("");
    for (const socket of open) socket.destroy();
    await Promise.all(
      open.map((socket) => socket.closed || new Promise((done) => socket.once("close", done))),
    );
    await expect
      .poll(async () =>
        send(server, { body: initialize }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
  });

  it("gives messages of both kinds to the lane they belong to, whatever the session header says [HTTP-1]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const session = await openSession(server);
    const args = { file_path: files.path("a.txt") };
    const modern = modernCall("Read", args);
    const both = await send(server, { ...modern, headers: { ...session, ...modern.headers } });
    expect(JSON.parse(both.text)).toMatchObject({ result: { resultType: "complete" } });
    expect(both.headers["mcp-session-id"]).toBeUndefined();
    const older = await send(server, { headers: session, body: toolCall("Read", args) });
    expect(JSON.parse(older.text).result.resultType).toBeUndefined();
    const muddled = await send(server, {
      headers: { "mcp-protocol-version": "2026-07-28" },
      body: toolCall("Read", args),
    });
    expect(muddled.status).toBe(400);
  });
});
