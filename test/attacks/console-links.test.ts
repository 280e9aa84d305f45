/** Attack 30 at the console: the ways in, by a link and by the token, and those who try them without. */
import { describe, expect, it } from "vitest";
import { ask, browserOf, serveConsole, signIn, visit } from "../support/console-server.js";
import { begin, send } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" } as const;
const formOf = (token: string): string => new URLSearchParams({ token }).toString();
const formType = "application/x-www-form-urlencoded";

describe("A link", () => {
  it("gives a cookie that no script reads and no other site has sent, and the key behind the # [CONSEC-11]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { status, headers, text } = await visit(server, await server.link(), {
      headers: { "sec-fetch-site": "none", ...navigation },
    });
    expect(status).toBe(303);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(
        new RegExp(
          `^filewright-${server.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=604800$`,
        ),
      ),
    ]);
    expect(headers.location).toMatch(/^\/#key=[\w-]{43}$/);
    expect(text).toBe("");
    expect(JSON.stringify(headers)).not.toContain(server.token);
  });

  it("works once, says what to do when it does not, and is good for ten minutes [CONSEC-6, CONSEC-7]", async () => {
    let now = Date.now();
    const server = await serveConsole(tempWorkspace(), { now: () => now });
    const [used, late] = [await server.link(), await server.link()];
    expect((await visit(server, used)).status).toBe(303);
    now += 10 * 60 * 1000;
    for (const path of [
      used,
      late,
      "/open/",
      "/open/x",
      `/open/${"x".repeat(43)}`,
      `${used}/`,
      `${used}%20`,
    ]) {
      const { status, headers, text } = await visit(server, path);
      expect({ path, status, cookie: headers["set-cookie"] }).toEqual({
        path,
        status: 403,
        cookie: undefined,
      });
      expect(text).toContain("This link does not work");
      expect(text).toContain("filewright console");
    }
  });

  it.each([
    [
      "loaded by another site",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
    ],
    [
      "fetched by another port",
      { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
    ],
    [
      "put into a frame",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
    ],
    ["fetched beforehand", { "sec-purpose": "prefetch;prerender", "sec-fetch-site": "none", ...navigation }],
    ["fetched beforehand by an older browser", { purpose: "prefetch" }],
    ["looked at for a preview", { purpose: "preview" }],
  ])("that is %s lets nobody in and stays good [CONSEC-8]", async (_, headers) => {
    const server = await serveConsole(tempWorkspace());
    const link = await server.link();
    const refused = await visit(server, link, { headers });
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([403, undefined]);
    expect((await visit(server, link)).status).toBe(303);
  });

  it("that stands on another page leads on by a page of ours [CONSEC-9]", async () => {
    const server = await serveConsole(tempWorkspace());
    const headers = { "sec-fetch-site": "cross-site", ...navigation };
    const sent = await visit(server, await server.link(), { headers });
    expect([sent.status, sent.headers.location]).toEqual([200, undefined]);
    const key = /content="0;url=\/#key=([\w-]{43})"/.exec(sent.text)?.[1] ?? "";
    const { cookie } = browserOf(sent);
    expect((await ask(server, "/api/x", { cookie, key })).status).toBe(200);
  });

  it("to the console itself leads on from there, signed in or not, without what that page put behind it [CONSEC-9]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { cookie } = await signIn(server);
    for (const site of ["cross-site", "same-site"])
      for (const more of [{ cookie }, {}]) {
        const { status, text } = await visit(server, "/", {
          headers: { "sec-fetch-site": site, ...navigation, ...more },
        });
        expect(status).toBe(200);
        expect(text).toContain('<meta http-equiv="refresh" content="0;url=/">');
        expect(text).not.toContain("<script");
      }
    const framed = {
      "sec-fetch-site": "same-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "iframe",
      cookie,
    };
    expect((await visit(server, "/", { headers: framed })).status).toBe(403);
    const loaded = {
      "sec-fetch-site": "same-site",
      "sec-fetch-mode": "no-cors",
      "sec-fetch-dest": "script",
      cookie,
    };
    expect((await visit(server, "/icon.svg", { headers: loaded })).status).toBe(403);
  });

  it("can't be guessed: wrong ones wait, good ones and other requests do not [CONSEC-10]", async () => {
    const server = await serveConsole(tempWorkspace(), {
      limits: { firstGuessMs: 60_000, lastGuessMs: 60_000 },
    });
    const link = await server.link();
    const waiting = [
      begin(server, { method: "GET", path: "/open/wrong", headers: { authorization: undefined } }),
      begin(server, {
        path: "/login",
        headers: { authorization: undefined, "content-type": formType, origin: server.origin },
        body: formOf("wrong"),
      }),
      begin(server, { path: "/api/link", headers: { authorization: "Bearer wrong" }, body: {} }),
    ];
    let answered = 0;
    for (const { response } of waiting)
      response.then(
        () => (answered += 1),
        () => undefined,
      );
    const browser = browserOf(await visit(server, link));
    expect((await ask(server, "/api/x", browser)).status).toBe(200);
    expect((await visit(server, "/")).status).toBe(401);
    expect(answered).toBe(0);
    for (const { sent } of waiting) sent.destroy();
  });

  it("that a stranger's page guesses slows nobody down: it is refused before [CONSEC-10, CONSEC-8]", async () => {
    const server = await serveConsole(tempWorkspace(), {
      limits: { firstGuessMs: 60_000, lastGuessMs: 60_000 },
    });
    const headers = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "no-cors",
      "sec-fetch-dest": "image",
    };
    expect((await visit(server, "/open/wrong", { headers })).status).toBe(403);
  });
});

describe("The token", () => {
  const form = (server: { origin: string }, more: object = {}) => ({
    origin: server.origin,
    "content-type": formType,
    "sec-fetch-site": "same-origin",
    ...navigation,
    ...more,
  });

  it("signs in by the form of the sign-in page [CONSEC-17]", async () => {
    const server = await serveConsole(tempWorkspace());
    for (const typed of [server.token, ` ${server.token}\r\n`]) {
      const sent = await visit(server, "/login", {
        method: "POST",
        headers: form(server),
        body: formOf(typed),
      });
      expect(sent.status).toBe(303);
      expect(JSON.stringify(sent)).not.toContain(server.token);
      expect((await ask(server, "/api/x", browserOf(sent))).status).toBe(200);
    }
  });

  it.each([
    ["is wrong", {}, formOf("wrong"), 403],
    ["is not there", {}, "", 403],
    ["has another name", {}, "TOKEN=TOKEN_ITSELF", 403],
    ["comes with too much", {}, `token=TOKEN_ITSELF&x=${"x".repeat(9000)}`, 403],
    ["comes from another origin", { origin: "http://evil.test" }, "token=TOKEN_ITSELF", 403],
    ["comes from nobody", { origin: "null" }, "token=TOKEN_ITSELF", 403],
    ["comes without an origin", { origin: undefined }, "token=TOKEN_ITSELF", 403],
    ["comes from another port", { "sec-fetch-site": "same-site" }, "token=TOKEN_ITSELF", 403],
    ["comes as text", { "content-type": "text/plain" }, "token=TOKEN_ITSELF", 415],
    ["comes as JSON", { "content-type": "application/json" }, '{"token":"TOKEN_ITSELF"}', 415],
  ])("signs nobody in when it %s [CONSEC-17]", async (_, headers, text, status) => {
    const server = await serveConsole(tempWorkspace());
    const body = text.replace("TOKEN_ITSELF", () => server.token);
    const sent = await visit(server, "/login", { method: "POST", headers: form(server, headers), body });
    expect([sent.status, sent.headers["set-cookie"]]).toEqual([status, undefined]);
    expect(sent.text).not.toContain(server.token);
  });

  it("gets a program a link, in its header alone, and no page of a browser one [CONSEC-31, CONSEC-18]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const post = { path: "/api/link", body: {} };
    const sent = await send(server, post);
    const { url } = JSON.parse(sent.text) as { url: string };
    expect(sent.status).toBe(200);
    expect(url).toMatch(new RegExp(`^${server.origin}/open/[\\w-]{43}$`));
    expect((await visit(server, new URL(url).pathname)).status).toBe(303);
    for (const [more, status] of [
      [{ authorization: undefined }, 401],
      [{ authorization: "Bearer wrong" }, 401],
      [{ authorization: undefined, cookie: browser.cookie, "x-filewright-key": browser.key }, 401],
      [{ origin: server.origin }, 403],
      [{ origin: "http://evil.test" }, 403],
      [{ "sec-fetch-site": "same-origin" }, 403],
      [{ "sec-fetch-site": "none" }, 403],
      [{ "content-type": "text/plain" }, 415],
    ] as const)
      expect({ more, status: (await send(server, { ...post, headers: more })).status }).toEqual({
        more,
        status,
      });
    expect((await send(server, { method: "GET", path: "/api/link" })).status).toBe(405);
    expect(
      (
        await send(server, {
          path: `/api/link?token=${server.token}`,
          headers: { authorization: undefined },
          body: {},
        })
      ).status,
    ).toBe(401);
  });
});
