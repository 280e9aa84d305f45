/** The engine in its own sandbox: code without any check of ours tries to leave it, and the tools work in it. */
import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { findSandbox } from "../../src/process/sandbox/sandbox.js";
import { confineEngine } from "../../src/workspace-sandbox.js";
import { homeless, program, runProgram } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const CANARY = "canary-e0d2";
const isConfinable = process.platform === "linux" && typeof findSandbox() !== "string";

function scene(): TempWorkspace {
  return tempWorkspace({
    "a.txt": "one\n",
    "../outside/secret": CANARY,
    "../home/.ssh/id_rsa": CANARY,
    "../home/.config/filewright/settings.json": "{}",
    way: "",
  });
}

/** What plain code with every right of this user says, in a process that an engine over the workspace would run in. */
async function attempt(files: TempWorkspace, code: string, needs = {}): Promise<string> {
  const { workspace } = files.toolkit();
  const script = files.write(
    "../script/attempt.cjs",
    `const fs = require("node:fs"), said = [];
const attempt = (name, act) => { try { said.push(name + "=" + act()); } catch (error) { said.push(name + "=" + (error.code ?? error.message)); } };
${code}
console.log(said.join("\\n"));`,
  );
  const command = { program: process.execPath, arguments: [script] };
  const confined = await confineEngine(workspace, command, { network: false, ...needs });
  return new Promise((resolve) => {
    const options = { cwd: files.root, env: homeless(files.root) };
    execFile(confined.program, confined.arguments, options, (_error, out, errors) => resolve(out + errors));
  });
}

/** A client that speaks lines to `filewright mcp`. */
function startServer(files: TempWorkspace, ...words: string[]) {
  const child = spawn(process.execPath, [program, "mcp", "--root", files.root, "--sandbox", ...words], {
    cwd: files.root,
    env: { ...homeless(files.root), FILEWRIGHT_DIAGNOSTICS_WAIT_MS: "20000" },
  });
  const errors: string[] = [];
  child.stderr.on("data", (piece: Buffer) => errors.push(piece.toString()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const send = async (method: string, params: object): Promise<string> => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (let turn = 0; turn < 100; turn += 1) {
      const { value, done } = await answers.next();
      if (done === true) return `ended: ${errors.join("")}`;
      if ((JSON.parse(value) as { id?: unknown }).id === id) return value;
    }
    return "no answer";
  };
  const call = (name: string, given: object): Promise<string> =>
    send("tools/call", { name, arguments: given });
  const begin = async (): Promise<string> => {
    const clientInfo = { name: "test", version: "1" };
    const said = await send("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    return said;
  };
  const end = (): Promise<number | null> =>
    new Promise((resolve) => {
      child.once("exit", (code) => resolve(code));
      child.stdin.end();
    });
  return { begin, call, end, child };
}

describe.skipIf(!isConfinable)("the engine's own sandbox", () => {
  it("keeps code without any check inside roots and state [HOST-102]", async () => {
    const files = scene();
    const quoted = (path: string): string => JSON.stringify(files.path(path));
    const said = await attempt(
      files,
      `attempt("root", () => fs.readFileSync(${quoted("a.txt")}, "utf8").trim());
attempt("written", () => fs.writeFileSync(${quoted("made.txt")}, "x") ?? "done");
attempt("state", () => fs.writeFileSync(${quoted("../state/history/made")}, "x") ?? "done");
attempt("code", () => fs.mkdirSync(${quoted("../state/code")}));
attempt("config", () => fs.readFileSync(${quoted("../home/.config/filewright/settings.json")}, "utf8"));
attempt("config-write", () => fs.writeFileSync(${quoted("../home/.config/filewright/settings.json")}, "x"));
attempt("outside", () => fs.readFileSync(${quoted("../outside/secret")}, "utf8"));
attempt("key", () => fs.readFileSync(${quoted("../home/.ssh/id_rsa")}, "utf8"));
attempt("list", () => fs.readdirSync(${quoted("../outside")}));
attempt("made", () => fs.writeFileSync(${quoted("../outside/made")}, "x"));
attempt("removed", () => fs.rmSync(${quoted("../outside/secret")}));
attempt("moved", () => fs.renameSync(${quoted("../outside/secret")}, ${quoted("mine")}));
attempt("linked", () => { fs.linkSync(${quoted("../outside/secret")}, ${quoted("twin")}); return fs.readFileSync(${quoted("twin")}, "utf8"); });
attempt("symlink", () => { fs.symlinkSync(${quoted("../outside/secret")}, ${quoted("link")}); return fs.readFileSync(${quoted("link")}, "utf8"); });
attempt("mode", () => fs.chmodSync(${quoted("../outside/secret")}, 0o777) ?? "changed");
attempt("environ", () => fs.readFileSync("/proc/" + process.ppid + "/environ", "utf8").length);
attempt("command", () => fs.readFileSync("/proc/" + process.ppid + "/cmdline", "utf8").length);
attempt("child", () => require("node:child_process").spawnSync("/bin/cat", [${quoted("../outside/secret")}], { encoding: "utf8" }).stdout);
attempt("ran", () => { fs.writeFileSync(${quoted("tool")}, "#!/bin/sh\\necho ran", { mode: 0o755 }); const { error, stdout } = require("node:child_process").spawnSync(${quoted("tool")}, { encoding: "utf8" }); if (error) throw error; return stdout; });`,
    );
    const lines = new Map(said.split("\n").map((line) => line.split("=", 2) as [string, string]));
    expect([lines.get("root"), lines.get("written"), lines.get("state"), lines.get("config")]).toEqual([
      "one",
      "done",
      "done",
      "{}",
    ]);
    expect(said).not.toContain(CANARY);
    for (const name of [
      "code",
      "config-write",
      "outside",
      "list",
      "made",
      "removed",
      "moved",
      "linked",
      "symlink",
    ])
      expect([name, lines.get(name)]).toEqual([name, expect.stringMatching(/^E(?:ACCES|XDEV|PERM|ROFS)$/)]);
    expect(lines.get("environ")).toBe("EACCES");
    expect(lines.get("command")).toBe("EACCES");
    expect(lines.get("ran")).toBe("EACCES");
    expect(existsSync(files.path("../outside/made"))).toBe(false);
    expect(files.read("../outside/secret")).toBe(CANARY);
  });

  it("leaves nothing to write but the state to a server that only reads [HOST-102]", async () => {
    const files = scene();
    const code = `attempt("write", () => fs.writeFileSync(${JSON.stringify(files.path("a.txt"))}, "x") ?? "done");
attempt("read", () => fs.readFileSync(${JSON.stringify(files.path("a.txt"))}, "utf8").trim());`;
    expect(await attempt(files, code, { isReadOnly: true })).toMatch(/^write=E(?:ACCES|ROFS)\nread=one\n$/);
  });

  it("lets the tools work: Read, Edit, Grep, Glob, images, and asks before it fails outside [HOST-103]", async () => {
    const files = scene();
    const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
    files.write("dot.gif", gif);
    const { begin, call, end } = startServer(files, "--mode", "bypassPermissions");
    expect(await begin()).toContain("serverInfo");
    const file_path = files.path("a.txt");
    expect(await call("Read", { file_path })).toContain("one");
    expect(await call("Edit", { file_path, old_string: "one", new_string: "two" })).not.toContain(
      'isError":true',
    );
    expect(files.read("a.txt")).toBe("two\n");
    expect(await call("Grep", { pattern: "two", output_mode: "content" })).toContain("a.txt");
    expect(await call("Glob", { pattern: "*.txt" })).toContain("a.txt");
    expect(await call("Read", { file_path: files.path("dot.gif") })).toContain('"type":"image"');
    const outside = await call("Read", { file_path: files.path("../outside/secret") });
    expect(outside).not.toContain(CANARY);
    expect(outside).toContain("runs in a sandbox");
    expect(await end()).toBe(0);
  });

  it("follows nothing that the project names: a repository elsewhere, links [HOST-102]", async () => {
    const files = scene();
    const key = JSON.stringify(files.path("../home/.ssh/id_rsa"));
    const code = `attempt("key", () => fs.readFileSync(${key}, "utf8"));`;
    files.write(".git", `gitdir: ${files.path("../home")}\n`);
    expect(await attempt(files, code)).toMatch(/^key=EACCES/);
    rmSync(files.path(".git"));
    symlinkSync(files.path("../home"), files.path(".git"));
    expect(await attempt(files, code)).toMatch(/^key=EACCES/);
    rmSync(files.path(".git"));
    symlinkSync(files.path("../home/.ssh/id_rsa"), files.path(".gitignore"));
    expect(await attempt(files, code)).toMatch(/^key=EACCES/);
  });

  it("lets a language server start, confined again, and says what a change brought [HOST-103]", async () => {
    const files = scene();
    const script = new URL("reading-language-server.js", import.meta.url);
    // Of the places that the engine can read, this is the one that a test can write to.
    const copy = files.write("server.mjs", readFileSync(script, "utf8"));
    const server = { command: [process.execPath, copy], languages: { ".txt": "plain" } };
    files.write("../home/.config/filewright/settings.json", JSON.stringify({ languageServers: { server } }));
    const { begin, call, end } = startServer(files, "--mode", "bypassPermissions");
    await begin();
    const file_path = files.path("a.txt");
    await call("Read", { file_path });
    const secret = files.path("../outside/secret");
    const written = await call("Write", { file_path, content: `READ(${secret})\nREAD(${copy})\n` });
    expect(written).toContain("read failed: EACCES");
    expect(written).toContain("read // A language server");
    expect(written).not.toContain(CANARY);
    expect(await end()).toBe(0);
  });

  it("says that the sandbox is why a file outside can't be written [HOST-103]", async () => {
    const files = scene();
    const { begin, call, end } = startServer(files, "--mode", "bypassPermissions", "--no-lsp");
    await begin();
    const said = await call("Write", { file_path: files.path("../outside/new.txt"), content: "x" });
    expect(said).toContain("runs in a sandbox");
    expect(await end()).toBe(0);
  });

  it("is not taken for granted because a variable says so [HOST-102]", async () => {
    const files = scene();
    const environment = { ...homeless(files.root), FILEWRIGHT_CONFINED: "1" };
    const { code, stderr } = await runProgram(["mcp", "--sandbox"], files.root, environment);
    expect([code, stderr.includes("is not confined")]).toEqual([2, true]);
  });

  it("refuses what it can't confine [HOST-103]", async () => {
    const files = scene();
    const whole = await runProgram(["mcp", "--sandbox", "--root", "/"], files.root);
    expect([whole.code, whole.stderr.includes("the root /")]).toEqual([2, true]);
    const words = ["serve", "--sandbox", "--port", "0", "--token-file", files.path("../home/token")];
    const token = await runProgram(words, files.root);
    expect([token.code, token.stderr.includes("holds nothing else")]).toEqual([2, true]);
    const asking = await runProgram(["mcp", "--sandbox", "--ask", "console"], files.root);
    expect([asking.code, asking.stderr.includes("--ask console")]).toEqual([2, true]);
  });
});

describe.skipIf(!isConfinable)("filewright serve --sandbox", () => {
  it("serves at its port, from inside the sandbox, and ends when told to [HOST-103]", async () => {
    const files = scene();
    const words = ["serve", "--sandbox", "--port", "0", "--json", "--root", files.root];
    const child = spawn(process.execPath, [program, ...words, "--mode", "bypassPermissions"], {
      cwd: files.root,
      env: homeless(files.root),
    });
    const errors: string[] = [];
    child.stderr.on("data", (piece: Buffer) => errors.push(piece.toString()));
    const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const ready = String(first.value ?? errors.join(""));
    expect(ready).toContain("tokenFile");
    const { url, tokenFile } = JSON.parse(ready) as { readonly url: string; readonly tokenFile: string };
    const headers = {
      authorization: `Bearer ${readFileSync(tokenFile, "utf8").trim()}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const post = async (method: string, params: object, more = {}): Promise<Response> =>
      fetch(url, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    const clientInfo = { name: "test", version: "1" };
    const opened = await post("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const read = async (path: string): Promise<string> => {
      const given = { name: "Read", arguments: { file_path: files.path(path) } };
      return (await post("tools/call", given, session)).text();
    };
    expect(await read("a.txt")).toContain("one");
    const outside = await read("../outside/secret");
    expect([outside.includes(CANARY), outside.includes("runs in a sandbox")]).toEqual([false, true]);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    await expect(post("ping", {})).rejects.toThrow();
  });
});
