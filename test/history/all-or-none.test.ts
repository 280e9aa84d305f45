/** Rewind, undo and redo of several files: all of them or none, or the answer names exactly which. */
import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RestoreResult } from "../../src/history-restore.js";
import { createNodeFileSystem, type Toolkit } from "../../src/index.js";
import { createFaultyFileSystem, type FaultyFileSystem } from "../support/faulty-file-system.js";
import { expectConsistentHistory } from "../support/history-checks.js";
import { takeSnapshot } from "../support/snapshot.js";
import { edit, LINES, write } from "../support/undo-steps.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

interface Scene {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly disk: FaultyFileSystem;
  readonly checkpoint: string;
}

/** A rewind takes the newest file first: new/d.txt, c.txt, b.txt, a.txt. */
async function beginScene(): Promise<Scene> {
  const files = tempWorkspace({ "a.txt": LINES, "b.txt": LINES, "c.txt": LINES });
  const disk = createFaultyFileSystem(createNodeFileSystem());
  const toolkit = files.editor({ fileSystem: disk });
  const { id } = await toolkit.history.checkpoint("start");
  for (const name of ["a.txt", "b.txt", "c.txt"]) await edit(toolkit, files.path(name), "two", "2");
  await write(toolkit, files.path("new/d.txt"), "d\n");
  return { files, toolkit, disk, checkpoint: id };
}

/** When the rewind comes to a.txt. */
const AT_LAST_FILE = { operation: "replaceIfUnchanged", nth: 3 } as const;

function contentsOf(files: TempWorkspace): Record<string, string> {
  const entries = Object.entries(takeSnapshot(files.root)).filter(([, { kind }]) => kind === "file");
  return Object.fromEntries(entries.map(([name, { content }]) => [name, content]));
}

function byName(files: TempWorkspace, result: RestoreResult): Record<string, string> {
  return Object.fromEntries(
    result.files.map(({ path, outcome, isApplied }) => [
      path.slice(files.root.length + 1),
      `${outcome}${isApplied ? ", applied" : ""}`,
    ]),
  );
}

async function expectRewindStillWorks({ files, toolkit, checkpoint }: Scene): Promise<void> {
  await expectConsistentHistory(toolkit, new Set());
  expect((await toolkit.history.rewind(checkpoint)).isDone).toBe(true);
  expect(contentsOf(files)).toEqual({ "a.txt": LINES, "b.txt": LINES, "c.txt": LINES });
  await expectConsistentHistory(toolkit, new Set());
}

describe("A rewind in which one file fails", () => {
  it.each([
    ["new/d.txt", { operation: "removeIfUnchanged" }],
    ["c.txt", { operation: "replaceIfUnchanged", nth: 1 }],
    ["b.txt", { operation: "replaceIfUnchanged", nth: 2 }],
    ["a.txt", AT_LAST_FILE],
  ] as const)("restores nothing, whichever it is, and names it: %s [SAFE-170]", async (name, moment) => {
    const scene = await beginScene();
    const { files, toolkit, disk, checkpoint } = scene;
    const before = contentsOf(files);
    disk.inject({ ...moment, code: "EIO" });
    const result = await toolkit.history.rewind(checkpoint);
    expect(result.isDone).toBe(false);
    expect(byName(files, result)).toEqual({
      "new/d.txt": "deleted",
      "c.txt": "restored",
      "b.txt": "restored",
      "a.txt": "restored",
      [name]: "failed",
    });
    const failed = result.files.find(({ path }) => path === files.path(name));
    expect(failed?.reason).toBe(
      "the disk reported an error (EIO). Check the disk and the path, then try again",
    );
    expect(contentsOf(files)).toEqual(before);
    const states = (await toolkit.history.list()).filter(({ record }) => record.undoes === undefined);
    expect(states.map(({ state }) => state)).toEqual(["applied", "applied", "applied", "applied"]);
    rmSync(files.path("new"), { recursive: true });
    files.write("new/d.txt", "d\n");
    await expectRewindStillWorks(scene);
  });

  it("keeps undo, redo and the next redo as they were [SAFE-170]", async () => {
    const { files, toolkit, disk, checkpoint } = await beginScene();
    const undone = await toolkit.history.undo();
    expect(undone.files[0]?.outcome).toBe("deleted");
    disk.inject({ ...AT_LAST_FILE, code: "EIO" });
    expect((await toolkit.history.rewind(checkpoint)).isDone).toBe(false);
    const redone = await toolkit.history.redo();
    expect(redone.isDone).toBe(true);
    expect(redone.files.map(({ path }) => path)).toEqual([files.path("new/d.txt")]);
    expect(files.read("new/d.txt")).toBe("d\n");
  });

  it("reports no undo to listeners, and the content that the file has in the end [SAFE-170]", async () => {
    const { files, toolkit, disk, checkpoint } = await beginScene();
    disk.inject({ ...AT_LAST_FILE, code: "EIO" });
    const undos: string[] = [];
    const last = new Map<string, string | undefined>();
    toolkit.workspace.events.on("undo", ({ path }) => void undos.push(path));
    toolkit.workspace.events.on("file-changed", ({ path, after }) => void last.set(path, after?.version));
    await toolkit.history.rewind(checkpoint);
    expect(undos).toEqual([]);
    const changes = await toolkit.history.list();
    const edited = changes.find(
      ({ record }) => record.path === files.path("c.txt") && record.tool === "Edit",
    );
    expect(last.get(files.path("c.txt"))).toBe(edited?.record.after?.id);
  });

  it("is the same for undo and redo of several changes [SAFE-170]", async () => {
    const { files, toolkit, disk } = await beginScene();
    const ids = (await toolkit.history.list()).map(({ record }) => record.id);
    const before = contentsOf(files);
    disk.inject({ ...AT_LAST_FILE, code: "ENOSPC" });
    expect((await toolkit.history.undo(ids)).isDone).toBe(false);
    expect(contentsOf(files)).toEqual(before);
    const undone = await toolkit.history.undo(ids);
    expect(undone.isDone).toBe(true);
    const after = contentsOf(files);
    disk.inject({ operation: "replaceIfUnchanged", nth: 4, code: "ENOSPC" });
    const undos = undone.files.flatMap(({ change }) => change ?? []);
    expect((await toolkit.history.redo(undos)).isDone).toBe(false);
    expect(contentsOf(files)).toEqual(after);
    expect((await toolkit.history.redo(undos)).isDone).toBe(true);
    expect(contentsOf(files)).toEqual(before);
  });
});

describe("A rewind beside another program", () => {
  it("that changes a file just before its turn: its work stays, nothing is restored [SAFE-171]", async () => {
    const { files, toolkit, disk, checkpoint } = await beginScene();
    const before = contentsOf(files);
    const path = files.path("b.txt");
    disk.inject({
      operation: "replaceIfUnchanged",
      nth: 2,
      before: () => writeFileSync(path, "theirs\n"),
    });
    const result = await toolkit.history.rewind(checkpoint);
    expect(result.isDone).toBe(false);
    expect(byName(files, result)).toEqual({
      "new/d.txt": "deleted",
      "c.txt": "restored",
      "b.txt": "conflict",
      "a.txt": "restored",
    });
    expect(contentsOf(files)).toEqual({ ...before, "b.txt": "theirs\n" });
  });

  it("that changes a restored file before it can be rolled back: the answer says what is how [SAFE-172]", async () => {
    const { files, toolkit, disk, checkpoint } = await beginScene();
    disk.inject({
      ...AT_LAST_FILE,
      code: "EIO",
      before: () => writeFileSync(files.path("c.txt"), "theirs\n"),
    });
    const result = await toolkit.history.rewind(checkpoint);
    expect(result.isDone).toBe(false);
    expect(byName(files, result)).toEqual({
      "new/d.txt": "deleted",
      "c.txt": "restored, applied",
      "b.txt": "restored",
      "a.txt": "failed",
    });
    expect(result.files.find(({ path }) => path === files.path("c.txt"))?.reason).toBe(
      "the same lines have been changed since",
    );
    expect(contentsOf(files)).toEqual({
      "a.txt": LINES.replace("two", "2"),
      "b.txt": LINES.replace("two", "2"),
      "c.txt": "theirs\n",
      "new/d.txt": "d\n",
    });
  });
});

describe("A rewind that skips what can't be restored", () => {
  it("restores the others, names the rest, and is not done [SAFE-173]", async () => {
    const { files, toolkit, disk, checkpoint } = await beginScene();
    writeFileSync(files.path("b.txt"), "mine\n");
    disk.inject({ operation: "replaceIfUnchanged", code: "EIO" });
    const result = await toolkit.history.rewind(checkpoint, { onConflict: "skip" });
    expect(result.isDone).toBe(false);
    expect(byName(files, result)).toEqual({
      "new/d.txt": "deleted, applied",
      "c.txt": "failed",
      "b.txt": "conflict",
      "a.txt": "restored, applied",
    });
    expect(contentsOf(files)).toEqual({
      "a.txt": LINES,
      "b.txt": "mine\n",
      "c.txt": LINES.replace("two", "2"),
    });
  });

  it("is done if nothing had to be left out [SAFE-173]", async () => {
    const { toolkit, checkpoint } = await beginScene();
    const result = await toolkit.history.rewind(checkpoint, { onConflict: "skip" });
    expect(result.isDone).toBe(true);
    expect(result.files.every(({ isApplied }) => isApplied)).toBe(true);
  });
});

describe("A history that can't be written", () => {
  it("before the first file leaves everything as it was [SAFE-179]", async () => {
    const scene = await beginScene();
    const { files, toolkit, disk, checkpoint } = scene;
    const before = contentsOf(files);
    disk.inject({ operation: "append", code: "ENOSPC" });
    await expect(toolkit.history.rewind(checkpoint)).rejects.toMatchObject({ code: "HISTORY_UNAVAILABLE" });
    expect(contentsOf(files)).toEqual(before);
    await expectRewindStillWorks(scene);
  });

  it("once, in the middle or at the end, leaves nothing restored [SAFE-179]", async () => {
    for (const nth of [2, 3, 4, 5, 6]) {
      const scene = await beginScene();
      const { files, toolkit, disk, checkpoint } = scene;
      const before = contentsOf(files);
      disk.inject({ operation: "append", nth, code: "ENOSPC" });
      const result = await toolkit.history.rewind(checkpoint);
      expect({ nth, isDone: result.isDone }).toEqual({ nth, isDone: false });
      expect(result.files.map(({ reason }) => reason)).toContain("the history could not be written (ENOSPC)");
      expect(contentsOf(files)).toEqual(before);
      await expectRewindStillWorks(scene);
      await toolkit.close();
    }
  });

  it("from the middle on: every file that stays restored is named [SAFE-179]", async () => {
    const { files, toolkit, disk, checkpoint } = await beginScene();
    disk.inject({ operation: "append", nth: 4, code: "ENOSPC", times: 1000 });
    const result = await toolkit.history.rewind(checkpoint);
    expect(result.isDone).toBe(false);
    expect(byName(files, result)).toEqual({
      "new/d.txt": "deleted, applied",
      "c.txt": "restored, applied",
      "b.txt": "failed",
      "a.txt": "restored",
    });
    expect(contentsOf(files)).toEqual({
      "a.txt": LINES.replace("two", "2"),
      "b.txt": LINES.replace("two", "2"),
      "c.txt": LINES,
    });
  });
});
