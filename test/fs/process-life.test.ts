import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProcessLife, parseProcessStat, readProcessIdentity } from "../../src/fs/node/process-life.js";
import { type AbsolutePath, createNodeFileSystem } from "../../src/index.js";
import { renderLockOwner } from "../../src/locks/lock-owner.js";
import { ProcessLocks } from "../../src/locks/process-lock.js";

const life = createProcessLife();
const self = readProcessIdentity();
const tellsStart = process.platform === "linux";

describe("The life of processes", () => {
  it("knows this process by its number and its start [LOCK-2]", () => {
    expect(self.pid).toBe(process.pid);
    expect(self.start).toEqual(tellsStart ? expect.stringMatching(/^[0-9a-z]+$/) : undefined);
    expect(self.host).toMatch(/^[\w.-]{0,10}~[0-9a-f]{8}$/);
    expect(readProcessIdentity()).toEqual(self);
    expect(life.isAlive(self)).toBe(true);
    expect(life.isAlive({ pid: self.pid, start: undefined })).toBe(true);
    expect(life.isAlive({ pid: self.pid, start: "1" })).toBe(!tellsStart);
  });

  it("knows the first process, whoever owns it, and no group of processes [LOCK-2]", () => {
    expect(life.isAlive({ pid: 1, start: undefined })).toBe(true);
    for (const pid of [0, -1, -process.pid, 1.5, Number.NaN, 2 ** 40]) {
      expect(life.isAlive({ pid, start: undefined })).toBe(false);
    }
  });

  it("sees that a child has ended [LOCK-2]", async () => {
    const child = spawn("sleep", ["60"]);
    const alive = { pid: child.pid ?? 0, start: undefined };
    expect(life.isAlive(alive)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(life.isAlive(alive)).toBe(false);
  });

  it("takes a process that ended unnoticed by its parent for dead, where the system tells [LOCK-2]", async () => {
    // The background process ends at once; the sleep that takes the shell's place never asks after it.
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const unnoticed = { pid: Number(line.toString()), start: undefined };
    for (let tries = tellsStart ? 0 : 200; tries < 200 && life.isAlive(unnoticed); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(life.isAlive(unnoticed)).toBe(!tellsStart);
    expect(() => process.kill(unnoticed.pid, 0)).not.toThrow();
  });

  it("reads the start past any name a process gives itself [LOCK-2]", () => {
    const fields = Array.from({ length: 18 }, (_, index) => String(index)).join(" ");
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("R", "S", "D", "T", "Z", "X"), (name, state) => {
        expect(parseProcessStat(`42 (${name}) ${state} ${fields} 777 0 0\n`)).toEqual({
          isRunning: state !== "Z" && state !== "X",
          start: (777).toString(36),
        });
      }),
    );
    for (const damaged of ["", "42 (name", "42 (name) R 1 2 3", `42 (name) R ${fields} x`]) {
      expect(parseProcessStat(damaged)).toBeUndefined();
    }
  });

  it("agrees with the system's own file about this process [LOCK-2]", () => {
    if (!tellsStart) return expect(self.start).toBeUndefined();
    expect(readFileSync("/proc/self/stat", "utf8").split(" ")).toContain(
      String(Number.parseInt(self.start ?? "", 36)),
    );
  });
});

describe("A lock with the number of this process and another start", () => {
  it("is one of a dead process, and the same start means a live one [LOCK-2]", async () => {
    const state = realpathSync(mkdtempSync(join(tmpdir(), "filewright-locks-")));
    onTestFinished(() => rmSync(state, { recursive: true, force: true }));
    const folder = join(state, "locks");
    const locks = new ProcessLocks({
      fileSystem: createNodeFileSystem(),
      folder: folder as AbsolutePath,
      self,
      life,
    });
    const release = await locks.acquire("key");
    const [name = ""] = readdirSync(folder);
    // Longer targets get a block of their own on the disk.
    expect(readlinkSync(join(folder, name)).length).toBeLessThan(60);
    await expect(async () => locks.acquire("key", { giveUpAfterMs: 5 })).rejects.toMatchObject({
      name: "LockBusyError",
      ownerPid: process.pid,
    });
    await release();
    symlinkSync(renderLockOwner({ ...self, start: "1", nonce: "earlier", sinceMs: 0 }), join(folder, name));
    const attempt = async (): Promise<string> => {
      const release = await locks.acquire("key", { giveUpAfterMs: 5 });
      await release();
      return "acquired";
    };
    expect(await attempt().catch((cause: Error) => cause.name)).toBe(
      tellsStart ? "acquired" : "LockBusyError",
    );
    expect(readdirSync(folder)).toHaveLength(tellsStart ? 0 : 1);
  });
});
