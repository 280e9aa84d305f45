/** `filewright watch` as a process beside servers and commands that are processes too. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { shakeHands } from "../doors/mcp/eras.js";
import { RawServer } from "../doors/mcp/raw-server.js";
import { createWorld, program, type World } from "../doors/mcp/world.js";
import { runProgram } from "../support/command-line.js";
import { until } from "../support/listening.js";

interface Watcher {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
  /** The change of a file, once it has come. */
  readonly change: (name: string) => Promise<Readonly<Record<string, unknown>>>;
}

/** Resolves when it listens. */
async function startWatch(world: World, words: readonly string[] = ["--json"]): Promise<Watcher> {
  const child = spawn(process.execPath, [program, "watch", ...words], {
    cwd: world.files.root,
    env: world.environment,
  });
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const lines = (): readonly Readonly<Record<string, unknown>>[] =>
    printed
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const watcher: Watcher = {
    child,
    ended,
    lines,
    change: (name) =>
      until(
        () => lines().find(({ type, path }) => type === "file-changed" && path === world.files.path(name)),
        `the change of ${name}`,
      ),
  };
  if (words.includes("--json"))
    await until(() => lines().some(({ type }) => type === "watching"), "watching");
  return watcher;
}

function listenersOf({ environment }: World): readonly string[] {
  const folder = join(environment["FILEWRIGHT_STATE"] ?? "", "listeners");
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function startServer(world: World): Promise<RawServer> {
  const server = new RawServer(world, { words: ["--mode", "acceptEdits"] });
  await shakeHands(server);
  return server;
}

async function write(server: RawServer, path: string, content: string): Promise<void> {
  const params = { name: "Write", arguments: { file_path: path, content } };
  const { result } = await server.request("tools/call", params);
  expect(result?.isError ?? false).toBe(false);
}

describe("filewright watch beside other processes", () => {
  it("prints the changes of a server and of a command, with before, after and patch [WATCH-1, WATCH-8]", async () => {
    const world = createWorld({ "told.txt": "one\n" });
    const { files, environment } = world;
    const watcher = await startWatch(world);
    const server = await startServer(world);
    await write(server, files.path("served.txt"), "made\n");
    const words = ["--session", "s", "--yes"];
    await runProgram(["read", "told.txt", ...words.slice(0, 2)], files.root, environment);
    const edit = ["edit", "told.txt", "--old", "one", "--new", "two", ...words];
    expect(await runProgram(edit, files.root, environment)).toMatchObject({ code: 0 });
    expect(await watcher.change("served.txt")).toMatchObject({
      engine: expect.any(String),
      tool: "Write",
      kind: "create",
      after: { text: "made\n" },
      structuredPatch: [{ lines: ["+made"] }],
    });
    expect(await watcher.change("told.txt")).toMatchObject({
      tool: "Edit",
      kind: "update",
      before: { text: "one\n" },
      after: { text: "two\n" },
      structuredPatch: [{ lines: ["-one", "+two"] }],
    });
    expect(await runProgram(["undo", "--yes"], files.root, environment)).toMatchObject({ code: 0 });
    await until(() => watcher.lines().some(({ type }) => type === "undo"), "the undo");
    expect(new Set(watcher.lines().map(({ engine }) => engine)).size).toBe(5);
    server.expectOnlyProtocol();
  });

  it("ends by its signals with 0, and leaves no socket [WATCH-8]", async () => {
    const world = createWorld();
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const watcher = await startWatch(world);
      expect(listenersOf(world)).toHaveLength(1);
      watcher.child.kill(signal);
      expect(await watcher.ended).toEqual([0, null]);
      expect(listenersOf(world)).toEqual([]);
    }
  });

  it("ends with its reader [WATCH-8]", async () => {
    const world = createWorld();
    const watcher = await startWatch(world);
    const server = await startServer(world);
    watcher.child.stdout.destroy();
    for (let round = 0; round < 500 && watcher.child.exitCode === null; round += 1) {
      await write(server, world.files.path(`${round}.txt`), "x\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await watcher.ended).toEqual([0, null]);
    expect(listenersOf(world)).toEqual([]);
  });

  it("may be killed: engines work on, and the next removes what it left [WATCH-7]", async () => {
    const world = createWorld();
    const { files } = world;
    const server = await startServer(world);
    const first = await startWatch(world);
    await write(server, files.path("a.txt"), "a\n");
    await first.change("a.txt");
    const left = listenersOf(world);
    first.child.kill("SIGKILL");
    await first.ended;
    await write(server, files.path("b.txt"), "b\n");
    const second = await startWatch(world);
    expect(listenersOf(world)).toHaveLength(1);
    expect(listenersOf(world)).not.toEqual(left);
    await write(server, files.path("c.txt"), "c\n");
    await second.change("c.txt");
    expect(server.isRunning).toBe(true);
  });

  it("may stand still: nothing waits for it, and it misses nothing that is still remembered [WATCH-4]", async () => {
    const world = createWorld();
    const { files } = world;
    const watcher = await startWatch(world);
    const server = await startServer(world);
    await write(server, files.path("first.txt"), "x\n");
    await watcher.change("first.txt");
    watcher.child.kill("SIGSTOP");
    const content = "0123456789\n".repeat(30_000);
    for (let round = 0; round < 30; round += 1) await write(server, files.path(`${round}.txt`), content);
    expect(files.read("29.txt")).toBe(content);
    watcher.child.kill("SIGCONT");
    await write(server, files.path("last.txt"), "x\n");
    await watcher.change("last.txt");
    const numbers = watcher.lines().flatMap(({ type, sequence, from, to }) => {
      if (type === "watching") return [];
      if (type !== "events-missed") return [Number(sequence)];
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index);
    });
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});
