/** Engines within this process; `test/cli/watch-processes.test.ts` has them in several. */
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { readProcessIdentity } from "../../../src/fs/node/process-life.js";
import { ChangedContent } from "../../../src/notify/changed-content.js";
import { EventHub } from "../../../src/notify/event-hub.js";
import type { EventDraft } from "../../../src/notify/events.js";
import { EventPublisher } from "../../../src/notify/links/event-publisher.js";
import { renderListenerName } from "../../../src/notify/links/listener-name.js";
import { about, folderOf, openEar, plantListener, publishing, until } from "../../support/listening.js";
import { tempWorkspace } from "../../support/workspace.js";

const origin = { sessionId: "s1", callId: "1" };
const greeting = `${JSON.stringify({ kind: "listener", filewright: 1, since: null })}\n`;

function publisherOf(hub: EventHub, folder: string, patienceMs?: number): EventPublisher {
  const publisher = new EventPublisher({
    getRing: () => hub.keepEvents({ events: 20, contentBytes: 8 * 1024 * 1024 }),
    getLast: () => 0,
    folder,
    self: { engine: "e1", pid: process.pid, version: "1.0.0", roots: ["/w"] },
    now: Date.now,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  onTestFinished(() => publisher.close());
  return publisher;
}

describe("An engine that a listener hears in another way", () => {
  it("leaves as soon as it is told so, and does not come back [FIX-195]", async () => {
    const folder = folderOf(tempWorkspace());
    const hub = new EventHub(Date.now);
    let [moment, gone] = [0, 0];
    const ear = await openEar(dirname(folder), { except: "e1", onGone: () => (gone += 1) });
    const publisherFor = (engine: string): EventPublisher => {
      const publisher = new EventPublisher({
        getRing: () => hub.keepEvents({ events: 20 }),
        getLast: () => 0,
        folder,
        self: { engine, pid: process.pid, version: "1.0.0", roots: ["/w"] },
        now: () => moment,
      });
      onTestFinished(() => publisher.close());
      return publisher;
    };
    const [own, other] = [publisherFor("e1"), publisherFor("e2")];
    own.look(0);
    await until(() => gone === 1, "its leaving");
    // Whoever has merely lost a listener tries again after a while.
    moment += 60_000;
    own.look(0);
    other.look(0);
    await until(() => ear.engines.length === 2, "the other engine");
    expect(ear.engines.map(({ engine }) => engine)).toEqual(["e1", "e2"]);
  });
});

describe("An engine that publishes", () => {
  it("tells a listener of its first call already, with before, after and patch [WATCH-1]", async () => {
    const files = tempWorkspace();
    const toolkit = publishing(files);
    const ear = await openEar(toolkit.workspace.stateDirectory);
    await toolkit.call("Write", { file_path: files.path("new.txt"), content: "one\n" });
    await toolkit.call("Edit", { file_path: files.path("new.txt"), old_string: "one", new_string: "two" });
    const { sessionId } = await ear.hear(about("file-changed", "new.txt"), "the new file");
    expect(sessionId).toBe(toolkit.session.id);
    const edit = await ear.hear((event) => event["tool"] === "Edit" && "after" in event, "the edit");
    expect(edit).toMatchObject({
      type: "file-changed",
      path: files.path("new.txt"),
      kind: "update",
      before: { size: 4, text: "one\n" },
      after: { size: 4, text: "two\n" },
      structuredPatch: [{ lines: ["-one", "+two"] }],
    });
    expect(ear.engines).toMatchObject([{ pid: process.pid, roots: [files.root] }]);
    const numbers = ear.events.map((event) => event["sequence"]);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it("does so only when it is told to, and looks nowhere otherwise [WATCH-2]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = files.editor();
    const ear = await openEar(toolkit.workspace.stateDirectory);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.close();
    expect(toolkit.workspace.events.isHeard).toBe(false);
    expect([ear.engines, ear.events]).toEqual([[], []]);
  });

  it("has its last events leave before it ends [WATCH-1]", async () => {
    const files = tempWorkspace();
    const toolkit = publishing(files);
    const ear = await openEar(toolkit.workspace.stateDirectory);
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "one\n" });
    await toolkit.close();
    await ear.hear(about("call-finished"), "the end of the call");
    await until(() => ear.gone.length === 1, "the engine's leaving");
    // A workspace can be used again, and is heard again, of new events only.
    const again = files.editor({ workspace: toolkit.workspace });
    await wait(1000);
    await again.call("Write", { file_path: files.path("b.txt"), content: "two\n" });
    await ear.hear(about("file-changed", "b.txt"), "the second file");
    const numbers = ear.events.map((event) => event["sequence"]);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it("finds out for a listener what takes work, from the first call on [WATCH-1]", async () => {
    const skill = "---\nname: review\ndescription: Reviews.\n---\n";
    const files = tempWorkspace({ "a.txt": "one\n", ".claude/skills/review/SKILL.md": skill });
    const ear = await openEar(dirname(folderOf(files)));
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.close();
    expect(await ear.hear(about("skill-discovered"), "the skill")).toMatchObject({ name: "review" });
  });

  it("tells a listener that came between two looks, though nothing more happens [WATCH-1]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const ear = await openEar(toolkit.workspace.stateDirectory);
    await toolkit.call("Read", { file_path: files.path("a.txt"), offset: 1, limit: 1 });
    await ear.hear(about("file-read", "a.txt"), "the second read");
  });

  it("tells what it remembers from a moment on [WATCH-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", "b.txt": "two\n" });
    const toolkit = publishing(files);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const ear = await openEar(toolkit.workspace.stateDirectory, { since: Date.now() - 60_000 });
    await wait(1000);
    await toolkit.call("Read", { file_path: files.path("b.txt") });
    await ear.hear(about("file-read", "b.txt"), "the read");
    expect(ear.events.filter(about("file-read")).map((event) => event["path"])).toEqual([
      files.path("a.txt"),
      files.path("b.txt"),
    ]);
  });

  it("is not held up by listeners that never read, say nothing, or talk nonsense [WATCH-4]", async () => {
    const files = tempWorkspace();
    const folder = folderOf(files);
    const places = ["mute", "deaf", "mad"].map((name) =>
      join(folder, renderListenerName(readProcessIdentity(), name, "socket")),
    );
    const mute = await plantListener(folder, () => undefined, places[0]);
    const deaf = await plantListener(folder, (socket) => socket.write(greeting), places[1]);
    const mad = await plantListener(folder, (socket) => socket.write("\0\n{}\n"), places[2]);
    const toolkit = publishing(files);
    const ear = await openEar(toolkit.workspace.stateDirectory);
    const content = (round: number): string => `${round}\n`.repeat(40_000);
    for (let round = 0; round < 12; round += 1) {
      const { isError } = await toolkit.call("Write", {
        file_path: files.path("large.txt"),
        content: content(round),
      });
      expect(isError).toBe(false);
    }
    expect(files.read("large.txt")).toBe(content(11));
    await until(() => mute.sockets.length + deaf.sockets.length + mad.sockets.length === 3, "connections");
    await ear.hear(
      (event) => event.type === "file-changed" && Number(event["sequence"]) > 20,
      "the last of the changes",
    );
    await toolkit.close();
  });

  const large = (): EventDraft => ({
    type: "file-changed",
    path: "/w/a.txt",
    tool: "Write",
    kind: "create",
    change: undefined,
    before: undefined,
    after: new ChangedContent({ id: "sha256:1", size: 300_000 }, () => "x".repeat(300_000)),
    structuredPatch: [],
  });

  /** A listener that has stopped to read, and an engine that has told more than it keeps. */
  async function missMuch(patienceMs?: number): Promise<Socket> {
    const folder = folderOf(tempWorkspace());
    const hub = new EventHub(() => 0);
    const publisher = publisherOf(hub, folder, patienceMs);
    const { sockets } = await plantListener(folder, (socket) => socket.write(greeting));
    hub.emit(large(), origin);
    publisher.look(0);
    const socket = await until(() => sockets[0], "a connection");
    for (let round = 0; round < 60; round += 1) {
      hub.emit(large(), origin);
      await new Promise(setImmediate);
    }
    return socket;
  }

  it("tells a slow listener what it has missed, exactly [WATCH-4]", async () => {
    const socket = await missMuch();
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.resume();
    const covered = (): number[] =>
      text
        .split("\n")
        .slice(1, -1)
        .flatMap((line) => {
          const { event } = JSON.parse(line) as { event: { type: string; [name: string]: unknown } };
          if (event.type !== "events-missed") return [event["sequence"] as number];
          const [from, to] = [event["from"] as number, event["to"] as number];
          return Array.from({ length: to - from + 1 }, (_, index) => from + index);
        });
    await until(() => text.endsWith("\n") && covered().at(-1) === 61, "the last event");
    expect(covered()).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
    expect(text).toContain("events-missed");
  });

  it("leaves a listener that never reads [WATCH-4]", async () => {
    const socket = await missMuch(50);
    await until(() => {
      // Whoever speaks to one that has left hears so.
      socket.write(`${JSON.stringify({ kind: "noise" })}\n`);
      return socket.destroyed;
    }, "the engine's leaving");
  });

  it.each<[string, () => string]>([
    ["would make a line too long", () => "\u0001".repeat(1024 * 1024)],
    [
      "can't be made",
      () => {
        throw new Error("no text");
      },
    ],
  ])("leaves out a text that %s [WATCH-5]", async (_, makeText) => {
    const files = tempWorkspace();
    const hub = new EventHub(Date.now);
    const ear = await openEar(dirname(folderOf(files)));
    const publisher = publisherOf(hub, folderOf(files));
    hub.keepEvents();
    const bulky = (): ChangedContent => new ChangedContent({ id: "sha256:1", size: 1024 * 1024 }, makeText);
    const lines = [`+${"\u0001".repeat(1024 * 1024)}`];
    hub.emit(
      {
        type: "file-changed",
        path: "/w/a.txt",
        tool: "Write",
        kind: "update",
        change: undefined,
        before: bulky(),
        after: bulky(),
        structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }],
      },
      origin,
    );
    publisher.look(0);
    const event = await ear.hear(about("file-changed"), "the change");
    expect(event["after"]).toEqual({ version: "sha256:1", size: 1024 * 1024 });
    expect(event).not.toHaveProperty("structuredPatch");
  });
});
