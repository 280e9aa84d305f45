/** Attacks 26, 29 and 30 at the console: who has no login, half of one, or another's; and requests that are odd in other ways. */
import { describe, expect, it } from "vitest";
import { ask, type Browser, serveConsole, signIn, visit } from "../support/console-server.js";
import { initialize, openSocket, readToEnd, type Sent, send } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const POLICY = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "x-frame-options": "DENY",
};
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; trusted-types 'none'; require-trusted-types-for 'script'";
const ENTRY_CSP =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; trusted-types 'none'; require-trusted-types-for 'script'";

describe("Half a login", () => {
  it("opens nothing of the API: it takes the cookie and the key of the same one [CONSEC-12]", async () => {
    const server = await serveConsole(tempWorkspace());
    const [one, other] = [await signIn(server), await signIn(server)];
    const cases: readonly [string, Partial<Browser>, number][] = [
      ["nothing", {}, 401],
      ["the cookie alone", { cookie: one.cookie }, 401],
      ["the key alone", { key: one.key }, 401],
      ["another's key", { cookie: one.cookie, key: other.key }, 401],
      ["another's cookie", { cookie: other.cookie, key: one.key }, 401],
      ["the cookie twice", { cookie: one.cookie, key: one.cookie.split("=")[1] ?? "" }, 401],
      ["the key twice", { cookie: `filewright-${server.port}=${one.key}`, key: one.key }, 401],
      ["an empty key", { cookie: one.cookie, key: "" }, 401],
      ["both", one, 200],
      ["both of the other", other, 200],
    ];
    for (const [name, browser, status] of cases)
      for (const method of ["GET", "POST"]) {
        const sent = await ask(server, "/api/x", browser, { method, body: {} });
        expect({ name, method, status: sent.status }).toEqual({ name, method, status });
        if (status === 401)
          expect(JSON.parse(sent.text)).toEqual({
            error: { message: "This browser is not signed in.", hint: expect.any(String) },
          });
      }
  });

  it("shows the page with the cookie, which says nothing by itself [CONSEC-4, CONSEC-12]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { cookie } = await signIn(server);
    const { status, text } = await visit(server, "/", { headers: { cookie } });
    expect(status).toBe(200);
    expect(text).toContain('<div id="app"></div>');
    expect(server.admitted).toEqual([]);
  });
});

describe("Without a login", () => {
  it("nothing is told of the roots, the version, the sessions or what there is [CONSEC-4]", async () => {
    const files = tempWorkspace({ "secret.txt": "the secret" });
    const server = await serveConsole(files);
    await send(server, { body: initialize });
    const answers: (Sent & { path: string })[] = [];
    for (const path of [
      "/",
      "/api/stream",
      "/api/health",
      "/api/none",
      "/api/",
      "/assets/x.js",
      "/icon.svg",
      "/login",
      "/open/",
      "/entry.css",
      "/none",
      "/.well-known/oauth-protected-resource",
    ])
      for (const method of ["GET", "POST"])
        answers.push({
          path,
          ...(await visit(server, path, { method, body: method === "POST" ? "" : undefined })),
        });
    for (const { path, text, headers, status } of answers) {
      const all = `${text}${JSON.stringify(headers)}`;
      expect({
        path,
        told: [files.root, "1.2.3", "secret", server.token].filter((each) => all.includes(each)),
      }).toEqual({
        path,
        told: [],
      });
      if (status === 200) expect(path).toBe("/entry.css");
    }
    const ofApi = answers.filter(({ path, status }) => path.startsWith("/api/") && status === 401);
    expect(new Set(ofApi.map(({ text }) => text)).size).toBe(1);
    expect(server.admitted).toEqual([]);
  });

  it("pages say how to get in, and have neither script nor data [CONSEC-4, CONSEC-38]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { status, headers, text } = await visit(server, "/");
    expect(status).toBe(401);
    expect(headers["content-security-policy"]).toBe(ENTRY_CSP);
    expect(text).toContain("filewright console");
    expect(text).toContain('<form method="post" action="/login">');
    expect(text).not.toMatch(/<script|\son\w+=|style=|javascript:/i);
    expect((await visit(server, "/entry.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
    expect((await visit(server, "/login")).headers.location).toBe("/");
  });

  it("the protocol's token opens no page and no API, and a login not the protocol [CONSEC-18, CONSEC-37]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const authorization = `Bearer ${server.token}`;
    expect((await visit(server, "/", { headers: { authorization } })).status).toBe(401);
    expect((await ask(server, "/api/x", {}, { headers: { authorization } })).status).toBe(401);
    for (const path of [`/?token=${server.token}`, `/api/x?token=${server.token}`, `/?key=${browser.key}`])
      expect((await visit(server, path)).status).toBe(401);
    const headers = { authorization: undefined, cookie: browser.cookie, "x-filewright-key": browser.key };
    expect((await send(server, { headers, body: initialize })).status).toBe(401);
    const asBearer = { authorization: `Bearer ${browser.key}` };
    expect((await send(server, { headers: asBearer, body: initialize })).status).toBe(401);
    expect((await send(server, { body: initialize })).status).toBe(200);
  });
});

describe("Every answer", () => {
  it("has the whole policy, whoever asks for whatever, and no CORS header [CONSEC-5]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const asked: readonly Promise<Sent>[] = [
      ...[
        "/",
        "/icon.svg",
        "/assets/none.js",
        "/none",
        "/open/wrong",
        "/entry.css",
        "/login",
        "/api/x",
      ].flatMap((path) => [
        visit(server, path),
        ask(server, path, browser),
        visit(server, path, { method: "PUT" }),
      ]),
      ask(server, "/api/x", browser, { method: "POST", body: {} }),
      ask(server, "/api/x", browser, { method: "POST", body: "{" }),
      ask(server, "/api/link", browser, { method: "POST", body: {} }),
      ask(server, "/api/leave", {}, { method: "POST", body: {} }),
      visit(server, await server.link()),
      visit(server, await server.link(), {
        headers: {
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "navigate",
          "sec-fetch-dest": "document",
        },
      }),
      visit(server, "/login", { method: "POST", body: "token=x" }),
    ];
    for (const { headers, status } of await Promise.all(asked)) {
      expect(headers).toMatchObject(POLICY);
      const isEntryPage = headers["content-security-policy"] === ENTRY_CSP;
      expect(headers["content-security-policy"]).toBe(isEntryPage ? ENTRY_CSP : PAGE_CSP);
      expect(headers["referrer-policy"]).toBe(isEntryPage ? "same-origin" : "no-referrer");
      expect(headers["permissions-policy"]).toMatch(/^accelerometer=\(\), camera=\(\), .*usb=\(\)/);
      expect(headers["cache-control"]).toBe("no-store");
      expect(Object.keys(headers).filter((name) => /access-control|server|powered/.test(name))).toEqual([]);
      expect(headers["content-length"] !== undefined || status === 200).toBe(true);
    }
  });
});

describe("Odd requests", () => {
  it.each(["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY"])(
    "by %s are refused with what there is, and use no link up [CONSEC-16, CONSEC-8]",
    async (method) => {
      const server = await serveConsole(tempWorkspace());
      const browser = await signIn(server);
      const link = await server.link();
      for (const path of ["/", "/api/x", "/entry.css", link]) {
        const { status, headers } = await ask(server, path, browser, { method });
        expect({ path, status, allow: headers.allow }).toEqual({ path, status: 405, allow: "GET, POST" });
      }
      expect((await visit(server, link)).status).toBe(303);
      expect(server.admitted).toEqual([]);
    },
  );

  it("with huge heads are cut off, and the console goes on [CONSEC-27]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    for (const name of ["Cookie", "X-Filewright-Key", "X-Other"]) {
      const socket = await openSocket(server);
      socket.write(
        `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${name}: ${"x".repeat(40_000)}\r\n\r\n`,
      );
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 431 /);
    }
    const cookie = `${"a=b; ".repeat(2000)}${browser.cookie}`;
    expect((await ask(server, "/api/x", { ...browser, cookie })).status).toBe(200);
  });

  it("with huge bodies are refused, before they come where they say so; without a login nothing is read [CONSEC-27, CONSEC-14]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const begin = async (lines: readonly string[]): Promise<string> => {
      const socket = await openSocket(server);
      const head = [
        `Host: 127.0.0.1:${server.port}`,
        `Origin: ${server.origin}`,
        "Connection: close",
        ...lines,
      ];
      socket.write(["POST /api/x HTTP/1.1", ...head, "Content-Type: application/json", "", ""].join("\r\n"));
      return (await readToEnd(socket)).slice(0, 12);
    };
    const own = [`Cookie: ${browser.cookie}`, `X-Filewright-Key: ${browser.key}`];
    expect(await begin([...own, `Content-Length: ${16 * 1024 * 1024 + 1}`])).toBe("HTTP/1.1 413");
    expect(await begin([...own, "Content-Length: 99999999999999999999"])).toMatch(/^HTTP\/1\.1 4(?:00|13)$/);
    expect(await begin(["Content-Length: 100000"])).toBe("HTTP/1.1 401");
    const headers = { "transfer-encoding": "chunked" };
    const body = JSON.stringify("x".repeat(17 * 1024 * 1024));
    expect((await ask(server, "/api/x", browser, { method: "POST", headers, body })).status).toBe(413);
    const large = { text: "x".repeat(8 * 1024 * 1024) };
    expect((await ask(server, "/api/x", browser, { method: "POST", body: large })).status).toBe(200);
    expect(server.admitted.map(({ body }) => body)).toEqual([large]);
  });

  it.each(["{", "", "\u0000", "[1,]", "\xff"])(
    "with a body like %j that is no JSON are refused in words [CONSEC-14]",
    async (body) => {
      const server = await serveConsole(tempWorkspace());
      const browser = await signIn(server);
      const sent = await ask(server, "/api/x", browser, { method: "POST", body });
      expect(sent.status).toBe(400);
      expect(JSON.parse(sent.text)).toEqual({ error: { message: expect.stringContaining("JSON") } });
    },
  );

  it("that ask whether they may send get to, once they are let in [CONSEC-14]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const headers = { expect: "100-continue" };
    const sent = await ask(server, "/api/x", browser, { method: "POST", headers, body: { a: 1 } });
    expect(JSON.parse(sent.text)).toEqual({ method: "POST", path: "/api/x", body: { a: 1 } });
    expect((await ask(server, "/", browser, { headers: { expect: "cake" } })).status).toBe(417);
  });
});
