import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadSystemCalls, type SystemCalls } from "../../src/fs/node/system-calls.js";
import { tempWorkspace } from "../support/workspace.js";

const calls = loadSystemCalls();

describe.runIf(process.platform === "linux")("System calls that Node does not offer", () => {
  const required = (): SystemCalls => {
    if (calls === undefined) throw new Error("koffi's binary is not installed");
    return calls;
  };

  it("exchange two names atomically, and throw for a missing one", () => {
    const files = tempWorkspace({ a: "A", b: "B" });
    required().exchange(files.path("a"), files.path("b"));
    expect([files.read("a"), files.read("b")]).toEqual(["B", "A"]);
    expect(() => required().exchange(files.path("a"), files.path("c"))).toThrow(
      expect.objectContaining({ code: "ENOENT" }),
    );
  });

  it("lock a file until the descriptor is closed", () => {
    const files = tempWorkspace({ a: "A" });
    const first = openSync(files.path("a"), "r+");
    const second = openSync(files.path("a"), "r+");
    expect(required().tryLock(first, "exclusive")).toBe(true);
    expect(required().tryLock(second, "exclusive")).toBe(false);
    closeSync(first);
    expect(required().tryLock(second, "exclusive")).toBe(true);
    closeSync(second);
  });

  it("release the lock of a process that was killed", async () => {
    const files = tempWorkspace({ a: "A" });
    const child = spawn("flock", [files.path("a"), "-c", "echo locked; sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const descriptor = openSync(files.path("a"), "r+");
    expect(required().tryLock(descriptor, "exclusive")).toBe(false);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    expect(required().tryLock(descriptor, "exclusive")).toBe(true);
    closeSync(descriptor);
  });

  it("tell whether a file is open for writing", () => {
    const files = tempWorkspace({ a: "A" });
    const reader = openSync(files.path("a"), "r");
    expect(required().hasWriter(reader)).toBe(false);
    const writer = openSync(files.path("a"), "r+");
    expect(required().hasWriter(reader)).toBe(true);
    closeSync(writer);
    expect(required().hasWriter(reader)).toBe(false);
    closeSync(reader);
  });

  it("never end the process that asks, though others open the file meanwhile [SAFE-119]", async () => {
    const files = tempWorkspace({ a: "A" });
    const asker = fork(fileURLToPath(new URL("lease-asker.js", import.meta.url)), [files.path("a")]);
    const exit = once(asker, "exit");
    await once(asker, "message");
    while (asker.exitCode === null && asker.signalCode === null) {
      for (let count = 0; count < 200; count += 1) closeSync(openSync(files.path("a"), "r+"));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await exit).toEqual([0, null]);
  });

  it("have a file alone, while others that open it wait [SAFE-133]", async () => {
    const files = tempWorkspace({ a: "old" });
    const descriptor = openSync(files.path("a"), "r+");
    const reader = openSync(files.path("a"), "r");
    expect(required().tryExclusive(descriptor)).toBe(false);
    closeSync(reader);
    expect(required().tryExclusive(descriptor)).toBe(true);
    const child = spawn("sh", ["-c", `echo theirs > '${files.path("a")}'`]);
    const ended = new Promise((resolve) => child.once("close", resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(child.exitCode).toBeNull();
    writeSync(descriptor, "new", 0);
    required().endExclusive(descriptor);
    closeSync(descriptor);
    await ended;
    expect(files.read("a")).toBe("theirs\n");
  });

  it("reserve space without changing the size", () => {
    const files = tempWorkspace({ a: "A" });
    const descriptor = openSync(files.path("a"), "r+");
    required().reserve(descriptor, 1, 1_000_000);
    closeSync(descriptor);
    const stat = statSync(files.path("a"));
    expect(stat.size).toBe(1);
    expect(stat.blocks * 512).toBeGreaterThanOrEqual(1_000_000);
  });

  it("read and write extended attributes of any size and content", () => {
    const files = tempWorkspace({ a: "A", b: "B" });
    const descriptor = openSync(files.path("a"), "r+");
    const value = Buffer.from([0, 1, 255, 10]);
    required().writeAttribute(descriptor, Buffer.from("user.bytes"), value);
    required().writeAttribute(descriptor, Buffer.from("user.empty"), Buffer.alloc(0));
    const names = required().listAttributes(descriptor);
    expect(names.map(String).toSorted()).toEqual(["user.bytes", "user.empty"]);
    expect(required().readAttribute(descriptor, Buffer.from("user.bytes"))).toEqual(value);
    expect(required().readAttribute(descriptor, Buffer.from("user.empty"))).toEqual(Buffer.alloc(0));
    expect(required().readAttribute(descriptor, Buffer.from("user.none"))).toBeUndefined();
    closeSync(descriptor);
    expect(readFileSync(files.path("a"), "utf8")).toBe("A");
  });
});
