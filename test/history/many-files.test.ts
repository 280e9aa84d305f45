import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Taking back changes of many files", () => {
  it("looks through the history as often as for one [FIX-157]", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
    const files = tempWorkspace(Object.fromEntries(names.map((name) => [name, "old\n"])));
    const inner = createNodeFileSystem();
    let looks = 0;
    const fileSystem = alterFileSystem(inner, {
      list(folder, ...others) {
        if (folder.endsWith("history")) looks += 1;
        return inner.list(folder, ...others);
      },
    });
    const toolkit = files.editor({ fileSystem });
    for (const name of names) {
      await toolkit.call("Read", { file_path: files.path(name) });
      await toolkit.call("Write", { file_path: files.path(name), content: "new\n" });
    }
    const ids = (await toolkit.history.list()).map(({ record }) => record.id);
    const count = async (changes: readonly string[]): Promise<number> => {
      looks = 0;
      await toolkit.history.undo(changes, { dryRun: true });
      return looks;
    };
    const [one, all] = [await count(ids.slice(0, 1)), await count(ids)];
    expect(one).toBeGreaterThan(0);
    expect(all).toBe(one);
    expect((await toolkit.history.undo(ids)).isDone).toBe(true);
    expect(names.map((name) => files.read(name))).toEqual(names.map(() => "old\n"));
  });
});
