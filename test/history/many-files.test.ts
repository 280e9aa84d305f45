import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { historyFilesOf, sizeOfHistory } from "../support/history-files.js";
import { noise } from "../support/noise.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A long history", () => {
  it("is read from its newest files, as far as the list goes [SAFE-13]", async () => {
    const files = tempWorkspace();
    const inner = createNodeFileSystem();
    const opened = new Set<string>();
    const fileSystem = alterFileSystem(inner, {
      open(path, ...others) {
        if (String(path).endsWith(".log")) opened.add(String(path));
        return inner.open(path, ...others);
      },
    });
    const toolkit = files.editor({ fileSystem, durability: "none", history: { maxBytes: 256 * 1024 * 4 } });
    for (let index = 0; index < 200; index += 1) {
      await toolkit.call("Write", { file_path: files.path(`${index}.txt`), content: noise(6000, index) });
    }
    expect(historyFilesOf(files).length).toBeGreaterThan(3);
    opened.clear();
    const listed = await toolkit.history.list({ limit: 5 });
    expect(listed.map(({ record }) => record.path)).toEqual(
      [199, 198, 197, 196, 195].map((index) => files.path(`${index}.txt`)),
    );
    expect(opened.size).toBeLessThanOrEqual(2);
    opened.clear();
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(opened.size).toBeLessThanOrEqual(2);
  });

  it("takes less than 2 KB for a small edit [SAFE-13]", async () => {
    const files = tempWorkspace({ "a.txt": `${noise(10_000, 1)}\nversion 0\n` });
    const toolkit = files.editor({ durability: "none" });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const EDITS = 300;
    for (let version = 1; version <= EDITS; version += 1) {
      const input = { old_string: `version ${version - 1}\n`, new_string: `version ${version}\n` };
      const { error } = await toolkit.call("Edit", { file_path: files.path("a.txt"), ...input });
      expect(error).toBeUndefined();
    }
    await toolkit.close();
    expect(sizeOfHistory(files) / EDITS).toBeLessThan(2048);
  });
});

describe("Undoing changes of many files", () => {
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
