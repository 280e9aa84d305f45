import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { GuardedProgram, type GuardedRequest } from "../../src/process/guarded-program.js";
import { isAlive, isGone } from "./helper-support.js";

const host = fileURLToPath(new URL("guarded-host.js", import.meta.url));
const stubborn = fileURLToPath(new URL("stubborn-program.js", import.meta.url));

function run(more: Partial<GuardedRequest> & { readonly code?: string }): GuardedProgram {
  const { code = "", ...request } = more;
  const program = new GuardedProgram({
    program: process.execPath,
    arguments: ["-e", code],
    workingDirectory: "/",
    environment: {},
    ...request,
  });
  onTestFinished(() => program.kill());
  return program;
}

async function readPids(output: NodeJS.ReadableStream | null | undefined): Promise<number[]> {
  const [piece] = (await once(output as NodeJS.ReadableStream, "data")) as [Buffer];
  return JSON.parse(piece.toString()) as number[];
}

/** Of the shells that watch over programs of this very process. */
function findGuardians(): number[] {
  const isGuardian = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("farewell");
    } catch {
      return false;
    }
  };
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  return children.filter(isGuardian).map(Number);
}

describe("A guarded program", () => {
  it("gets its arguments, its folder and its environment, and nothing else [LSP-1]", async () => {
    const code = `process.stdin.on("data", (piece) => process.stdout.write(piece + JSON.stringify([process.cwd(), process.env.SEEN, process.env.PATH, process.env.HOME])))
      .on("end", () => process.exit(3))`;
    const program = run({ code, environment: { SEEN: "$HOME" } });
    program.input?.end("said: ");
    expect(await readText(program.output as NodeJS.ReadableStream)).toBe('said: ["/","$HOME",null,null]');
    expect(await program.ended).toEqual({ kind: "ended", detail: "ended with code 3" });
    program.kill();
  });

  it.each(["is killed", "ends by itself", "fails"])(
    "is gone with its children when its host %s, whatever it heeds [LSP-2]",
    async (way) => {
      const running = spawn(process.execPath, [host, way], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const ended = once(running, "exit");
      const pids = await readPids(running.stdout);
      expect(pids).toHaveLength(2);
      if (way === "is killed") {
        expect(pids.map(isAlive)).toEqual([true, true]);
        running.kill("SIGKILL");
      }
      await ended;
      for (const pid of pids) expect(await isGone(pid)).toBe(true);
    },
  );

  it("is killed with its children, and so are those of one that ends by itself [LSP-1]", async () => {
    const program = run({ arguments: [stubborn, "with child"] });
    const pids = await readPids(program.output);
    expect(pids[0]).toBe(program.pid);
    program.kill();
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
    expect(await program.ended).toEqual({ kind: "ended", detail: "ended by SIGKILL" });

    const code = `const child = require("child_process").spawn(process.execPath, [${JSON.stringify(stubborn)}], { stdio: "ignore" });
      child.unref(); process.stdout.write(JSON.stringify([process.pid, child.pid]), () => process.exit(0))`;
    const leaving = run({ code });
    for (const pid of await readPids(leaving.output)) expect(await isGone(pid)).toBe(true);
  });

  it("that can't be started says why, and what it said last is kept [LSP-1]", async () => {
    const missing = run({ program: "/nowhere/server" });
    expect([missing.pid, await missing.ended]).toEqual([
      0,
      { kind: "not-started", detail: "spawn /nowhere/server ENOENT" },
    ]);
    missing.kill();
    expect(await run({ arguments: ["a\0b"] }).ended).toMatchObject({ kind: "not-started" });
    const code = `process.stderr.write("x".repeat(100_000) + "the end é", () => process.exit(1))`;
    const { detail } = await run({ code }).ended;
    expect(detail).toMatch(/^ended with code 1: x+the end é$/);
    expect(detail.length).toBeLessThan(4200);
  });

  it("leaves no guardian behind, and does not run without one [LSP-2]", async () => {
    if (process.platform !== "linux") return;
    const before = { guardians: findGuardians(), descriptors: countDescriptors() };
    for (let round = 0; round < 5; round += 1) await run({ code: "process.exit(0)" }).ended;
    const program = run({ arguments: [stubborn] });
    for (let round = 0; round < 500 && findGuardians().length > before.guardians.length + 1; round += 1) {
      await delay(10);
    }
    const [guardian, ...others] = findGuardians().filter((pid) => !before.guardians.includes(pid));
    expect([guardian, others]).toEqual([expect.any(Number), []]);
    process.kill(guardian as number, "SIGKILL");
    expect(await program.ended).toMatchObject({ detail: "ended by SIGKILL" });
    for (let round = 0; round < 500 && countDescriptors() > before.descriptors; round += 1) await delay(10);
    expect(countDescriptors()).toBeLessThanOrEqual(before.descriptors);
  });
});

function countDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
