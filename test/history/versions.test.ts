/** Any version that the history keeps can be read and put back: before a change, after it, or displaced by it. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/index.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { textOf } from "../support/answers.js";
import { displacedOf } from "../support/displaced-files.js";
import { editDisplacing } from "../support/displacing-editor.js";
import { begin, edit, LINES, outcomesOf, write } from "../support/undo-steps.js";
import { tempWorkspace } from "../support/workspace.js";

const EDITED = LINES.replace("two", "2");
const THEIRS = "theirs\n";

describe("A version that a change displaced", () => {
  it("can be read and restored, and that can be undone [SAFE-185]", async () => {
    const files = tempWorkspace({ "a.txt": LINES });
    const { toolkit, change } = await editDisplacing(files, "a.txt", THEIRS);
    const { history } = toolkit;
    expect(Buffer.from((await history.readContent(change, "displaced")) ?? []).toString()).toBe(THEIRS);
    const look = await history.restore(change, { side: "displaced", dryRun: true });
    expect(outcomesOf(look)).toEqual({ isDone: false, outcomes: ["restored"] });
    expect(look.files[0]?.structuredPatch[0]?.lines).toContain("+theirs");
    expect(files.read("a.txt")).toBe(EDITED);
    const restored = await history.restore(change, { side: "displaced" });
    expect(outcomesOf(restored)).toEqual({ isDone: true, outcomes: ["restored"] });
    expect(files.read("a.txt")).toBe(THEIRS);
    const [newest] = await history.list({ limit: 1 });
    expect(newest?.record).toMatchObject({
      id: restored.files[0]?.change,
      tool: "restore",
      path: files.path("a.txt"),
    });
    expect((await history.undo()).isDone).toBe(true);
    expect(files.read("a.txt")).toBe(EDITED);
    expect((await history.redo()).isDone).toBe(true);
    expect(files.read("a.txt")).toBe(THEIRS);
    expect(outcomesOf(await history.restore(change, { side: "displaced" }))).toEqual({
      isDone: true,
      outcomes: ["unchanged"],
    });
  });

  it("is refused by name where there is none [SAFE-185]", async () => {
    const { files, toolkit } = begin();
    const change = await edit(toolkit, files.path("a.txt"), "two", "2");
    const message = `The change ${change} displaced no version of another program.`;
    await expect(toolkit.history.readContent(change, "displaced")).rejects.toThrow(message);
    await expect(toolkit.history.restore(change, { side: "displaced" })).rejects.toThrow(message);
  });

  it("is chosen by its index among several, the newest by default [SAFE-185]", async () => {
    const files = tempWorkspace({ "a.txt": LINES });
    const { toolkit, change } = await editDisplacing(files, "a.txt", "first\n");
    const bytes = Buffer.from("second\n");
    await toolkit.workspace.history?.keepDisplaced(change, (target, position) =>
      bytes.copy(target, 0, position),
    );
    const read = async (index?: number): Promise<string> =>
      Buffer.from((await toolkit.history.readContent(change, "displaced", index)) ?? []).toString();
    expect([await read(), await read(0), await read(1)]).toEqual(["second\n", "first\n", "second\n"]);
    await expect(toolkit.history.restore(change, { side: "displaced", index: 2 })).rejects.toThrow(
      "displaced only 2 versions",
    );
    await toolkit.history.restore(change, { side: "displaced", index: 0 });
    expect(files.read("a.txt")).toBe("first\n");
  });

  it("is mentioned to the model, with who can get it back and without a command [SAFE-191]", async () => {
    const files = tempWorkspace({ "a.txt": LINES });
    const inner = createNodeFileSystem();
    const fileSystem = alterFileSystem(inner, {
      replaceIfUnchanged: async (...given) => ({
        ...(await inner.replaceIfUnchanged(...given)),
        displaced: displacedOf(THEIRS),
      }),
    });
    const toolkit = files.editor({ fileSystem });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "ours\n" });
    expect(textOf(result)).toContain("is kept in the history: tell the user, who can restore it from there");
    expect(textOf(result)).not.toContain("filewright ");
    expect(textOf(result)).not.toContain("theirs");
    // A restore that displaces another version says so too.
    const undone = await toolkit.history.undo();
    expect(undone.files[0]).toMatchObject({ isApplied: true, hasDisplaced: true });
  });
});

describe("A version of a change's file", () => {
  it("is restored whatever the file holds now, also if it is gone [SAFE-186]", async () => {
    const { files, toolkit } = begin();
    const change = await edit(toolkit, files.path("a.txt"), "two", "2");
    writeFileSync(files.path("a.txt"), "mine\n");
    expect((await toolkit.history.restore(change, { side: "before" })).isDone).toBe(true);
    expect(files.read("a.txt")).toBe(LINES);
    expect((await toolkit.history.undo()).isDone).toBe(true);
    expect(files.read("a.txt")).toBe("mine\n");
    expect((await toolkit.history.restore(change, { side: "after" })).isDone).toBe(true);
    expect(files.read("a.txt")).toBe(EDITED);
  });

  it("before it was created is no file; undo brings it back [SAFE-186]", async () => {
    const { files, toolkit } = begin();
    await write(toolkit, files.path("new.txt"), "new\n");
    const [created] = await toolkit.history.list({ limit: 1 });
    const id = created?.record.id ?? "";
    expect(await toolkit.history.readContent(id, "before")).toBeUndefined();
    const removed = await toolkit.history.restore(id, { side: "before" });
    expect(outcomesOf(removed)).toEqual({ isDone: true, outcomes: ["deleted"] });
    expect(files.stamp("new.txt")).toBeUndefined();
    expect((await toolkit.history.restore(id, { side: "after" })).isDone).toBe(true);
    expect(files.read("new.txt")).toBe("new\n");
  });

  it("is not restored over what another program writes at that moment [SAFE-186]", async () => {
    const files = tempWorkspace({ "a.txt": LINES });
    const inner = createNodeFileSystem();
    let isMoment = false;
    const fileSystem = alterFileSystem(inner, {
      replaceIfUnchanged: (...given) => {
        if (isMoment) writeFileSync(files.path("a.txt"), "theirs\n");
        return inner.replaceIfUnchanged(...given);
      },
    });
    const toolkit = files.editor({ fileSystem });
    const change = await edit(toolkit, files.path("a.txt"), "two", "2");
    isMoment = true;
    const result = await toolkit.history.restore(change, { side: "before" });
    expect(outcomesOf(result)).toEqual({ isDone: false, outcomes: ["conflict"] });
    expect(files.read("a.txt")).toBe("theirs\n");
  });

  it("of a file that is denied by now is neither shown nor restored [SAFE-187]", async () => {
    const files = tempWorkspace({ "a.txt": LINES, "b.txt": LINES });
    const { toolkit, change } = await editDisplacing(files, "a.txt", THEIRS);
    const open = await edit(toolkit, files.path("b.txt"), "two", "2");
    files.write(
      ".filewright/settings.json",
      JSON.stringify({ permissions: { deny: ["Read(a.txt)", "Edit(b.txt)"] } }),
    );
    for (const side of ["before", "after", "displaced"] as const) {
      await expect(toolkit.history.readContent(change, side)).rejects.toThrow(
        `There is no change "${change}"`,
      );
      await expect(toolkit.history.restore(change, { side })).rejects.toThrow(
        `There is no change "${change}"`,
      );
    }
    const refused = await toolkit.history.restore(open, { side: "before" });
    expect(outcomesOf(refused)).toEqual({ isDone: false, outcomes: ["refused"] });
    expect([files.read("a.txt"), files.read("b.txt")]).toEqual([EDITED, EDITED]);
  });
});
