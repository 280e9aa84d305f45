/** Attack 30: getting hold of the token, or of someone's session, or doing without. */
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTokenCheck } from "../../src/mcp/http/bearer.js";
import { GuessDelay } from "../../src/mcp/http/guess-delay.js";
import { initialize, modernCall, openSession, send, serveHttp, toolCall } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const noDelay = { firstGuessMs: 0, lastGuessMs: 0 } as const;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("The token", () => {
  it("counts in its header alone: not in the address, a cookie, the body or another header [ATTACK-30]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits: noDelay });
    const { token } = server;
    const { body, headers } = modernCall("Read", { file_path: files.path("a.txt") });
    const without = { ...headers, authorization: undefined };
    for (const path of [`/mcp?token=${token}`, `/mcp?access_token=${token}`, `/mcp/${token}`])
      expect((await send(server, { path, body, headers: without })).status).toBe(401);
    for (const more of [
      { cookie: `token=${token}` },
      { "x-api-key": token },
      { "proxy-authorization": `Bearer ${token}` },
      { authorization: token },
      { authorization: `Basic ${Buffer.from(`x:${token}`).toString("base64")}` },
      { authorization: `Bearer ${token},Bearer ${token}` },
      { authorization: `Bearer ${token} x` },
      { authorization: `Token ${token}` },
    ])
      expect((await send(server, { body, headers: { ...without, ...more } })).status).toBe(401);
    const first = await send(server, { path: `/mcp?token=${token}`, body, headers });
    expect(first.status).toBe(200);
    expect(JSON.stringify(first)).not.toContain(token);
  });

  it("is asked for with the challenge that clients know [ATTACK-30]", async () => {
    const server = await serveHttp(tempWorkspace(), { limits: noDelay });
    const missing = await send(server, { headers: { authorization: undefined }, body: initialize });
    expect(missing.headers["www-authenticate"]).toBe('Bearer realm="filewright"');
    const wrong = await send(server, { headers: { authorization: "Bearer wrong" }, body: initialize });
    expect(wrong.headers["www-authenticate"]).toContain('error="invalid_token"');
  });

  it("is not matched by its beginning, another case, or more [ATTACK-30]", () => {
    const isToken = createTokenCheck("abcdefghijklmnopqrstuvwxyz0123456789");
    expect(isToken("abcdefghijklmnopqrstuvwxyz0123456789")).toBe(true);
    for (const given of [
      "",
      "a",
      "abcdefghijklmnopqrstuvwxyz012345678",
      "abcdefghijklmnopqrstuvwxyz0123456789x",
    ])
      expect(isToken(given)).toBe(false);
    expect(isToken("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")).toBe(false);
  });

  it("is compared by digests of one length in constant time [ATTACK-30]", () => {
    const source = readFileSync(new URL("../../src/mcp/http/bearer.ts", import.meta.url), "utf8");
    expect(source).toContain("timingSafeEqual(digest(given), wanted)");
  });

  it("is answered ever slower when it is wrong, for its address alone, up to a bound [ATTACK-30]", () => {
    let now = 0;
    const guesses = new GuessDelay({ firstMs: 100, lastMs: 10_000, now: () => now });
    expect(Array.from({ length: 9 }, () => guesses.noteWrong("10.0.0.1"))).toEqual([
      100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000,
    ]);
    expect(guesses.noteWrong("10.0.0.2")).toBe(100);
    now += 11 * 60 * 1000;
    expect(guesses.noteWrong("10.0.0.1")).toBe(100);
    for (let address = 0; address < 5000; address += 1) guesses.noteWrong(`10.1.0.${address}`);
    expect(guesses.noteWrong("10.0.0.2")).toBe(100);
  });

  it("is not kept waiting when it is right, while wrong ones wait [ATTACK-30]", async () => {
    const server = await serveHttp(tempWorkspace(), {
      limits: { firstGuessMs: 60_000, lastGuessMs: 60_000 },
    });
    const sockets = Array.from({ length: 5 }, () => createConnection(server.port, "127.0.0.1"));
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    let answered = 0;
    for (const socket of sockets) {
      socket.on("data", () => (answered += 1));
      socket.on("error", () => undefined);
      socket.write(
        `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer wrong\r\n\r\n`,
      );
    }
    expect((await send(server, { body: initialize })).status).toBe(200);
    expect(answered).toBe(0);
  });

  it("lies in a file for its user alone, in a folder for its user alone, and is used again [ATTACK-30, HTTP-4]", async () => {
    const files = tempWorkspace();
    const { http, token } = await serveHttp(files);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([
      modeOf(http.tokenFile),
      modeOf(`${http.tokenFile}.key`),
      modeOf(dirname(http.tokenFile)),
    ]).toEqual([0o600, 0o600, 0o700]);
    expect((await serveHttp(files)).token).toBe(token);
  });

  it.each([0o644, 0o640, 0o604, 0o620, 0o666])(
    "is refused in a file of mode %o, with what to run [ATTACK-30, HTTP-4]",
    async (mode) => {
      const files = tempWorkspace();
      const tokenFile = join(files.root, "..", "token");
      writeFileSync(tokenFile, `${"x".repeat(40)}\n`);
      chmodSync(tokenFile, mode);
      await expect(serveHttp(files, { tokenFile })).rejects.toThrow(`Run: chmod 600 "${tokenFile}"`);
      chmodSync(tokenFile, 0o600);
      expect((await serveHttp(files, { tokenFile })).token).toBe("x".repeat(40));
    },
  );

  it("is refused where it is no token, no file, or within reach of the tools [ATTACK-30, HTTP-4]", async () => {
    const files = tempWorkspace();
    const base = join(files.root, "..");
    const write = (name: string, text: string): string => {
      writeFileSync(join(base, name), text, { mode: 0o600 });
      return join(base, name);
    };
    await expect(serveHttp(files, { tokenFile: write("short", "secret") })).rejects.toThrow("is not one");
    await expect(serveHttp(files, { tokenFile: write("blank", `a b ${"x".repeat(40)}`) })).rejects.toThrow(
      "is not one",
    );
    await expect(serveHttp(files, { tokenFile: write("empty", "") })).rejects.toThrow("is not one");
    mkdirSync(join(base, "folder"));
    await expect(serveHttp(files, { tokenFile: join(base, "folder") })).rejects.toThrow("can't be used");
    // Where nothing can be made, and asking for a folder again and again would never end.
    await expect(serveHttp(files, { tokenFile: "/proc/none/token" })).rejects.toThrow("can't be used");
    await expect(serveHttp(files, { tokenFile: files.path("token") })).rejects.toThrow("lies in a root");
    symlinkSync(files.root, join(base, "link"));
    await expect(serveHttp(files, { tokenFile: join(base, "link", "token") })).rejects.toThrow(
      "lies in a root",
    );
    expect(files.stamp("token")).toBeUndefined();
  });

  it("is refused where the key beside it is within reach of the tools [FIX-31]", async () => {
    const files = tempWorkspace({ key: "x".repeat(43) });
    chmodSync(files.path("key"), 0o600);
    const tokenFile = join(files.root, "..", "token");
    symlinkSync(files.path("key"), `${tokenFile}.key`);
    await expect(serveHttp(files, { tokenFile })).rejects.toThrow("lies in a root");
  });

  it("of another user is refused [ATTACK-30, HTTP-4]", async () => {
    const files = tempWorkspace();
    const own = join(files.root, "..", "token");
    writeFileSync(own, "x".repeat(40), { mode: 0o600 });
    // Only root can give a file away; everybody else has files of root's at hand.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(own, 12_345, 12_345);
    const tokenFile = isRoot ? own : "/etc/passwd";
    await expect(serveHttp(files, { tokenFile })).rejects.toThrow("belongs to another user");
  });
});

describe("A session", () => {
  it("gets its id from the server alone: one that a client brings opens nothing [ATTACK-30]", async () => {
    const server = await serveHttp(tempWorkspace());
    const fixed = { "mcp-session-id": "00000000-0000-4000-8000-000000000000" };
    expect((await send(server, { headers: fixed, body: initialize })).status).toBe(404);
    expect((await send(server, { headers: fixed, body: toolCall("Read", {}) })).status).toBe(404);
    expect((await send(server, { method: "GET", headers: fixed })).status).toBe(404);
    expect((await send(server, { method: "DELETE", headers: fixed })).status).toBe(404);
    const ids = await Promise.all([openSession(server), openSession(server)]);
    expect(ids[0]?.["mcp-session-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[0]?.["mcp-session-id"]).not.toBe(ids[1]?.["mcp-session-id"]);
  });

  it("is no token: its id without one is worth nothing, and under another agent's name not found [ATTACK-30]", async () => {
    const server = await serveHttp(tempWorkspace());
    const session = await openSession(server, { path: "/mcp/one" });
    const ping = { jsonrpc: "2.0", id: 5, method: "ping" };
    const statusOf = async (path: string, more: object = {}): Promise<number> =>
      (await send(server, { path, headers: { ...session, ...more }, body: ping })).status;
    expect(await statusOf("/mcp/one", { authorization: undefined })).toBe(401);
    expect(await statusOf("/mcp/two")).toBe(404);
    expect(await statusOf("/mcp")).toBe(404);
    expect((await send(server, { method: "DELETE", path: "/mcp/two", headers: session })).status).toBe(404);
    expect(await statusOf("/mcp/one")).toBe(200);
  });
});
