/** Searches in turn: a few at once, the rest by session, and none that nobody waits for. */
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolError } from "../../src/errors/tool-error.js";
import { SearchQueue } from "../../src/search/search-queue.js";

interface Running {
  readonly name: string;
  readonly end: () => void;
}

/** Searches that run until they are told to end, in the order in which they started. */
function startSearches(queue: SearchQueue) {
  const running: Running[] = [];
  const started: string[] = [];
  const add = (session: string, name: string, signal?: AbortSignal): Promise<string> =>
    queue.run(session, signal, () => {
      started.push(name);
      return new Promise((resolve) => running.push({ name, end: () => resolve(name) }));
    });
  const endOne = async (): Promise<void> => {
    running.shift()?.end();
    await nextTurn();
  };
  return { add, endOne, running, started };
}

describe("The queue of searches", () => {
  it("starts no more than it may, and the others by turns of their sessions [HOST-152]", async () => {
    const { add, endOne, running, started } = startSearches(new SearchQueue({ maxRunning: 2 }));
    const all = [
      ...["a1", "a2", "a3", "a4", "a5"].map((name) => add("a", name)),
      ...["b1", "b2"].map((name) => add("b", name)),
      add("c", "c1"),
    ];
    await nextTurn();
    for (let round = 0; round < all.length; round += 1) {
      expect(running.length).toBeLessThanOrEqual(2);
      await endOne();
    }
    expect(started).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2", "a5"]);
    expect(await Promise.all(all)).toHaveLength(8);
  });

  it("forgets a search that is cancelled while it waits [HOST-153]", async () => {
    const { add, endOne, started } = startSearches(new SearchQueue({ maxRunning: 1 }));
    const stopping = new AbortController();
    const first = add("a", "first");
    const cancelled = add("a", "cancelled", stopping.signal);
    const late = add("a", "late", AbortSignal.abort("before it began"));
    const last = add("a", "last");
    stopping.abort("not wanted");
    await expect(cancelled).rejects.toBe("not wanted");
    await expect(late).rejects.toBe("before it began");
    await endOne();
    await endOne();
    expect(await Promise.all([first, last])).toEqual(["first", "last"]);
    expect(started).toEqual(["first", "last"]);
  });

  it("refuses what one session asks for in excess, and goes on with the others [HOST-153]", async () => {
    const queue = new SearchQueue({ maxRunning: 1, maxWaiting: 2 });
    const { add, endOne } = startSearches(queue);
    const taken = [add("a", "a1"), add("a", "a2"), add("a", "a3")];
    const refused: unknown = await add("a", "a4").catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(ToolError);
    expect((refused as ToolError).message).toMatch(/Nothing was searched\. Wait for .+, then try again\.$/);
    taken.push(add("b", "b1"));
    for (let round = 0; round < 4; round += 1) await endOne();
    expect(await Promise.all(taken)).toEqual(["a1", "a2", "a3", "b1"]);
  });

  it("refuses a search that waits too long [HOST-153]", async () => {
    const { add, endOne } = startSearches(new SearchQueue({ maxRunning: 1, maxWaitMs: 1 }));
    const first = add("a", "first");
    await expect(add("b", "second")).rejects.toThrow("Too many searches");
    await endOne();
    expect(await first).toBe("first");
  });

  it("starts the next one after a search that fails [HOST-152]", async () => {
    const queue = new SearchQueue({ maxRunning: 1 });
    const failing = queue.run("a", undefined, () => Promise.reject(new Error("broken")));
    const next = queue.run("a", undefined, () => Promise.resolve("fine"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("fine");
  });

  it("ends every search exactly once, whatever comes when [HOST-152, HOST-153]", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), session: fc.constantFrom("a", "b", "c") }),
      fc.record({ kind: fc.constant("end" as const) }),
      fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { add, endOne, running, started } = startSearches(new SearchQueue({ maxRunning: 2 }));
        const added: { readonly stopping: AbortController; readonly done: Promise<string> }[] = [];
        for (const one of steps) {
          if (one.kind === "add") {
            const stopping = new AbortController();
            const done = add(one.session, `s${added.length}`, stopping.signal).catch(() => "cancelled");
            added.push({ stopping, done });
          } else if (one.kind === "cancel") added[one.which]?.stopping.abort("cancelled");
          else await endOne();
          expect(running.length).toBeLessThanOrEqual(2);
        }
        for (let round = 0; round <= added.length; round += 1) await endOne();
        const ends = await Promise.all(added.map(({ done }) => done));
        const isStarted = (index: number): boolean => started.includes(`s${index}`);
        expect(ends).toEqual(ends.map((_, index) => (isStarted(index) ? `s${index}` : "cancelled")));
        expect(new Set(started).size).toBe(started.length);
      }),
      { numRuns: 100 },
    );
  });
});
