/** Locks of several files at once. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { edit, LINES } from "../support/undo-steps.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Locks of several files", () => {
  it("keep out whoever wants one of them, in this process and in others, until all is done [SAFE-175]", async () => {
    const files = tempWorkspace({});
    const [mine, other] = [files.toolkit(), files.toolkit()].map(({ workspace }) => workspace.locks);
    const order: string[] = [];
    let others: readonly (Promise<void> | undefined)[] = [];
    await mine?.runAll(["b", "a", "b"], async () => {
      order.push("begin");
      others = [
        mine.run("a", async () => void order.push("turn a")),
        other?.run("b", async () => void order.push("lock b")),
        other?.runAll(["b", "c"], async () => void order.push("locks b and c")),
      ];
      await wait(50);
      order.push("end");
    });
    await Promise.all(others);
    expect(order.slice(0, 2)).toEqual(["begin", "end"]);
    expect(order).toHaveLength(5);
  });

  it("are taken in one order, so nobody waits forever, and are free again after a failure [SAFE-175]", async () => {
    const files = tempWorkspace({});
    const workspaces = [files.toolkit(), files.toolkit(), files.toolkit()].map(({ workspace }) => workspace);
    const orders = [
      ["a", "b", "c"],
      ["c", "b", "a"],
      ["b", "c", "a"],
    ];
    let inside = 0;
    const runs = Array.from({ length: 60 }, (_, index) =>
      workspaces[index % 3]?.locks.runAll(orders[index % orders.length] ?? [], async () => {
        inside += 1;
        expect(inside).toBe(1);
        await wait(0);
        inside -= 1;
        if (index % 5 === 0) throw new Error("planned");
      }),
    );
    const settled = await Promise.allSettled(runs);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(12);
  });

  it("let rewinds and undos of the same files run side by side [SAFE-175]", async () => {
    const names = ["a.txt", "b.txt", "c.txt", "d.txt"];
    const files = tempWorkspace(Object.fromEntries(names.map((name) => [name, LINES])));
    const toolkits = [files.editor(), files.editor()];
    const [first] = toolkits;
    const { id } = (await first?.history.checkpoint("start")) ?? { id: "" };
    const ids: string[] = [];
    for (const name of names)
      if (first !== undefined) ids.push(await edit(first, files.path(name), "two", "2"));
    const results = await Promise.allSettled([
      ...toolkits.map(({ history }) => history.rewind(id, { scope: "all" })),
      ...toolkits.map(({ history }) => history.undo(ids.toReversed())),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(names.map((name) => files.read(name))).toEqual(names.map(() => LINES));
  });
});
