import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { readAllEvents } from "../../support/event-reader.js";
import {
  begin,
  connectClient,
  connectOldClient,
  initialize,
  modernCall,
  openSession,
  send,
  serveHttp,
  type TestServer,
  toolCall,
} from "../../support/http-server.js";
import { createWork } from "../../support/working-server.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const program = fileURLToPath(new URL("../../../dist/bin/filewright.cjs", import.meta.url));

describe("When the server ends", () => {
  it("running calls are cancelled, streams closed, connections gone [HTTP-17]", async () => {
    const work = createWork();
    const server = await serveHttp(tempWorkspace(), { createServer: work.createServer });
    const session = await openSession(server);
    const older = begin(server, { headers: session, body: toolCall("work", {}) });
    const inSession = await work.next();
    const modern = begin(server, modernCall("work", {}));
    modern.response.catch(() => undefined);
    const alone = await work.next();
    const listening = await begin(server, { method: "GET", headers: session }).response;
    const heard = readAllEvents(listening);
    await server.http.close();
    expect([inSession, alone].map(({ context }) => context.mcpReq.signal.aborted)).toEqual([true, true]);
    expect((await older.response).statusCode).toBe(503);
    expect(await heard).toEqual([]);
    const socket = connect(server.port, "127.0.0.1");
    const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
    // Once more does no harm.
    await server.http.close();
  });

  it("its changes are in the history, and another goes on where it was [HTTP-17]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const client = await connectClient(server);
    const path = files.path("a.txt");
    await client.callTool({ name: "Read", arguments: { file_path: path } });
    await client.callTool({
      name: "Edit",
      arguments: { file_path: path, old_string: "one", new_string: "two" },
    });
    await server.http.close();
    const toolkit = files.editor({ stateDirectory: join(files.root, "..", "state") });
    const [change] = await toolkit.history.list({ path });
    await toolkit.history.undo(change?.record.id);
    expect(files.read("a.txt")).toBe("one\n");
  });
});

interface Started {
  readonly server: TestServer;
  readonly stderr: () => string;
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

function run(files: TempWorkspace, words: readonly string[]) {
  const base = join(files.root, "..");
  const child = spawn(process.execPath, [program, "serve", ...words], {
    cwd: files.root,
    env: { HOME: join(base, "home"), FILEWRIGHT_STATE: join(base, "state"), PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  let stdout = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const exited = once(child, "close").then(([code]) => code as number | null);
  return { child, exited, stderr: () => stderr, stdout: () => stdout };
}

async function start(files: TempWorkspace, words: readonly string[] = []): Promise<Started> {
  const { child, exited, stderr, stdout } = run(files, ["--port", "0", "--json", ...words]);
  await Promise.race([once(child.stdout, "data"), exited]);
  const { url, tokenFile } = JSON.parse(stdout()) as { url: string; tokenFile: string };
  const http = {
    url,
    tokenFile,
    roots: [],
    isRemote: false,
    createConsoleLink: () => undefined,
    close: () => Promise.resolve(),
  };
  const token = readFileSync(tokenFile, "utf8").trim();
  return {
    server: { http, port: Number(new URL(url).port), token },
    stderr,
    end: async (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

describe("filewright serve", () => {
  it("says where it is, where the token is and how to connect, and not the token [HTTP-18, HTTP-4]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const { server, stderr, end } = await start(files, ["--root", files.root, "--mode", "acceptEdits"]);
    const client = await connectOldClient(server);
    const path = files.path("a.txt");
    await client.callTool({ name: "Read", arguments: { file_path: path } });
    const edit = { file_path: path, old_string: "one", new_string: "two" };
    expect((await client.callTool({ name: "Edit", arguments: edit })).isError).toBeUndefined();
    expect(files.read("a.txt")).toBe("two\n");
    expect(await end("SIGTERM")).toBe(0);
    expect(stderr()).toContain(`Filewright serves MCP at ${server.http.url}`);
    expect(stderr()).toContain(server.http.tokenFile);
    expect(stderr()).toContain(files.root);
    expect(stderr()).toContain(
      `install claude-code --http ${server.http.url} --token-file ${server.http.tokenFile}\n`,
    );
    expect(stderr()).toContain("Stopped.");
    expect(stderr()).not.toContain(server.token);
  });

  it("ends on Ctrl-C with 0, with clients connected [HTTP-18, HTTP-17]", async () => {
    const { server, end } = await start(tempWorkspace());
    await begin(server, { method: "GET", headers: await openSession(server) }).response;
    expect(await end("SIGINT")).toBe(0);
  });

  it("fails with 2 when its port is taken, and says what to do [HTTP-18]", async () => {
    const files = tempWorkspace();
    const { port } = await serveHttp(files);
    const { exited, stderr } = run(files, ["--port", `${port}`]);
    expect(await exited).toBe(2);
    expect(stderr()).toBe(
      `filewright: port ${port} of 127.0.0.1 is in use. Choose another with --port, or any that is free with --port 0.\n`,
    );
  });

  it.each([
    [["--host", "0.0.0.0"], "add --allow-remote and"],
    [["--port", "70000"], "--port is a number"],
    [["--port", "x"], "--port is a number"],
    [["--allowed-host", "http://x"], "--allowed-host is a host name"],
    [["--mode", "fly"], "--mode"],
    [["--bogus"], "--bogus"],
  ])("refuses %j with 2 [HTTP-18, ATTACK-28]", async (words, message) => {
    const { exited, stderr, stdout } = run(tempWorkspace(), words);
    expect(await exited).toBe(2);
    expect(stderr()).toContain(message);
    expect(stdout()).toBe("");
  });

  it("says that nothing is encrypted when others can reach it [HTTP-18]", async () => {
    const words = ["--host", "0.0.0.0", "--allow-remote", "--allowed-host", "files.example"];
    const { server, stderr, end } = await start(tempWorkspace(), words);
    const address = { ...server, http: { ...server.http, url: `http://127.0.0.1:${server.port}/mcp` } };
    expect((await send(address, { body: initialize })).status).toBe(200);
    expect(await end("SIGTERM")).toBe(0);
    expect(stderr()).toContain("nothing between them and it is encrypted");
  });
});
