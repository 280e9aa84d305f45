import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ask, createHelper, findPid, isAlive, isGone, isZombie } from "./helper-support.js";

const host = fileURLToPath(new URL("helper-host.js", import.meta.url));

describe("The life of a helper", () => {
  it("ends after a while without requests, and starts anew [PROC-4]", async () => {
    const helper = createHelper({ idleMs: 50 });
    const pid = await findPid(helper);
    expect(await isGone(pid)).toBe(true);
    expect(await findPid(helper)).not.toBe(pid);
  });

  it("and its requests may last for ever [PROC-4]", async () => {
    const helper = createHelper({ idleMs: Infinity });
    const pid = await findPid(helper);
    expect(await ask(helper, { do: "sleep", ms: 100 }, { timeoutMs: Infinity })).toMatchObject({
      header: { pid },
    });
    await delay(50);
    expect(await findPid(helper)).toBe(pid);
  });

  it("is waited for by who lets it go, also when a cancelled request has just killed it [PROC-3, PROC-4]", async () => {
    for (const end of ["endIfIdle", "close"] as const) {
      const helper = createHelper();
      const pid = await findPid(helper);
      const cancel = new AbortController();
      const spinning = ask(helper, { do: "spin" }, { signal: cancel.signal });
      cancel.abort("enough");
      await expect(spinning).rejects.toBe("enough");
      await helper[end]();
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    }
  });

  it("ends when it is closed, with whatever it is doing [PROC-4]", async () => {
    const helper = createHelper();
    const pid = await findPid(helper);
    const asked = [ask(helper, { do: "spin" }), ask(helper, { do: "echo" })];
    await helper.close();
    expect(isAlive(pid)).toBe(false);
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ outcome: "failed", reason: "closed" });
    expect(await ask(helper, { do: "echo" })).toMatchObject({ reason: "closed" });
    await helper.close();
  });

  it.each(["ends by itself", "waits for the answer", "closes and waits"])(
    "never outlasts a host that %s, nor keeps it [PROC-4]",
    async (way) => {
      const { stdout } = await promisify(execFile)(process.execPath, [host, way]);
      expect(await isGone(Number(stdout))).toBe(true);
    },
  );

  it.each(["is killed while idle", "is killed while busy"])(
    "ends with a host that %s [PROC-4]",
    async (way) => {
      const running = spawn(process.execPath, [host, way], { stdio: ["ignore", "pipe", "inherit"] });
      const [said] = (await once(running.stdout, "data")) as [Buffer];
      const pid = Number(said.toString());
      expect(isAlive(pid)).toBe(true);
      running.kill("SIGKILL");
      expect(await isGone(pid)).toBe(true);
    },
  );

  it("does not begin for want of descriptors, and does when there are some [PROC-2]", () => {
    // In a session of its own, in case something is killed that was never started.
    const command = `ulimit -n 60; exec setsid -w "${process.execPath}" "${host}" "has no descriptors"`;
    const answer = execFileSync("bash", ["-c", command], { encoding: "utf8" });
    expect(JSON.parse(answer)).toEqual(["not-started", "answered"]);
  });

  it("leaves no descriptors and no dead processes behind [PROC-4]", async () => {
    const helper = createHelper();
    await findPid(helper);
    const before = countDescriptors();
    for (let round = 0; round < 10; round += 1) await ask(helper, { do: "exit" });
    await findPid(helper);
    for (let attempt = 0; attempt < 500 && countDescriptors() > before; attempt += 1) await delay(10);
    expect(countDescriptors()).toBeLessThanOrEqual(before);
    expect(findZombies()).toEqual([]);
  });
});

function countDescriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

function findZombies(): string[] {
  if (process.platform !== "linux") return [];
  const file = `/proc/self/task/${process.pid}/children`;
  const children = readFileSync(file, "utf8").trim().split(" ").filter(Boolean);
  return children.filter(isZombie);
}
