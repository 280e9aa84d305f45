/** Undo and redo beside the work of a person: nothing done since is ever wiped. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { takeSnapshot } from "../support/snapshot.js";
import { begin, edit, LINES, outcomesOf, write } from "../support/undo-steps.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

describe("Undo of a file that a person has changed since", () => {
  it("reports a conflict and changes nothing, whatever the change was [UNDO-2]", async () => {
    const { files, toolkit } = begin();
    const path = files.path("a.txt");
    await edit(toolkit, path, "two", "2");
    writeFileSync(path, readFileSync(path, "utf8").replace("2", "mine"));
    const before = takeSnapshot(files.root);
    const result = await toolkit.history.undo();
    expect(outcomesOf(result)).toEqual({ isDone: false, outcomes: ["conflict"] });
    expect(result.files[0]).toMatchObject({ isMergeable: false, reason: expect.any(String) });
    expect(outcomesOf(await toolkit.history.undo(undefined, { merge: true }))).toEqual({
      isDone: false,
      outcomes: ["conflict"],
    });
    expect(takeSnapshot(files.root)).toEqual(before);
  });

  it("merges on request: the change is gone, the person's lines stay, and that can be undone too [UNDO-2]", async () => {
    const { files, toolkit } = begin();
    const path = files.path("a.txt");
    await edit(toolkit, path, "two", "2");
    const mine = readFileSync(path, "utf8").replace("six", "mine");
    writeFileSync(path, mine);
    const refused = await toolkit.history.undo();
    expect(refused.files[0]).toMatchObject({ outcome: "conflict", isMergeable: true });
    expect(readFileSync(path, "utf8")).toBe(mine);
    expect(outcomesOf(await toolkit.history.undo(undefined, { merge: true }))).toEqual({
      isDone: true,
      outcomes: ["merged"],
    });
    expect(readFileSync(path, "utf8")).toBe(LINES.replace("six", "mine"));
    expect((await toolkit.history.redo()).isDone).toBe(true);
    expect(readFileSync(path, "utf8")).toBe(mine);
  });

  it("undoes an earlier change under a later one by merging, and never without being asked [UNDO-2]", async () => {
    const { files, toolkit } = begin();
    const path = files.path("a.txt");
    const first = await edit(toolkit, path, "one", "1");
    await edit(toolkit, path, "six", "6");
    expect(outcomesOf(await toolkit.history.undo(first))).toEqual({ isDone: false, outcomes: ["conflict"] });
    expect(outcomesOf(await toolkit.history.undo(first, { merge: true }))).toEqual({
      isDone: true,
      outcomes: ["merged"],
    });
    expect(readFileSync(path, "utf8")).toBe(LINES.replace("six", "6"));
  });

  it("does not bring back a file that a person removed [UNDO-2]", async () => {
    const { files, toolkit } = begin();
    await edit(toolkit, files.path("a.txt"), "two", "2");
    rmSync(files.path("a.txt"));
    expect(outcomesOf(await toolkit.history.undo(undefined, { merge: true }))).toEqual({
      isDone: false,
      outcomes: ["conflict"],
    });
    expect(existsSync(files.path("a.txt"))).toBe(false);
  });

  it("does not count touch, chmod and an equal rewrite as work; the mode a person gave stays [UNDO-2]", async () => {
    const { files, toolkit } = begin();
    const path = files.path("a.txt");
    await edit(toolkit, path, "two", "2");
    writeFileSync(path, readFileSync(path), { mode: 0o600 });
    rmSync(path);
    writeFileSync(path, LINES.replace("two", "2"), { mode: 0o600 });
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(readFileSync(path, "utf8")).toBe(LINES);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe("Undo after undo", () => {
  it("goes on to the change before when a person has already taken the last one back [UNDO-4]", async () => {
    const { files, toolkit } = begin({ "a.txt": LINES, "b.txt": LINES });
    await edit(toolkit, files.path("a.txt"), "two", "2");
    await edit(toolkit, files.path("b.txt"), "two", "2");
    writeFileSync(files.path("b.txt"), LINES);
    for (let times = 0; times < 2; times += 1) await toolkit.history.undo();
    expect(readFileSync(files.path("a.txt"), "utf8")).toBe(LINES);
    expect(readFileSync(files.path("b.txt"), "utf8")).toBe(LINES);
  });
});

describe("Undo and redo with nothing to do", () => {
  it("resolve with isDone: false and no files [UNDO-10]", async () => {
    const { files, toolkit } = begin();
    const nothing = { isDone: false, files: [] };
    expect(await toolkit.history.undo()).toEqual(nothing);
    expect(await toolkit.history.undo([])).toEqual(nothing);
    expect(await toolkit.history.redo()).toEqual(nothing);
    await edit(toolkit, files.path("a.txt"), "two", "2");
    expect(await toolkit.history.redo()).toEqual(nothing);
    await toolkit.history.undo();
    expect(await toolkit.history.undo()).toEqual(nothing);
  });

  it("reject for a change that is unknown, already undone, or not an undo [UNDO-10]", async () => {
    const { files, toolkit } = begin();
    const change = await edit(toolkit, files.path("a.txt"), "two", "2");
    await expect(toolkit.history.undo("nope")).rejects.toThrow('There is no change "nope" in the history.');
    await expect(toolkit.history.redo(change)).rejects.toThrow("is not an undo");
    await toolkit.history.undo(change);
    await expect(toolkit.history.undo(change)).rejects.toThrow("has already been undone");
    expect(readFileSync(files.path("a.txt"), "utf8")).toBe(LINES);
  });
});

describe("Undo of a create", () => {
  it("removes the file and the folders that were made for it, and no other [UNDO-3]", async () => {
    const { files, toolkit } = begin({ "there/a.txt": "a" });
    const before = takeSnapshot(files.root);
    await write(toolkit, files.path("there/new/deep/b.txt"), "b");
    expect(outcomesOf(await toolkit.history.undo())).toEqual({ isDone: true, outcomes: ["deleted"] });
    expect(Object.keys(takeSnapshot(files.root))).toEqual(Object.keys(before));
    expect((await toolkit.history.redo()).isDone).toBe(true);
    expect(readFileSync(files.path("there/new/deep/b.txt"), "utf8")).toBe("b");
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(Object.keys(takeSnapshot(files.root))).toEqual(Object.keys(before));
  });

  it("leaves folders in which something else has appeared [UNDO-3]", async () => {
    const { files, toolkit } = begin({});
    await write(toolkit, files.path("new/deep/b.txt"), "b");
    files.write("new/mine.txt", "mine");
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(Object.keys(takeSnapshot(files.root))).toEqual(["new", "new/mine.txt"]);
  });

  it("leaves a file that was changed since, or that something else has replaced [UNDO-3]", async () => {
    const { files, toolkit } = begin({});
    const path = files.path("b.txt");
    await write(toolkit, path, "b");
    writeFileSync(path, "mine");
    expect(outcomesOf(await toolkit.history.undo(undefined, { merge: true }))).toEqual({
      isDone: false,
      outcomes: ["conflict"],
    });
    expect(readFileSync(path, "utf8")).toBe("mine");
    rmSync(path);
    mkdirSync(path);
    expect((await toolkit.history.undo()).isDone).toBe(false);
    expect(statSync(path).isDirectory()).toBe(true);
  });
});

describe("Undo where the file's place is not what it was", () => {
  it.each([
    [
      "a link out of the roots stands in its place",
      (files: TempWorkspace) => {
        rmSync(files.path("in/sub/a.txt"));
        symlinkSync(files.path("out/a.txt"), files.path("in/sub/a.txt"));
      },
    ],
    [
      "a link out of the roots stands for its folder",
      (files: TempWorkspace) => {
        rmSync(files.path("in/sub"), { recursive: true });
        symlinkSync(files.path("out"), files.path("in/sub"));
      },
    ],
  ])("is refused when %s [UNDO-6]", async (_, swap) => {
    const files = tempWorkspace({ "in/sub/a.txt": LINES, "out/a.txt": "x" });
    const toolkit = files.toolkit({ roots: [files.path("in")], onAsk: () => ({ answer: "allow" }) });
    await edit(toolkit, files.path("in/sub/a.txt"), "two", "2");
    writeFileSync(files.path("out/a.txt"), LINES.replace("two", "2"));
    swap(files);
    const before = takeSnapshot(files.root);
    expect(outcomesOf(await toolkit.history.undo())).toEqual({ isDone: false, outcomes: ["refused"] });
    expect(takeSnapshot(files.root)).toEqual(before);
  });
});

describe("Undo of an edit in a file of some size", () => {
  it.each([300_000, 3_000_000])(
    "of %d bytes needs no copy of the whole file [UNDO-1, HISTORY-2]",
    async (size) => {
      const line = "a line of an ordinary source file, number ";
      const content = Array.from({ length: Math.ceil(size / 50) }, (_, index) => `${line}${index}\n`).join(
        "",
      );
      const files = tempWorkspace({ "a.txt": content });
      const toolkit = files.editor({ limits: { maxTokens: 100_000_000 } });
      const file_path = files.path("a.txt");
      await toolkit.call("Read", { file_path, limit: 1_000_000 });
      const edit = { file_path, old_string: "ordinary", new_string: "special", replace_all: true };
      expect((await toolkit.call("Edit", edit)).isError).toBe(false);
      expect(
        (
          await toolkit.call("Edit", {
            ...edit,
            old_string: `${line.replace("ordinary", "special")}7\n`,
            new_string: "",
            replace_all: false,
          })
        ).isError,
      ).toBe(false);
      for (let count = 0; count < 2; count += 1) expect((await toolkit.history.undo()).isDone).toBe(true);
      expect(files.read("a.txt") === content).toBe(true);
      for (let count = 0; count < 2; count += 1) expect((await toolkit.history.redo()).isDone).toBe(true);
      const special = content.replaceAll("ordinary", "special");
      const removed = `${line.replace("ordinary", "special")}7\n`;
      const at = special.indexOf(removed);
      const expected = special.slice(0, at) + special.slice(at + removed.length);
      expect(files.read("a.txt") === expected).toBe(true);
      await toolkit.close();
    },
  );
});
