/** Tokens of single agents against those who hold none, another one, or one that was revoked; and against forged files. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeAgentToken } from "../../src/mcp/http/agent-token-file.js";
import { createTokenSearch, digestToken } from "../../src/mcp/http/bearer.js";
import { addToken, as, callIn, stateOf, tokensFileOf } from "../support/agent-tokens.js";
import { serveConsole, visit } from "../support/console-server.js";
import { begin, initialize, modernCall, openSession, send, serveHttp } from "../support/http-server.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const limits = { firstGuessMs: 0, lastGuessMs: 0 } as const;

function revoke(files: TempWorkspace, name: string): Promise<boolean> {
  return removeAgentToken(name, files.toolkit({ stateDirectory: stateOf(files) }).workspace);
}

describe("An agent's token", () => {
  it("lets its agent in, also one that was made while the server runs; no guess does [HOST-188]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits });
    const token = await addToken(files, "reviewer");
    const session = await openSession(as(server, token));
    const read = await callIn(as(server, token), session, "Read", { file_path: files.path("a.txt") });
    expect([read.status, read.code]).toEqual([200, undefined]);
    const stored = readFileSync(tokensFileOf(files), "utf8");
    const digest = digestToken(token);
    expect(stored).toContain(digest);
    for (const guess of ["x", digest, "reviewer", token.slice(0, -1), `${token}x`, token.toUpperCase(), ""])
      expect((await send(as(server, guess), { body: initialize })).status).toBe(401);
  });

  it("is found without a short cut, whichever of many it is [HOST-188]", () => {
    const holders = Array.from({ length: 20 }, (_, index) => ({
      digest: digestToken(`token ${index}`),
      index,
    }));
    const find = createTokenSearch(holders);
    for (const { index } of holders) expect(find(`token ${index}`)?.index).toBe(index);
    expect(find("token 20")).toBeUndefined();
    const source = readFileSync(new URL("../../src/mcp/http/bearer.ts", import.meta.url), "utf8");
    expect(source).toContain("if (timingSafeEqual(found, wanted)) match = holder;");
    expect(source).not.toMatch(/return holder|break/);
  });

  it("that is revoked ends its sessions, streams and half-sent requests, and lets nobody in again [HOST-188]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits });
    const token = await addToken(files, "reviewer");
    const agent = as(server, token);
    const session = await openSession(agent);
    const stream = await begin(agent, { method: "GET", headers: session }).response;
    const ended = new Promise((resolve) => stream.resume().once("end", resolve));
    const { headers, body } = modernCall("Read", { file_path: files.path("a.txt") });
    const text = JSON.stringify(body);
    const slow = begin(agent, { headers: { ...headers, "content-length": `${text.length}` }, body: "" });
    expect(await revoke(files, "reviewer")).toBe(true);
    await ended;
    slow.sent.destroy();
    slow.response.catch(() => undefined);
    expect((await callIn(agent, session, "Read", { file_path: files.path("a.txt") })).status).toBe(401);
    expect((await send(agent, { headers, body })).status).toBe(401);
    // The server's own token does not inherit the session.
    expect((await callIn(server, session, "Read", { file_path: files.path("a.txt") })).status).toBe(404);
  });

  it("is judged again when the body of its request has come [HOST-188]", async () => {
    const files = tempWorkspace({ "a.txt": "canary-5\n" });
    const server = await serveHttp(files, { limits });
    const agent = as(server, await addToken(files, "reviewer"));
    const { headers, body } = modernCall("Read", { file_path: files.path("a.txt") });
    const text = JSON.stringify(body);
    const { createConnection } = await import("node:net");
    const socket = createConnection(server.port, "127.0.0.1");
    const lines = Object.entries({
      host: `127.0.0.1:${server.port}`,
      authorization: `Bearer ${agent.token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "content-length": `${Buffer.byteLength(text)}`,
      connection: "close",
      expect: "100-continue",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    let answer = "";
    const hasBegun = new Promise((resolve) => socket.once("data", resolve));
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n`);
    await hasBegun;
    expect(answer).toContain("100 Continue");
    await revoke(files, "reviewer");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(text);
    await closed;
    expect(answer).toContain("HTTP/1.1 401");
    expect(answer).not.toContain("canary-5");
  });

  it("that is made again under the same name is another one [HOST-188, HOST-189]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits });
    const first = await addToken(files, "reviewer");
    const session = await openSession(as(server, first));
    await revoke(files, "reviewer");
    const second = await addToken(files, "reviewer");
    const args = { file_path: files.path("a.txt") };
    expect((await callIn(as(server, first), session, "Read", args)).status).toBe(401);
    expect((await callIn(as(server, second), session, "Read", args)).status).toBe(404);
  });

  it("opens no session, version or ledger of another, nor the server's own token one of its [HOST-189]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits });
    const one = as(server, await addToken(files, "one"));
    const two = as(server, await addToken(files, "two"));
    const args = { file_path: files.path("a.txt") };
    const session = await openSession(one);
    for (const other of [two, server]) {
      expect((await callIn(other, session, "Read", args)).status).toBe(404);
      expect((await send(other, { method: "GET", headers: session })).status).toBe(404);
      expect((await send(other, { method: "DELETE", headers: session })).status).toBe(404);
    }
    expect((await callIn(one, session, "Read", args)).status).toBe(200);
    const read = await send(one, modernCall("Read", args));
    const version = /file_version[^A-Za-z0-9]+([\w.-]{20,})/.exec(read.text)?.[1];
    expect(version).toBeDefined();
    const edit = { ...args, old_string: "one", new_string: "two" };
    expect((await send(two, modernCall("Edit", edit))).text).toContain("FILE_NOT_READ");
    expect((await send(two, modernCall("Edit", { ...edit, file_version: version }))).text).toContain(
      '"isError":true',
    );
    expect(files.read("a.txt")).toBe("one\n");
    expect((await send(one, modernCall("Edit", edit))).text).not.toContain('"isError":true');
  });

  it("does not open the console [HOST-192]", async () => {
    const files = tempWorkspace();
    const server = await serveConsole(files);
    const token = await addToken(files, "reviewer");
    const link = { method: "POST", path: "/api/link", body: {} } as const;
    expect((await send(as(server, token), link)).status).toBe(401);
    const headers = { origin: server.origin, "content-type": "application/x-www-form-urlencoded" };
    const login = await visit(server, "/login", { method: "POST", headers, body: `token=${token}` });
    expect(login.headers["set-cookie"]).toBeUndefined();
    expect(server.admitted).toEqual([]);
  });
});

describe("The rules of an agent's token", () => {
  it("deny, ask and tighten the mode, whatever project, user and server allow [HOST-187]", async () => {
    const loose = JSON.stringify({
      permissions: { allow: ["Read", "Edit", "Edit(//**)"], defaultMode: "bypassPermissions" },
    });
    const files = tempWorkspace({
      "a.txt": "one\n",
      ".env": "canary-9\n",
      ".filewright/settings.json": loose,
      ".filewright/settings.local.json": loose,
    });
    const config = join(files.root, "..", "home", ".config", "filewright");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "settings.json"), loose);
    const server = await serveHttp(files, { limits, flags: { mode: "bypassPermissions" } });
    const planned = as(server, await addToken(files, "planned", { mode: "plan" }));
    const denied = as(
      server,
      await addToken(files, "denied", { deny: ["Read(.env)"], ask: ["Edit(a.txt)"] }),
    );
    const write = { file_path: files.path("new.txt"), content: "x" };
    const inPlan = await openSession(planned);
    expect((await callIn(planned, inPlan, "Write", write)).code).toBe("PERMISSION_DENIED");
    const inDenied = await openSession(denied);
    const env = await callIn(denied, inDenied, "Read", { file_path: files.path(".env") });
    expect([env.code, env.text.includes("canary-9")]).toEqual(["PERMISSION_DENIED", false]);
    const found = await callIn(denied, inDenied, "Grep", { pattern: "canary", path: files.root });
    expect(found.text).not.toContain("canary-9");
    await callIn(denied, inDenied, "Read", { file_path: files.path("a.txt") });
    const edit = { file_path: files.path("a.txt"), old_string: "one", new_string: "two" };
    expect((await callIn(denied, inDenied, "Edit", edit)).code).toBe("PERMISSION_DENIED");
    expect(files.read("a.txt")).toBe("one\n");
    // The others go on as before: the rules are the token's alone.
    const own = await openSession(server);
    expect((await callIn(server, own, "Write", write)).code).toBeUndefined();
  });

  it("may save a question, and overrule no denial, question, stricter mode or protected path [HOST-187]", async () => {
    const settings = JSON.stringify({ permissions: { deny: ["Edit(no.txt)"], ask: ["Edit(ask.txt)"] } });
    const files = tempWorkspace({ ".filewright/settings.json": settings, ".git/config": "[core]\n" });
    const allow = ["Edit", "Edit(//**)"];
    const write = (name: string): object => ({ file_path: files.path(name), content: "x" });
    const server = await serveHttp(files, { limits, flags: { mode: "default" } });
    const agent = as(server, await addToken(files, "writer", { allow, mode: "acceptEdits" }));
    const session = await openSession(agent);
    expect((await callIn(agent, session, "Write", write("yes.txt"))).code).toBeUndefined();
    for (const name of ["no.txt", "ask.txt", ".git/hooks/pre-commit"])
      expect((await callIn(agent, session, "Write", write(name))).code).toBe("PERMISSION_DENIED");
    const bare = as(server, await addToken(files, "bare", { mode: "bypassPermissions" }));
    // A looser mode than the server's has no effect.
    expect((await callIn(bare, await openSession(bare), "Write", write("b.txt"))).code).toBe(
      "PERMISSION_DENIED",
    );
    const strict = await serveHttp(files, { limits, flags: { mode: "plan" } });
    const there = as(strict, agent.token);
    expect((await callIn(there, await openSession(there), "Write", write("c.txt"))).code).toBe(
      "PERMISSION_DENIED",
    );
  });

  it("leave denied tools out of the list [HOST-187]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, { limits });
    const agent = as(server, await addToken(files, "reader", { deny: ["Write", "Edit", "NotebookEdit"] }));
    const headers = await openSession(agent);
    const { text } = await send(agent, { headers, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
    expect([...text.matchAll(/"name":"(\w+)"/g)].map(([, name = ""]) => name).toSorted()).toEqual([
      "Glob",
      "Grep",
      "Read",
    ]);
  });
});

describe("The file of tokens", () => {
  async function create(): Promise<{ files: TempWorkspace; file: string; token: string }> {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const token = await addToken(files, "reviewer");
    return { files, file: tokensFileOf(files), token };
  }

  const forgeries: readonly (readonly [name: string, forge: (file: string) => void])[] = [
    ["a link", (file) => (renameSync(file, `${file}.own`), symlinkSync(`${file}.own`, file))],
    ["writable by others", (file) => chmodSync(file, 0o622)],
    ["readable by others", (file) => chmodSync(file, 0o644)],
    ["in a folder that others can write to", (file) => chmodSync(dirname(file), 0o777)],
    ["in a state directory that others can write to", (file) => chmodSync(dirname(dirname(file)), 0o777)],
    [
      "in a linked folder",
      (file) => (
        renameSync(dirname(file), `${dirname(file)}2`), symlinkSync(`${dirname(file)}2`, dirname(file))
      ),
    ],
    ["a folder", (file) => (rmSync(file), mkdirSync(file))],
    ["no JSON", (file) => writeFileSync(file, "{")],
    ["of another version", (file) => writeFileSync(file, '{"version":2,"tokens":[]}')],
    [
      "with a key that is not known",
      (file) =>
        writeFileSync(
          file,
          readFileSync(file, "utf8").replace('"mode"', '"moode"').replace('"deny"', '"denny"'),
        ),
    ],
    ...(process.getuid?.() === 0
      ? ([
          ["of another user", (file: string) => chownSync(file, 12345, 12345)],
          ["in another user's folder", (file: string) => chownSync(dirname(file), 12345, 12345)],
        ] as const)
      : []),
  ];

  it.each(forgeries)(
    "is not used when it is %s: no start, and no token at a running server [HOST-190]",
    async (_, forge) => {
      const { files, file, token } = await create();
      const notes: string[] = [];
      const server = await serveHttp(files, { limits, onNote: (line) => notes.push(line) });
      const agent = as(server, token);
      const session = await openSession(agent);
      forge(file);
      const call = await callIn(agent, session, "Read", { file_path: files.path("a.txt") });
      expect(call.status).toBe(401);
      expect(notes.join("")).toContain("are not used");
      expect((await send(server, { body: initialize })).status).toBe(200);
      // A folder that others could write to may be refused before the file in it.
      const refused = /are not used|can't be used|^OTHERS_WRITE/;
      await expect(serveHttp(files, { limits })).rejects.toThrow(refused);
      await expect(addToken(files, "another")).rejects.toThrow(refused);
    },
  );

  it("is for its user alone and holds no token; what can't be a name or twice the same is refused [HOST-190]", async () => {
    const { files, file, token } = await create();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    const before = readFileSync(file, "utf8");
    expect(before).not.toContain(token);
    for (const name of ["", "a b", "../x", "x\n", "é", "-x", "x".repeat(65)])
      await expect(addToken(files, name)).rejects.toThrow("can't name a token");
    await expect(addToken(files, "reviewer")).rejects.toThrow("already a token");
    await expect(addToken(files, "long", { deny: ["x".repeat(5000)] })).rejects.toThrow("at most");
    expect(readFileSync(file, "utf8")).toBe(before);
    const names = Array.from({ length: 8 }, (_, index) => `agent-${index}`);
    await Promise.all(names.map((name) => addToken(files, name)));
    for (const name of names) expect(readFileSync(file, "utf8")).toContain(`"${name}"`);
  });
});
