/** Someone on the socket who is not what they should be: another version, a broken program, a bad one. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EngineView } from "../../src/console/engine-view.js";
import type { Engines } from "../../src/console/engines.js";
import { MAX_LINE_BYTES } from "../../src/notify/links/json-lines.js";
import { findListeners } from "../../src/notify/links/listeners-folder.js";
import { openConsole, stateOf } from "../support/consoles.js";
import { folderOf, plantListener, until } from "../support/listening.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const greeting = { kind: "listener", filewright: 1, since: null, attends: true };
type Heard = Readonly<Record<string, unknown>>;

function say(socket: Socket, ...messages: readonly unknown[]): void {
  socket.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
}

function listenTo(socket: Socket): Heard[] {
  const heard: Heard[] = [];
  let rest = "";
  socket.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    heard.push(...lines.map((line) => JSON.parse(line) as Heard));
  });
  socket.resume();
  return heard;
}

describe("A listener that an engine meets", () => {
  it("is answered, however odd its requests are, and passed over where they are none [DESK-25]", async () => {
    const files = tempWorkspace();
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    let heard: Heard[] = [];
    await plantListener(folderOf(files), (socket) => {
      heard = listenTo(socket);
      say(
        socket,
        { kind: "request", id: 1, method: "sessions" },
        { kind: "attending", is: true },
        greeting,
        { kind: "something-new", id: 2 },
        { kind: "request", id: "three", method: "sessions" },
        { kind: "request", id: 4, method: 4 },
        { kind: "request", id: 5, method: "x".repeat(5000) },
        { kind: "reply", id: 1, result: [] },
        { kind: "attending", is: "perhaps" },
        { kind: "request", id: 10, method: "sessions", params: null },
        { kind: "request", id: 11, method: "constructor" },
        { kind: "request", id: 12, method: "__proto__", params: {} },
        { kind: "request", id: 13, method: "question", params: { id: {} } },
        { kind: "request", id: 14, method: "question", params: "q1" },
        { kind: "request", id: 15, method: "question", params: { id: "nope" } },
        { kind: "request", id: 16, method: "answer", params: { id: "q1", request: [] } },
        { kind: "request", id: 17, method: "seen", params: { session: "nobody" } },
      );
    });
    await toolkit.call("Glob", { pattern: "*" });
    const replies = (): Heard[] => heard.filter(({ kind }) => kind === "reply");
    await until(() => replies().length === 8, "all replies");
    const found = replies().map(({ id, result, error }) => [
      id,
      typeof error === "string" ? "refused" : result,
    ]);
    expect(found.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [10, [expect.objectContaining({ id: toolkit.session.id })]],
      [11, "refused"],
      [12, "refused"],
      [13, "refused"],
      [14, "refused"],
      [15, null],
      [16, "refused"],
      [17, null],
    ]);
  });

  it("that asks without end and reads nothing holds up nobody, and gets what it asked for as it reads [DESK-25]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    const COUNT = 20_000;
    const { sockets } = await plantListener(folderOf(files), (socket) => {
      say(socket, greeting);
      for (let id = 0; id < COUNT; id += 1) say(socket, { kind: "request", id, method: "sessions" });
    });
    await toolkit.call("Glob", { pattern: "*" });
    const [socket] = await until(() => sockets.length > 0 && sockets, "the link");
    // Most of them wait where they were sent from, or on the way.
    await until(() => (socket?.writableLength ?? 0) > 0, "a full pipe");
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    const heard = listenTo(socket as Socket);
    await until(() => heard.filter(({ kind }) => kind === "reply").length === COUNT, "all replies");
  });

  it("that sends a line without end is left, and calls go on [DESK-25]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const toolkit = files.toolkit({ events: { publish: true } });
    onTestFinished(() => toolkit.close());
    let closed = 0;
    const { sockets } = await plantListener(folderOf(files), (socket) => {
      socket.resume();
      socket.on("close", () => (closed += 1));
      say(socket, greeting);
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      for (let sent = 0; sent <= MAX_LINE_BYTES; sent += piece.length) socket.write(piece);
    });
    await toolkit.call("Glob", { pattern: "*" });
    await until(() => closed === 1, "the end of the link");
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    expect(sockets).toHaveLength(1);
  });
});

describe("An engine that a console meets", () => {
  async function meet(
    files: TempWorkspace,
    engines: Engines,
    more: object = { desk: true },
  ): Promise<{ socket: Socket; heard: Heard[]; engine: EngineView }> {
    const folder = join(stateOf(files), "listeners");
    const socket = connect(join(folder, findListeners(folder)[0]?.name ?? ""));
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    const heard = listenTo(socket);
    say(socket, { kind: "engine", engine: "odd", pid: 1, version: "0.0.1", roots: ["/w"], ...more });
    return { socket, heard, engine: await until(() => engines.find("odd"), "the engine") };
  }

  it("is believed only what has the right shape [DESK-26]", async () => {
    const files = tempWorkspace();
    const { engines } = await openConsole(files);
    const { socket, heard, engine } = await meet(files, engines);
    const asked = [
      engine.sessions(),
      engine.questions(),
      engine.question("q1"),
      engine.languageServers(),
      engine.seen("s"),
      engine.answer("q1", { answer: "deny", digest: "x" }),
      engine.revoke("s", "r"),
    ];
    const outcomes = Promise.allSettled(asked);
    await until(() => heard.filter(({ kind }) => kind === "request").length === asked.length, "the requests");
    say(socket, { kind: "reply", id: 999, result: [] }, { kind: "reply", id: "1", result: [] });
    const wrong: readonly unknown[] = [
      [{ id: 1 }],
      { length: 1, 0: {} },
      { id: "q1", hunks: [{ lines: [1] }] },
      null,
      { files: [{ path: "a", shown: [{ from: -1, to: "x" }] }], left: 0 },
      "granted",
      1,
    ];
    say(socket, ...wrong.map((result, index) => ({ kind: "reply", id: index + 1, result })));
    expect((await outcomes).map(({ status }) => status)).toEqual(asked.map(() => "rejected"));
    const failing = expect(engine.sessions()).rejects.toThrow(/^e{1999}…$/);
    await until(() => heard.at(-1)?.["id"] === asked.length + 1, "the next request");
    say(socket, { kind: "reply", id: asked.length + 1, error: "e".repeat(100_000) });
    await failing;
  });

  it("that answers nothing has only so much waiting for it, and all of that ends with it [DESK-26]", async () => {
    const files = tempWorkspace();
    const { engines } = await openConsole(files);
    const { socket, engine } = await meet(files, engines);
    const waiting = Promise.allSettled(Array.from({ length: 64 }, () => engine.sessions()));
    await expect(engine.sessions()).rejects.toThrow("This program did not answer in time.");
    socket.destroy();
    const reasons = new Set((await waiting).map((each) => "reason" in each && String(each.reason)));
    expect(reasons).toEqual(new Set(["Error: This program has ended, or closed its connection."]));
    await until(() => engines.find("odd") === undefined, "its end");
    await expect(engine.sessions()).rejects.toThrow(/has ended/);
  });

  it("that floods or sends a line without end is heard with measure, or left [DESK-26]", async () => {
    const files = tempWorkspace();
    const { engines } = await openConsole(files);
    const { socket } = await meet(files, engines);
    let told = 0;
    engines.onChange(() => (told += 1));
    const news = `${JSON.stringify({ kind: "desk-changed" })}\n`.repeat(1000);
    for (let round = 0; round < 100; round += 1) socket.write(news);
    await until(() => told > 0 && socket.writableLength === 0, "the flood");
    expect(told).toBeLessThan(1000);
    const piece = Buffer.alloc(1024 * 1024, 0x20);
    for (let sent = 0; sent <= MAX_LINE_BYTES; sent += piece.length) socket.write(piece);
    await until(() => engines.find("odd") === undefined, "its end");
    expect(engines.all).toHaveLength(1);
  });

  it("that is of an older version has nothing to ask, and is not waited for [DESK-26]", async () => {
    const files = tempWorkspace();
    const { engines } = await openConsole(files);
    const { heard, engine } = await meet(files, engines, {});
    expect([
      await engine.sessions(),
      await engine.questions(),
      await engine.languageServers(),
      await engine.question("q1"),
      await engine.seen("s"),
      await engine.answer("q1", { answer: "deny", digest: "x" }),
      await engine.revoke("s", "r"),
    ]).toEqual([[], [], [], undefined, undefined, "over", false]);
    expect(heard.map(({ kind }) => kind)).toEqual(["listener"]);
  });
});
