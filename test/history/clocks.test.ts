/** Nothing is ordered, settled or expired by what a clock says. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { historyFilesOf } from "../support/history-files.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const DAY_MS = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Toolkits that are made from now on have a clock that is so many days off. */
function setClock(days: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY_MS });
}

async function write(toolkit: Toolkit, files: TempWorkspace, content: string): Promise<void> {
  const file_path = files.path("a.txt");
  await toolkit.call("Read", { file_path });
  expect((await toolkit.call("Write", { file_path, content })).error).toBeUndefined();
}

describe.each([
  ["ahead", 40],
  ["behind", -40],
])("A clock that is 40 days %s", (_, days) => {
  it("for one process reorders no changes, of any process [SAFE-10]", async () => {
    const files = tempWorkspace({ "a.txt": "0" });
    const first = files.editor();
    await write(first, files, "1");
    setClock(days);
    const skewed = files.editor();
    await write(skewed, files, "2");
    vi.useRealTimers();
    await write(first, files, "3");
    const later = files.editor();
    await write(later, files, "4");
    const listed = await later.history.list();
    const contents = await Promise.all(
      listed.map(({ record }) => later.history.readContent(record.id, "after")),
    );
    expect(contents.map(String)).toEqual(["4", "3", "2", "1"]);
    for (const expected of ["3", "2", "1", "0"]) {
      const [standing] = (await later.history.list()).filter(
        ({ state, record }) => state === "applied" && record.undoes === undefined,
      );
      expect((await later.history.undo(standing?.record.id)).isDone).toBe(true);
      expect(files.read("a.txt")).toBe(expected);
    }
  });

  it("rewinds to a checkpoint that was made by it, and to one from before [SAFE-10]", async () => {
    const files = tempWorkspace({ "a.txt": "0" });
    const toolkit = files.editor();
    await write(toolkit, files, "1");
    const before = await toolkit.history.checkpoint("before");
    await write(toolkit, files, "2");
    setClock(days);
    const skewed = files.editor();
    const between = await skewed.history.checkpoint("between");
    vi.useRealTimers();
    await write(toolkit, files, "3");
    expect((await toolkit.history.checkpoints()).map(({ label }) => label)).toEqual(["before", "between"]);
    expect((await toolkit.history.rewind(between.id, { scope: "all" })).isDone).toBe(true);
    expect(files.read("a.txt")).toBe("2");
    expect((await toolkit.history.rewind(before.id, { scope: "all" })).isDone).toBe(true);
    expect(files.read("a.txt")).toBe("1");
  });

  it("expires nothing, neither while it is wrong nor when it is right again [SAFE-11]", async () => {
    const files = tempWorkspace({ "a.txt": "0" });
    const first = files.editor();
    await write(first, files, "1");
    await first.close();
    for (const offset of [days, 0, days, 0]) {
      setClock(offset);
      const toolkit = files.editor();
      await toolkit.history.prune();
      await write(toolkit, files, `at ${offset}`);
      await toolkit.close();
    }
    vi.useRealTimers();
    const toolkit = files.editor();
    expect(await toolkit.history.list()).toHaveLength(5);
    expect(historyFilesOf(files).length).toBeGreaterThan(0);
  });
});
