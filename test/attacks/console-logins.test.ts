/** Attack 30 at the console: fixing a login, or keeping one that has ended. */
import { readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ask, type Browser, browserOf, serveConsole, signIn, visit } from "../support/console-server.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A login", () => {
  it("survives a restart of the server and lies in a private file without secrets [CONSEC-19, CONSEC-20]", async () => {
    const files = tempWorkspace();
    const first = await serveConsole(files);
    const browser = await signIn(first);
    const file = `${first.http.tokenFile}.logins`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file, "utf8");
    for (const secret of [browser.cookie.split("=")[1] ?? "", browser.key, first.token])
      expect(kept).not.toContain(secret);
    await first.close();
    const second = await serveConsole(files, { port: first.port });
    expect((await ask(second, "/api/x", browser)).status).toBe(200);
    await second.close();
    rmSync(first.http.tokenFile);
    const third = await serveConsole(files, { port: first.port });
    expect((await ask(third, "/api/x", browser)).status).toBe(401);
  });

  it("is not kept where the tools could reach it [CONSEC-19]", async () => {
    const files = tempWorkspace({ logins: "" });
    const tokenFile = `${files.root}-token`;
    symlinkSync(files.path("logins"), `${tokenFile}.logins`);
    await expect(serveConsole(files, { tokenFile })).rejects.toThrow("lies in a root");
  });

  it("ends by leaving: for good, with its cookie and what goes on under it [CONSEC-22]", async () => {
    const files = tempWorkspace();
    const server = await serveConsole(files);
    const [browser, other] = [await signIn(server), await signIn(server)];
    const streams = [ask(server, "/api/stream", browser), ask(server, "/api/stream", other)];
    await expect.poll(() => server.admitted.length).toBe(2);
    const left = await ask(server, "/api/leave", browser, { method: "POST", body: {} });
    expect([left.status, left.text]).toEqual([200, "{}"]);
    expect(left.headers["set-cookie"]).toEqual([
      `filewright-${server.port}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`,
    ]);
    expect((await streams[0])?.text).toBe("{}\n");
    expect(server.admitted.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect((await ask(server, "/api/x", browser)).status).toBe(401);
    expect((await ask(server, "/", browser)).status).toBe(401);
    expect((await ask(server, "/api/x", other)).status).toBe(200);
    await server.close();
    await streams[1];
    const again = await serveConsole(files, { port: server.port });
    expect((await ask(again, "/api/x", browser)).status).toBe(401);
    expect((await ask(again, "/api/x", other)).status).toBe(200);
  });

  it("can be left by its own page alone [CONSEC-22]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const { cookie } = browser;
    const leave = { method: "POST", body: {} };
    expect((await ask(server, "/api/leave", { cookie }, leave)).status).toBe(401);
    const foreign = { ...leave, headers: { "sec-fetch-site": "same-site" } };
    expect((await ask(server, "/api/leave", browser, foreign)).status).toBe(403);
    expect((await ask(server, "/api/leave", browser)).status).toBe(200);
    expect(server.admitted.map(({ method, path }) => [method, path])).toEqual([["GET", "/api/leave"]]);
    expect((await ask(server, "/api/x", browser)).status).toBe(200);
  });

  it("is one of twenty, each for a week [CONSEC-23]", async () => {
    let now = Date.now();
    const server = await serveConsole(tempWorkspace(), { now: () => now });
    const browsers: Browser[] = [];
    for (let count = 0; count < 21; count += 1) browsers.push(await signIn(server));
    const statuses = async (): Promise<readonly number[]> =>
      Promise.all(browsers.map(async (browser) => (await ask(server, "/api/x", browser)).status));
    expect(await statuses()).toEqual([401, ...Array.from({ length: 20 }, () => 200)]);
    now += 7 * 24 * 60 * 60 * 1000;
    expect(new Set(await statuses())).toEqual(new Set([401]));
  });

  it("takes the place of the browser's former one [CONSEC-24]", async () => {
    const server = await serveConsole(tempWorkspace());
    const former = await signIn(server);
    const sent = await visit(server, await server.link(), { headers: { cookie: former.cookie } });
    expect((await ask(server, "/api/x", former)).status).toBe(401);
    expect((await ask(server, "/api/x", browserOf(sent))).status).toBe(200);
  });

  it("can't be brought along: a cookie that a stranger has chosen stays worth nothing [CONSEC-24]", async () => {
    const server = await serveConsole(tempWorkspace());
    const chosen = `filewright-${server.port}=${"x".repeat(43)}`;
    const browser = browserOf(await visit(server, await server.link(), { headers: { cookie: chosen } }));
    expect(browser.cookie).not.toBe(chosen);
    expect((await ask(server, "/api/x", { cookie: chosen, key: browser.key })).status).toBe(401);
  });
});
