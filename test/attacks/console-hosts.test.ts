/** Attacks 25 to 28 at the console: names, origins and sockets of strangers. Sent by hand, with a login that is good. */
import { describe, expect, it } from "vitest";
import { ask, serveConsole, signIn, visit } from "../support/console-server.js";
import { openSocket, readToEnd } from "../support/http-server.js";
import { lookalikeHosts } from "../support/lookalike-hosts.js";
import { tempWorkspace } from "../support/workspace.js";

const paths = ["/", "/api/health", "/entry.css", "/open/x", "/icon.svg"];

/** Letters that are none of HTTP go as their bytes. */
const hostsLike = (port: number): readonly string[] =>
  ["evil.test", `evil.test:${port}`, "", ...lookalikeHosts(port)].map((host) =>
    Buffer.from(host).toString("latin1"),
  );

describe("A name that leads to this machine and is not the console's", () => {
  it("gets nothing, with cookie and key [CONSEC-1]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    for (const host of [...hostsLike(server.port), undefined])
      for (const path of paths) {
        const { status, text } = await ask(server, path, browser, { headers: { host } });
        expect({ host, path, status }).toEqual({ host, path, status: 403 });
        expect(text).toContain("This host name is not served here.");
      }
    expect(server.admitted).toEqual([]);
  });

  it("is not the exact one: those are served, each with logins of its own cookie [CONSEC-1]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`])
      expect((await ask(server, "/api/x", browser, { headers: { host } })).status).toBe(200);
  });

  it("can't come with a login of another server's port: the cookie has another name [CONSEC-13]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { cookie, key } = await signIn(server);
    expect(cookie).toMatch(new RegExp(`^filewright-${server.port}=[\\w-]{43}$`));
    const value = cookie.split("=")[1] ?? "";
    const statusOf = async (given: string): Promise<number> =>
      (await ask(server, "/api/x", { cookie: given, key })).status;
    expect(await statusOf(`filewright-1=${value}`)).toBe(401);
    expect(await statusOf(`xfilewright-${server.port}=${value}`)).toBe(401);
    const planted = `filewright-${server.port}=planted; ${cookie}; filewright-${server.port}=; a=b`;
    expect(await statusOf(planted)).toBe(200);
  });
});

describe("A page of another origin", () => {
  it("reaches nothing, with cookie and key [CONSEC-2]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const { port } = server;
    const origins = [
      ...hostsLike(port)
        .filter((host) => host !== "")
        .map((host) => `http://${host}`),
      "http://evil.test",
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port + 1}`,
      `http://127.0.0.1:${port}/`,
      `HTTP://127.0.0.1:${port}`,
      "file://",
      "null",
      "",
      // Served, and another origin than the one that is asked.
      `http://localhost:${port}`,
    ];
    for (const origin of origins)
      for (const method of ["GET", "POST"]) {
        const sent = await ask(server, "/api/x", browser, { method, headers: { origin }, body: {} });
        expect({ origin, method, status: sent.status }).toEqual({ origin, method, status: 403 });
      }
    expect(server.admitted).toEqual([]);
  });

  it.each([
    ["a plain POST", { "content-type": "text/plain" }, 415],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["an upload", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["no type at all", { "content-type": undefined }, 415],
    ["another type that begins alike", { "content-type": "application/jsonp" }, 415],
    ["no origin", { origin: undefined }, 403],
    ["the origin of nobody", { origin: "null" }, 403],
  ])("posts nothing by %s [CONSEC-14]", async (_, headers, status) => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const sent = await ask(server, "/api/x", browser, { method: "POST", headers, body: {} });
    expect(sent.status).toBe(status);
    expect(JSON.parse(sent.text)).toMatchObject({ error: { message: expect.any(String) } });
    expect(server.admitted).toEqual([]);
  });

  it.each(["cross-site", "same-site", "none", "SAME-ORIGIN", "same-origin, same-origin", ""])(
    "is told by the browser's own word %j, and gets nothing of the API [CONSEC-15]",
    async (site) => {
      const server = await serveConsole(tempWorkspace());
      const browser = await signIn(server);
      for (const method of ["GET", "POST"]) {
        const headers = { "sec-fetch-site": site };
        expect((await ask(server, "/api/x", browser, { method, headers, body: {} })).status).toBe(403);
      }
    },
  );

  it("listens to no events: what it can make a browser send has no key [CONSEC-12]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { cookie } = await signIn(server);
    const sent = await ask(server, "/api/stream", { cookie }, { headers: { accept: "text/event-stream" } });
    expect(sent.status).toBe(401);
  });

  it("is told by no preflight that it may ask [CONSEC-2, CONSEC-16]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    for (const origin of ["http://evil.test", "null", `http://127.0.0.1:${server.port + 1}`, server.origin]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-filewright-key",
        "access-control-request-private-network": "true",
      };
      const sent = await ask(server, "/api/x", browser, { method: "OPTIONS", headers });
      expect([403, 405]).toContain(sent.status);
      expect(Object.keys(sent.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("opens no WebSocket, from any origin, at any path [CONSEC-3]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { cookie, key } = await signIn(server);
    for (const path of ["/", "/api/stream", "/socket"])
      for (const origin of ["http://evil.test", server.origin, undefined]) {
        const socket = await openSocket(server);
        socket.write(
          [
            `GET ${path} HTTP/1.1`,
            `Host: 127.0.0.1:${server.port}`,
            "Connection: Upgrade, close",
            "Upgrade: WebSocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            `Cookie: ${cookie}`,
            `X-Filewright-Key: ${key}`,
            ...(origin === undefined ? [] : [`Origin: ${origin}`]),
            "",
            "",
          ].join("\r\n"),
        );
        expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 /);
      }
  });
});

describe("Where others can reach the server", () => {
  it("there is no console, whatever is asked for, and it says so [CONSEC-28]", async () => {
    const server = await serveConsole(tempWorkspace(), {
      host: "0.0.0.0",
      allowRemote: true,
      allowedHosts: ["files.example"],
    });
    expect(server.http.createConsoleLink()).toBeUndefined();
    for (const host of [`127.0.0.1:${server.port}`, "files.example"])
      for (const path of [...paths, "/login", "/api/link"]) {
        const { status, text } = await visit(server, path, { headers: { host } });
        expect({ host, path, status }).toEqual({ host, path, status: 404 });
        expect(text).toContain("a console is for this machine alone");
      }
  });

  it("as behind a proxy on this machine, there is none under the proxy's name [CONSEC-28]", async () => {
    const allowedHosts = ["files.example", "localhost:8000"];
    const server = await serveConsole(tempWorkspace(), { allowedHosts });
    const browser = await signIn(server);
    const statusOf = async (host: string): Promise<number> =>
      (await ask(server, "/api/x", browser, { headers: { host } })).status;
    expect(await statusOf("files.example")).toBe(404);
    expect(await statusOf(`files.example:${server.port}`)).toBe(404);
    // A port of this machine that leads here, as with ssh.
    expect(await statusOf("localhost:8000")).toBe(200);
  });
});
