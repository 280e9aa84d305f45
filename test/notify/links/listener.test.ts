import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderOf, openEar, until } from "../../support/listening.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("A listener", () => {
  /** Says something to it as an engine would. */
  async function say(folder: string, text: string): Promise<Socket> {
    const [name = ""] = readdirSync(folder);
    const socket = connect(join(folder, name));
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write(text);
    return socket;
  }
  const engine = { kind: "engine", engine: "e1", pid: 1, version: "9", roots: [] };
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
  const event = (sequence: number): string => line({ kind: "event", event: { type: "undo", sequence } });

  it("passes over kinds that it does not know, and hears each event once [WATCH-5]", async () => {
    const files = tempWorkspace();
    const folder = folderOf(files);
    const ear = await openEar(dirname(folder));
    const words = [line(engine), line({ kind: "question", id: 1 }), event(1), event(2)].join("");
    await say(folder, words.slice(0, 50));
    await say(folder, event(7) + words + event(2));
    await until(() => ear.events.length === 2, "two events");
    await say(folder, line(engine) + event(1) + event(2) + event(3));
    await until(() => ear.events.length === 3, "the third");
    expect(ear.events.map((each) => each["sequence"])).toEqual([1, 2, 3]);
  });

  it("leaves an engine that talks nonsense, or without an end [WATCH-5]", async () => {
    const files = tempWorkspace();
    const folder = folderOf(files);
    const ear = await openEar(dirname(folder));
    for (const words of ["nonsense\n", "[]\n", '"text"\n', line({ kind: 7 }), "x".repeat(17 * 1024 * 1024)]) {
      const socket = await say(folder, words);
      socket.resume();
      await new Promise((resolve) => socket.once("close", resolve));
    }
    expect(ear.engines).toEqual([]);
  });

  it("lets an engine wait while it is busy, and no other [WATCH-4]", async () => {
    const files = tempWorkspace();
    const folder = folderOf(files);
    let free: () => void = () => undefined;
    const heard: string[] = [];
    await openEar(dirname(folder), {
      onEvent(_, { engine: name }) {
        heard.push(name);
        return name === "slow" ? new Promise((resolve) => (free = resolve)) : undefined;
      },
    });
    const slow = await say(folder, line({ ...engine, engine: "slow" }) + event(1));
    await until(() => heard.length === 1, "the first event");
    slow.write(event(2));
    await say(folder, line({ ...engine, engine: "quick" }) + event(1) + event(2));
    await until(() => heard.length === 3, "the quick one's");
    expect(heard).toEqual(["slow", "quick", "quick"]);
    free();
    await until(() => heard.length === 4, "the slow one's second");
  });
});
