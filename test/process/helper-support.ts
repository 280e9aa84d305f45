/** What the tests of helper processes have in common. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type HelperAnswer, HelperProcess, type HelperRequest } from "../../src/process/helper-process.js";

const script = fileURLToPath(new URL("obedient-helper.js", import.meta.url));

export function createHelper(options: { script?: string; idleMs?: number } = {}): HelperProcess {
  const helper = new HelperProcess({ script, ...options });
  onTestFinished(() => helper.close());
  return helper;
}

export function ask(
  helper: HelperProcess,
  header: object,
  more: Partial<HelperRequest> = {},
): Promise<HelperAnswer> {
  return helper.request({
    header,
    payload: new Uint8Array([1, 2, 3]),
    timeoutMs: 60_000,
    maxAnswerBytes: 10_000_000,
    ...more,
  });
}

export async function findPid(helper: HelperProcess): Promise<number> {
  const answer = await ask(helper, { do: "surroundings" });
  if (answer.outcome === "failed") throw new Error(answer.detail);
  return (answer.header as { pid: number }).pid;
}

/** A process that has ended and that nobody has asked for yet is none. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !isZombie(pid);
  } catch {
    return false;
  }
}

/** Waits, without counting on how long it takes. */
export async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 1000 && isAlive(pid); attempt += 1) await delay(10);
  return !isAlive(pid);
}

export function isZombie(pid: number | string): boolean {
  return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}
