/** Undo, redo and rewind over a disk that fails: a sentence with a next action, and the file as it was. */
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type RestoreResult, type Toolkit } from "../../src/index.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { edit } from "../support/undo-steps.js";
import { tempWorkspace } from "../support/workspace.js";

const ways: readonly [string, (toolkit: Toolkit) => Promise<RestoreResult>][] = [
  ["undo", (toolkit) => toolkit.history.undo()],
  ["redo", (toolkit) => toolkit.history.redo()],
  ["rewind", async (toolkit) => toolkit.history.rewind((await toolkit.history.checkpoints())[0]?.id ?? "")],
];

async function begin(kind: string) {
  const fileSystem = createFaultyFileSystem(createNodeFileSystem());
  const workspace = tempWorkspace({ "a.txt": "one\n" });
  const toolkit = workspace.editor({ fileSystem });
  await toolkit.history.checkpoint("start");
  await edit(toolkit, workspace.path("a.txt"), "one", "two");
  if (kind === "redo") await toolkit.history.undo();
  return { fileSystem, workspace, toolkit };
}

describe.each(ways)("A failing disk under %s", (kind, run) => {
  it.each([
    ["ENOSPC", "there is no room for its content (ENOSPC)", "Free disk space"],
    ["EDQUOT", "there is no room for its content (EDQUOT)", "Free disk space"],
    ["EROFS", "its disk is mounted read-only (EROFS)", "Make the disk writable"],
    ["EACCES", "the operating system denies access (EACCES)", "Change its permissions"],
    ["EIO", "the disk reported an error (EIO)", "Check the disk and the path"],
    ["NOT_WRITTEN", "the disk lost what was written (NOT_WRITTEN)", "Check the disk"],
  ])("is reported in words for %s [SAFE-150]", async (code, problem, remedy) => {
    const { fileSystem, workspace, toolkit } = await begin(kind);
    const before = workspace.read("a.txt");
    fileSystem.inject({ operation: "replaceIfUnchanged", code, times: 9 });
    const { isDone, files } = await run(toolkit);
    expect(isDone).toBe(false);
    expect(files).toMatchObject([
      { outcome: "failed", isApplied: false, reason: `${problem}. ${remedy}, then try again` },
    ]);
    expect(workspace.read("a.txt")).toBe(before);
  });
});
