/** Real processes that compete for locks, and some that are killed while they hold one. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const program: string = fileURLToPath(new URL("contender.js", import.meta.url));

interface Order {
  readonly action: "hold" | "count";
  readonly keys: readonly string[];
}

function counters(keys: readonly string[]): { folder: string; values: () => number[] } {
  const folder = mkdtempSync(join(tmpdir(), "filewright-locks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const key of keys) writeFileSync(join(folder, key), "0");
  return { folder, values: () => keys.map((key) => Number(readFileSync(join(folder, key), "utf8"))) };
}

/** On a slow disk others get a turn between any two steps. */
type Pace = "quick" | "slow";

async function startContender(folder: string, pace: Pace = "quick"): Promise<ChildProcess> {
  const child = fork(program, [folder, pace]);
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "message")).toEqual(["ready", undefined]);
  return child;
}

const startContenders = (folder: string, pace: Pace = "quick"): Promise<ChildProcess[]> =>
  Promise.all([1, 2, 3, 4].map(() => startContender(folder, pace)));

async function tell(child: ChildProcess, order: Order): Promise<unknown> {
  child.send(order);
  const [answer] = await once(child, "message");
  return answer;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const namesOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe("Processes that share a state directory", () => {
  it("take turns: no step of four counting processes is lost [LOCK-1]", async () => {
    const { folder, values } = counters(["counter"]);
    const children = await startContenders(folder);
    const keys = Array.from({ length: 100 }, () => "counter");
    const answers = await Promise.all(children.map((child) => tell(child, { action: "count", keys })));
    expect(answers).toEqual(["done", "done", "done", "done"]);
    expect(values()).toEqual([400]);
    expect(readdirSync(join(folder, "locks"))).toEqual([]);
  });

  it("wait for a live owner, and get the lock when it is killed [LOCK-1, LOCK-2]", async () => {
    const { folder, values } = counters(["counter"]);
    const owner = await startContender(folder);
    const waiter = await startContender(folder);
    expect(await tell(owner, { action: "hold", keys: ["counter"] })).toBe("done");
    const waited = tell(waiter, { action: "count", keys: ["counter"] });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(values()).toEqual([0]);
    await kill(owner);
    expect(await waited).toBe("done");
    expect(values()).toEqual([1]);
  });

  it.each(["quick", "slow"] as const)(
    "race for the locks of a dead owner on a %s disk, and each lock has one owner at a time [LOCK-2]",
    async (pace) => {
      const keys = namesOf("counter", 60);
      const { folder, values } = counters(keys);
      const owner = await startContender(folder);
      expect(await tell(owner, { action: "hold", keys })).toBe("done");
      const children = await startContenders(folder, pace);
      await kill(owner);
      expect(readdirSync(join(folder, "locks"))).toHaveLength(keys.length);
      const answers = await Promise.all(children.map((child) => tell(child, { action: "count", keys })));
      expect(answers).toEqual(["done", "done", "done", "done"]);
      expect(values()).toEqual(keys.map(() => 4));
      expect(readdirSync(join(folder, "locks"))).toEqual([]);
    },
  );

  it("lose nothing when owners and waiters are killed again and again [LOCK-2]", async () => {
    const keys = namesOf("counter", 10);
    const { folder, values } = counters(keys);
    const survivor = await startContender(folder);
    for (const key of keys) {
      const owner = await startContender(folder);
      expect(await tell(owner, { action: "hold", keys: [key] })).toBe("done");
      // Waits for the dead owner's lock in its turn, and is killed at some moment of the takeover or before it.
      const bystander = await startContender(folder);
      bystander.send({ action: "hold", keys: [key] } satisfies Order);
      await Promise.all([kill(owner), kill(bystander)]);
    }
    expect(await tell(survivor, { action: "count", keys })).toBe("done");
    expect(values()).toEqual(keys.map(() => 1));
  });
});
