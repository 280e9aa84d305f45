/** Rewind takes back what was done since a checkpoint, file by file, and nothing that others did. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { takeSnapshot } from "../support/snapshot.js";
import { begin, edit, LINES, write } from "../support/undo-steps.js";
import type { TempWorkspace } from "../support/workspace.js";

describe("Rewind to a checkpoint", () => {
  async function beginRewind(): Promise<{
    files: TempWorkspace;
    toolkit: Toolkit;
    checkpoint: string;
    mine: string;
  }> {
    const { files, toolkit } = begin({ "a.txt": LINES, "b.txt": LINES, "c.txt": LINES });
    await edit(toolkit, files.path("a.txt"), "one", "before the checkpoint");
    const { id } = await toolkit.history.checkpoint("here");
    for (const name of ["a.txt", "b.txt"]) {
      await edit(toolkit, files.path(name), "two", "2");
      await edit(toolkit, files.path(name), "three", "3");
    }
    await write(toolkit, files.path("new/d.txt"), "d");
    const mine = readFileSync(files.path("b.txt"), "utf8").replace("2", "mine");
    writeFileSync(files.path("b.txt"), mine);
    return { files, toolkit, checkpoint: id, mine };
  }

  it("with a conflict stops before anything is changed [UNDO-5]", async () => {
    const { files, toolkit, checkpoint } = await beginRewind();
    const before = takeSnapshot(files.root);
    for (const options of [{}, { onConflict: "stop" }, { dryRun: true, onConflict: "skip" }] as const) {
      const result = await toolkit.history.rewind(checkpoint, options);
      expect(result.isDone).toBe(false);
      expect(Object.fromEntries(result.files.map(({ path, outcome }) => [path, outcome]))).toEqual({
        [files.path("a.txt")]: "restored",
        [files.path("b.txt")]: "conflict",
        [files.path("new/d.txt")]: "deleted",
      });
      expect(takeSnapshot(files.root)).toEqual(before);
    }
  });

  it("that skips conflicts does the rest [UNDO-5]", async () => {
    const { files, toolkit, checkpoint, mine } = await beginRewind();
    const result = await toolkit.history.rewind(checkpoint, { onConflict: "skip" });
    expect(result.isDone).toBe(false);
    expect(Object.fromEntries(result.files.map(({ path, isApplied }) => [path, isApplied]))).toEqual({
      [files.path("a.txt")]: true,
      [files.path("b.txt")]: false,
      [files.path("new/d.txt")]: true,
    });
    expect(readFileSync(files.path("a.txt"), "utf8")).toBe(LINES.replace("one", "before the checkpoint"));
    expect(readFileSync(files.path("b.txt"), "utf8")).toBe(mine);
    expect(existsSync(files.path("new"))).toBe(false);
  });

  it("leaves a file alone that already is as it was, and its times [UNDO-5]", async () => {
    const { files, toolkit } = begin();
    const { id } = await toolkit.history.checkpoint();
    await edit(toolkit, files.path("a.txt"), "two", "2");
    await toolkit.history.undo();
    const before = takeSnapshot(files.root);
    const result = await toolkit.history.rewind(id);
    expect(result.files.map(({ outcome }) => outcome)).toEqual(["unchanged"]);
    expect(takeSnapshot(files.root)).toEqual(before);
  });

  it("takes back the changes of one session, or of all [UNDO-5]", async () => {
    const { files, toolkit } = begin({ "a.txt": LINES, "b.txt": LINES });
    const other = files.toolkit({ workspace: toolkit.workspace });
    const { id } = await toolkit.history.checkpoint();
    await edit(toolkit, files.path("a.txt"), "two", "2");
    await edit(other, files.path("b.txt"), "two", "2");
    expect((await toolkit.history.rewind(id)).files.map(({ path }) => path)).toEqual([files.path("a.txt")]);
    expect(readFileSync(files.path("b.txt"), "utf8")).toBe(LINES.replace("two", "2"));
    expect((await toolkit.history.rewind(id, { scope: "all" })).isDone).toBe(true);
    expect(readFileSync(files.path("b.txt"), "utf8")).toBe(LINES);
  });
});
