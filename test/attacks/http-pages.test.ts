/** Attack 26: what pages of other sites can make a browser send. */
import { describe, expect, it } from "vitest";
import { modernCall, openSocket, readToEnd, send, serveHttp } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const SECRET = "the secret of the file";

async function serveSecret() {
  const files = tempWorkspace({ "a.txt": SECRET });
  return {
    files,
    server: await serveHttp(files),
    call: modernCall("Read", { file_path: files.path("a.txt") }),
  };
}

describe("A page of another site", () => {
  it.each([
    ["a plain POST", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["an upload", { "content-type": "multipart/form-data; boundary=x" }],
    ["no type at all", { "content-type": undefined }],
    ["JSON", {}],
  ])(
    "reaches nothing by %s: from its own origin, from none, or without the token [ATTACK-26]",
    async (_, type) => {
      const { server, call } = await serveSecret();
      for (const { more, status } of [
        { more: { origin: "http://evil.test" }, status: 403 },
        { more: { origin: "null" }, status: 403 },
        { more: { origin: "http://evil.test", authorization: undefined }, status: 403 },
        { more: { authorization: undefined }, status: 401 },
      ]) {
        const sent = await send(server, { body: call.body, headers: { ...call.headers, ...type, ...more } });
        expect(sent.status).toBe(status);
        expect(sent.text).not.toContain(SECRET);
      }
    },
  );

  it("is told by no preflight that it may ask [ATTACK-26]", async () => {
    const { server } = await serveSecret();
    for (const origin of ["http://evil.test", "null", `http://127.0.0.1:${server.port}`]) {
      const sent = await send(server, {
        method: "OPTIONS",
        headers: {
          origin,
          authorization: undefined,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
          "access-control-request-private-network": "true",
        },
      });
      expect([403, 405]).toContain(sent.status);
      expect(Object.keys(sent.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("listens to no events, with a cookie or without [ATTACK-26]", async () => {
    const { server } = await serveSecret();
    const cookie = `token=${server.token}; authorization=${server.token}`;
    const asking = { accept: "text/event-stream", authorization: undefined };
    expect((await send(server, { method: "GET", headers: asking })).status).toBe(401);
    expect((await send(server, { method: "GET", headers: { ...asking, cookie } })).status).toBe(401);
    const foreign = { accept: "text/event-stream", origin: "http://evil.test" };
    expect((await send(server, { method: "GET", headers: foreign })).status).toBe(403);
  });

  it.each(["http://evil.test", undefined])(
    "opens no WebSocket, from origin %s [ATTACK-26]",
    async (origin) => {
      const { server } = await serveSecret();
      for (const authorization of [`Authorization: Bearer ${server.token}`, "X-None: 1"]) {
        const socket = await openSocket(server);
        socket.write(
          [
            "GET /mcp HTTP/1.1",
            `Host: 127.0.0.1:${server.port}`,
            "Connection: Upgrade, close",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            authorization,
            ...(origin === undefined ? [] : [`Origin: ${origin}`]),
            "",
            "",
          ].join("\r\n"),
        );
        expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 /);
      }
    },
  );

  it("finds no route without the token, whatever there is or is not [ATTACK-26]", async () => {
    const { server } = await serveSecret();
    const statusesOf = async (paths: readonly string[]): Promise<ReadonlySet<number>> => {
      const asked = paths.flatMap((path) => ["GET", "POST", "DELETE"].map((method) => ({ method, path })));
      const headers = { authorization: undefined };
      return new Set(
        await Promise.all(asked.map(async (each) => (await send(server, { ...each, headers })).status)),
      );
    };
    expect(await statusesOf(["/mcp", "/mcp/a", "/mcp/a/b", "/mcp?x"])).toEqual(new Set([401]));
    const others = ["/", "/favicon.ico", "/.well-known/oauth-protected-resource", "/health", "/mcpx"];
    expect(await statusesOf(others)).toEqual(new Set([404]));
  });
});
