import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { KeyedQueue } from "../../src/locks/keyed-queue.js";

/** A promise and the means to end it. */
function gate(): { opened: Promise<void>; open: () => void } {
  const ends: (() => void)[] = [];
  const opened = new Promise<void>((resolve) => {
    ends.push(resolve);
  });
  return { opened, open: () => ends.forEach((end) => end()) };
}

describe("a keyed queue", () => {
  it("runs actions on one key in order, one at a time [CALL-14]", async () => {
    const queue = new KeyedQueue();
    const steps: string[] = [];
    const actions = [1, 2, 3].map((name) =>
      queue.run("key", async () => {
        steps.push(`begin ${name}`);
        await nextTurn();
        steps.push(`end ${name}`);
        return name;
      }),
    );
    expect(await Promise.all(actions)).toEqual([1, 2, 3]);
    expect(steps).toEqual(["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"]);
  });

  it("runs actions on different keys side by side [CALL-14]", async () => {
    const queue = new KeyedQueue();
    const [first, second] = [gate(), gate()];
    const left = queue.run("left", async () => {
      first.open();
      await second.opened;
      return "left";
    });
    const right = queue.run("right", async () => {
      await first.opened;
      second.open();
      return "right";
    });
    expect(await Promise.all([left, right])).toEqual(["left", "right"]);
  });

  it("frees its place when an action fails, and passes the failure on [CALL-14]", async () => {
    const queue = new KeyedQueue();
    const rejecting = queue.run("key", () => Promise.reject(new Error("rejected")));
    const throwing = queue.run("key", () => {
      throw new Error("thrown");
    });
    const after = queue.run("key", async () => "ran");
    expect(await Promise.allSettled([rejecting, throwing, after])).toEqual([
      { status: "rejected", reason: new Error("rejected") },
      { status: "rejected", reason: new Error("thrown") },
      { status: "fulfilled", value: "ran" },
    ]);
  });

  it("keeps the order when actions come while others run or have ended [CALL-14]", async () => {
    const queue = new KeyedQueue();
    const steps: string[] = [];
    const inner: Promise<unknown>[] = [];
    const note = (name: string) => async (): Promise<void> => {
      await nextTurn();
      steps.push(name);
    };
    await queue.run("key", async () => {
      inner.push(queue.run("key", note("queued from inside")));
      await note("outer")();
    });
    inner.push(queue.run("key", note("later")));
    await Promise.all(inner);
    await queue.run("key", note("last"));
    expect(steps).toEqual(["outer", "queued from inside", "later", "last"]);
  });
});
