import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { HELD_BYTES } from "../../src/mutation/file-restore.js";
import { begin, edit, LINES, outcomesOf, write } from "../support/undo-steps.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** Past what is kept whole: edits are kept as the replaced places alone. */
const LARGE = Array.from({ length: 20_000 }, (_, index) => `line number ${index + 1}\n`).join("");

async function editLarge(toolkit: Toolkit, files: TempWorkspace, from: string, to: string): Promise<void> {
  const file_path = files.path("large.txt");
  await toolkit.call("Read", { file_path, limit: 20 });
  await toolkit.call("Read", { file_path, offset: 18_995, limit: 20 });
  const { error } = await toolkit.call("Edit", { file_path, old_string: from, new_string: to });
  expect(error).toBeUndefined();
}

describe("Several changes at once", () => {
  it("are taken back in one step, whatever file they are in, and brought back in one [UNDO-7]", async () => {
    const { files, toolkit } = begin({ "a.txt": LINES, "b.txt": LINES });
    const changes = [
      await edit(toolkit, files.path("a.txt"), "one", "ONE"),
      await edit(toolkit, files.path("b.txt"), "two", "TWO"),
      await edit(toolkit, files.path("a.txt"), "three", "THREE"),
    ];
    const undone = await toolkit.history.undo(changes.toReversed());
    expect(outcomesOf(undone)).toEqual({ isDone: true, outcomes: ["restored", "restored"] });
    expect([files.read("a.txt"), files.read("b.txt")]).toEqual([LINES, LINES]);
    const steps = (await toolkit.history.list({ limit: 2 })).map(({ record }) => record.step);
    expect(new Set(steps).size).toBe(1);
    const redone = await toolkit.history.redo(undone.files.map(({ change }) => change ?? ""));
    expect(outcomesOf(redone)).toEqual({ isDone: true, outcomes: ["restored", "restored"] });
    expect(files.read("a.txt")).toBe(LINES.replace("one", "ONE").replace("three", "THREE"));
    expect(files.read("b.txt")).toBe(LINES.replace("two", "TWO"));
  });

  it("stay as they are, all of them, when one is in the way [UNDO-7]", async () => {
    const { files, toolkit } = begin({ "a.txt": LINES, "b.txt": LINES });
    const changes = [
      await edit(toolkit, files.path("a.txt"), "one", "ONE"),
      await edit(toolkit, files.path("b.txt"), "two", "TWO"),
    ];
    files.write("a.txt", "other\n");
    const result = await toolkit.history.undo(changes);
    expect(outcomesOf(result)).toEqual({ isDone: false, outcomes: ["restored", "conflict"] });
    expect(files.read("b.txt")).toBe(LINES.replace("two", "TWO"));
    await expect(toolkit.history.redo(changes)).rejects.toThrow("is not an undo");
  });

  it("of one file that are kept by their places alone are taken back together too [UNDO-7]", async () => {
    const files = tempWorkspace({ "large.txt": LARGE });
    const toolkit = files.editor();
    const { id } = await toolkit.history.checkpoint();
    await editLarge(toolkit, files, "number 7\n", "number seven\n");
    await editLarge(toolkit, files, "number 19000\n", "number many\n");
    await editLarge(toolkit, files, "number seven\n", "number 7 again\n");
    const [newest] = await toolkit.history.list({ limit: 1 });
    expect(newest?.record.before?.pieces).toBeUndefined();
    const result = await toolkit.history.rewind(id);
    expect(outcomesOf(result)).toEqual({ isDone: true, outcomes: ["restored"] });
    expect(files.read("large.txt") === LARGE).toBe(true);
  });
});

describe("A file too large to hold", () => {
  it("has several changes undone in one step, and redone [SAFE-178]", { timeout: 120_000 }, async () => {
    const large = "a line of a file that is too large to be held in memory\n".repeat(1_250_000);
    expect(large.length).toBeGreaterThan(HELD_BYTES);
    const files = tempWorkspace({ "large.txt": `first\n${large}last\n`, "small.txt": LINES });
    const toolkit = files.editor({ durability: "none" });
    const { id } = await toolkit.history.checkpoint();
    for (const [old_string, new_string] of [
      ["first\n", "FIRST\n"],
      ["FIRST\na", "1st\na"],
    ]) {
      const file_path = files.path("large.txt");
      await toolkit.call("Read", { file_path, limit: 5 });
      expect((await toolkit.call("Edit", { file_path, old_string, new_string })).error).toBeUndefined();
    }
    await edit(toolkit, files.path("small.txt"), "two", "2");
    const result = await toolkit.history.rewind(id);
    expect(outcomesOf(result)).toEqual({ isDone: true, outcomes: ["restored", "restored", "restored"] });
    expect(files.read("large.txt").slice(0, 8)).toBe("first\na ");
    const changes = result.files.flatMap(({ change }) => change ?? []);
    expect((await toolkit.history.redo(changes)).isDone).toBe(true);
    expect(files.read("large.txt").slice(0, 6)).toBe("1st\na ");
    await toolkit.close();
  });
});

describe("A rewind", () => {
  it("goes back to a change, which stays, and inside the roots takes back what anyone did [UNDO-8]", async () => {
    const { files, toolkit } = begin();
    const other = files.editor();
    const first = await edit(toolkit, files.path("a.txt"), "one", "ONE");
    await edit(other, files.path("a.txt"), "two", "TWO");
    await write(other, files.path("new.txt"), "new\n");
    const elsewhere = tempWorkspace({ "far.txt": LINES });
    const far = elsewhere.editor({ stateDirectory: toolkit.workspace.stateDirectory });
    await edit(far, elsewhere.path("far.txt"), "one", "ONE");
    expect(outcomesOf(await toolkit.history.rewind(first, { scope: "all" }))).toEqual({
      isDone: false,
      outcomes: ["refused", "deleted", "restored"],
    });
    expect(outcomesOf(await toolkit.history.rewind(first, { scope: "roots" }))).toEqual({
      isDone: true,
      outcomes: ["deleted", "restored"],
    });
    expect(files.read("a.txt")).toBe(LINES.replace("one", "ONE"));
    expect(elsewhere.read("far.txt")).toBe(LINES.replace("one", "ONE"));
  });
});

describe("What a change did", () => {
  it("is told as a diff, or why it can't be [UNDO-9]", async () => {
    const { files, toolkit } = begin();
    const changed = await edit(toolkit, files.path("a.txt"), "two\n", "2\n");
    await write(toolkit, files.path("new.txt"), "new\n");
    const [created] = await toolkit.history.list({ limit: 1 });
    await toolkit.history.undo();
    const [removed] = await toolkit.history.list({ limit: 1 });
    const ids = [changed, created?.record.id ?? "", removed?.record.id ?? ""];
    expect(
      (await toolkit.history.diffs(ids)).map(({ kind, structuredPatch }) => [
        kind,
        structuredPatch?.[0]?.lines,
      ]),
    ).toEqual([
      ["update", [" one", "-two", "+2", " three", " four", " five"]],
      ["create", ["+new"]],
      ["delete", ["-new"]],
    ]);
  });

  it("is not told of large files kept by their places, nor of what is no text [UNDO-9]", async () => {
    const files = tempWorkspace({ "large.txt": LARGE });
    const toolkit = files.editor();
    await editLarge(toolkit, files, "number 7\n", "number seven\n");
    await write(toolkit, files.path("odd.txt"), "\u0000\u0001");
    const ids = (await toolkit.history.list()).map(({ record }) => record.id);
    expect(await toolkit.history.diffs(ids)).toEqual([
      { kind: "create", structuredPatch: undefined, reason: "its content is no text" },
      { kind: "update", structuredPatch: undefined, reason: "its contents are not kept whole" },
    ]);
    await expect(toolkit.history.diffs(["none"])).rejects.toThrow('There is no change "none"');
  });
});
