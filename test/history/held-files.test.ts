/** The history belongs to who holds it open, whatever becomes of its name and of what others think of the writer. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import { History } from "../../src/history/history.js";
import type { AbsolutePath, Toolkit } from "../../src/index.js";
import { expectConsistentHistory } from "../support/history-checks.js";
import { historyFilesOf, historyFolderOf, stateOf } from "../support/history-files.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

async function edit(toolkit: Toolkit, files: TempWorkspace, from: number, to: number): Promise<void> {
  const path = files.path("a.txt");
  for (let version = from; version <= to; version += 1) {
    const input = {
      file_path: path,
      old_string: `version ${version - 1}\n`,
      new_string: `version ${version}\n`,
    };
    expect((await toolkit.call("Edit", input)).error).toBeUndefined();
  }
}

/** One process edits, something happens to its history, it edits on; then another process looks. */
async function expectNothingLost(interfere: (files: TempWorkspace) => Promise<void> | void): Promise<void> {
  const files = tempWorkspace({ "a.txt": "version 0\n" });
  const writer = files.editor();
  await writer.call("Read", { file_path: files.path("a.txt") });
  await edit(writer, files, 1, 3);
  await interfere(files);
  await edit(writer, files, 4, 6);
  await interfere(files);
  await edit(writer, files, 7, 8);
  for (const reader of [writer, files.editor()]) {
    expect(await reader.history.list()).toHaveLength(8);
    await expectConsistentHistory(reader, new Set());
  }
  await writer.close();
  const later = files.editor();
  const changes = (await later.history.list()).map(({ record }) => record.id);
  expect(changes).toHaveLength(8);
  expect((await later.history.undo(changes)).isDone).toBe(true);
  expect(files.read("a.txt")).toBe("version 0\n");
}

describe("A history file", () => {
  it("that is removed while its process works is written again [SAFE-1]", () =>
    expectNothingLost((files) => {
      for (const file of historyFilesOf(files)) rmSync(file);
    }));

  it("whose folder is removed is written again, sequence included [SAFE-1]", () =>
    expectNothingLost((files) => rmSync(stateOf(files), { recursive: true })));

  it("whose folder was moved away is written again [SAFE-1]", () =>
    expectNothingLost((files) => {
      const aside = `${stateOf(files)}-aside`;
      rmSync(aside, { recursive: true, force: true });
      renameSync(stateOf(files), aside);
    }));

  it("never takes the place of another file [SAFE-1]", async () => {
    const planted = new Map<string, string>();
    await expectNothingLost((files) => {
      for (const [index, file] of historyFilesOf(files).entries()) {
        renameSync(file, `${file}.aside`);
        writeFileSync(file, `someone else's ${index}`);
        planted.set(file, readFileSync(file, "utf8"));
      }
      for (const [file, content] of planted) expect(readFileSync(file, "utf8")).toBe(content);
    });
  });

  it("of a living process is not taken for abandoned, whoever it says it is, and of a dead one is [SAFE-1]", async () => {
    const files = tempWorkspace();
    const open = (): History =>
      new History(
        {
          fileSystem: createNodeFileSystem(),
          stateDirectory: stateOf(files) as AbsolutePath,
          folder: historyFolderOf(files) as AbsolutePath,
          // Another host name, another process namespace: nobody can tell, and everybody thinks it is dead.
          owner: () => "1 - elsewhere",
          isOwnerAlive: () => false,
          isDurable: false,
          now: Date.now,
          randomName: () => Math.random().toString(36).slice(2),
        },
        { maxAgeDays: 0, maxBytes: 1 },
      );
    const writer = open();
    await writer.checkpoint("session", "here");
    const other = open();
    expect(await other.findAbandoned()).toEqual([]);
    await other.prune();
    expect(historyFilesOf(files)).toHaveLength(1);
  });

  it("is continued by later processes instead of leaving one file each [SAFE-2]", async () => {
    const files = tempWorkspace({ "a.txt": "version 0\n" });
    for (let version = 1; version <= 10; version += 1) {
      const toolkit = files.editor();
      await toolkit.call("Read", { file_path: files.path("a.txt") });
      await edit(toolkit, files, version, version);
      await toolkit.close();
    }
    expect(historyFilesOf(files)).toHaveLength(1);
    const toolkit = files.editor();
    expect(await toolkit.history.list()).toHaveLength(10);
    await expectConsistentHistory(toolkit, new Set());
  });

  it("is not continued by two processes at a time [SAFE-2]", async () => {
    const files = tempWorkspace({ "a.txt": "version 0\n", "b.txt": "b" });
    const first = files.editor();
    await first.call("Read", { file_path: files.path("a.txt") });
    await edit(first, files, 1, 1);
    await first.close();
    const [left, right] = [files.editor(), files.editor()];
    await left.call("Read", { file_path: files.path("a.txt") });
    await edit(left, files, 2, 2);
    await right.call("Write", { file_path: files.path("c.txt"), content: "c" });
    await edit(left, files, 3, 3);
    expect(historyFilesOf(files)).toHaveLength(2);
    expect(await right.history.list()).toHaveLength(4);
  });
});
