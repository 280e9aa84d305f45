/** The server lives exactly as long as its client, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { allGone, isRunning } from "../../support/fake-ripgrep.js";
import { numberedPages } from "../../support/pdfs.js";
import { smallPng } from "../../tools/read/media/shown.js";
import { asked, shakeHands } from "./eras.js";
import { descendantsOf } from "./processes.js";
import { RawServer, until } from "./raw-server.js";
import { plantSlowFile, slowPattern } from "./slow-search.js";
import { createWorld, program, type World } from "./world.js";

const clientProgram = fileURLToPath(new URL("killed-client.js", import.meta.url));

interface Busy {
  readonly world: World;
  readonly server: RawServer;
  /** What it has started. */
  readonly children: readonly number[];
}

/** A server in the midst of a search. */
async function searching(): Promise<Busy> {
  const world = createWorld();
  plantSlowFile(world.files);
  const server = new RawServer(world);
  await shakeHands(server);
  await server.send({ id: "search", method: "tools/call", params: grep(slowPattern) });
  const { pid } = await until(
    () => descendantsOf(server.pid).find(({ command }) => command.includes(slowPattern)),
    "the search",
  );
  return { world, server, children: [pid] };
}

function grep(pattern: string): object {
  return { name: "Grep", arguments: { pattern, output_mode: "content" } };
}

function read(file_path: string): object {
  return { name: "Read", arguments: { file_path } };
}

describe("The life of the server", () => {
  it("is over at once without a client, and it has printed nothing [MCP-20]", async () => {
    const world = createWorld();
    const child = spawn(process.execPath, [program, "mcp"], {
      cwd: world.files.root,
      env: world.environment,
      stdio: [openSync("/dev/null", "r"), "pipe", "pipe"],
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => printed.push(chunk));
    expect(await once(child, "close")).toEqual([0, null]);
    expect(Buffer.concat(printed).toString()).toBe("");
  });

  it("ends with its input, after what was asked before [MCP-20]", async () => {
    const server = new RawServer(createWorld({ "a.txt": "one\n" }));
    await shakeHands(server);
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    server.expectOnlyProtocol();
    expect(server.errors).toBe("");
  });

  it("goes on when nobody listens to its notes [FIX-2]", async () => {
    const server = new RawServer(createWorld());
    await shakeHands(server);
    server.child.stderr.destroy();
    // Apart, so that the first note has failed before the second is written.
    for (const word of ["nonsense", "more of it"]) {
      await server.write(`${word}\n`);
      expect((await server.request("ping")).result).toBeDefined();
    }
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it("ends with its input in the midst of a search, and the search with it [MCP-20, MCP-21]", async () => {
    const { server, children } = await searching();
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(await allGone(children)).toBe(true);
    server.expectOnlyProtocol();
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "ends by %s in the midst of a search, and the search with it [MCP-21]",
    async (signal) => {
      const { server, children } = await searching();
      server.child.kill(signal);
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect(await allGone(children)).toBe(true);
      server.expectOnlyProtocol();
    },
  );

  it("ends while a question stands [MCP-20]", async () => {
    const { files, ...world } = createWorld({ "a.txt": "one\n" });
    const server = new RawServer({ files, ...world });
    await shakeHands(server, { capabilities: asked });
    await server.request("tools/call", read(files.path("a.txt")));
    const edit = { file_path: files.path("a.txt"), old_string: "one", new_string: "two" };
    await server.send({ id: "edit", method: "tools/call", params: { name: "Edit", arguments: edit } });
    await server.message(({ method }) => method === "elicitation/create", "a question");
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(files.read("a.txt")).toBe("one\n");
    server.expectOnlyProtocol();
  });

  it("ends while a picture and a document are read, and their helpers with it [MCP-21]", async () => {
    const { files, ...world } = createWorld({ "a.png": await smallPng(), "a.pdf": numberedPages(40) });
    const server = new RawServer({ files, ...world });
    await shakeHands(server);
    // The helpers stay for the next picture; both are there when the input ends in the midst of further reads.
    await Promise.all(["a.png", "a.pdf"].map((name) => server.request("tools/call", read(files.path(name)))));
    const helpers = descendantsOf(server.pid).map(({ pid }) => pid);
    expect(helpers.length).toBeGreaterThan(0);
    for (const [id, name] of ["a.png", "a.pdf", "a.png"].entries())
      await server.send({ id, method: "tools/call", params: read(files.path(name)) });
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(await allGone(helpers)).toBe(true);
    server.expectOnlyProtocol();
  });

  it("ends when nobody reads its answers any more [MCP-20]", async () => {
    const { files, ...world } = createWorld({ "a.txt": "line\n".repeat(1000) });
    const server = new RawServer({ files, ...world });
    await shakeHands(server);
    server.child.stdout.destroy();
    for (let id = 0; id < 200 && server.isRunning; id += 1) {
      await server.send({ id, method: "tools/call", params: read(files.path("a.txt")) });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const code = await until(() => server.child.exitCode ?? undefined, "the end");
    expect(code).toBe(0);
    server.child.stdin.destroy();
  });

  it("is over when its client is killed, with all that it has started [MCP-21]", async () => {
    const world = createWorld({ "a.png": await smallPng() });
    plantSlowFile(world.files);
    const order = JSON.stringify({
      program,
      cwd: world.files.root,
      messages: [
        { id: 1, method: "initialize", params: opening },
        { method: "notifications/initialized" },
        { id: 2, method: "tools/call", params: read(world.files.path("a.png")) },
        { id: 3, method: "tools/call", params: grep(slowPattern) },
      ],
    });
    const client = spawn(process.execPath, [clientProgram, order], {
      env: world.environment,
      stdio: "ignore",
    });
    onTestFinished(() => void client.kill("SIGKILL"));
    const started = await until(() => {
      const found = descendantsOf(client.pid ?? -1);
      return found.some(({ command }) => command.includes(slowPattern)) && found.length >= 3 && found;
    }, "a server, a search and a helper");
    client.kill("SIGKILL");
    expect(
      await allGone(
        started.map(({ pid }) => pid),
        1000,
      ),
    ).toBe(true);
    expect(isRunning(client.pid ?? -1)).toBe(false);
  });
});

const opening = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "killed", version: "1" },
};
