/** What a model is told when it goes on with a file that the user has undone, redone or rewound. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { runProgram } from "../../support/command-line.js";
import { tempWorkspace } from "../../support/workspace.js";

const ORDINARY =
  "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
const UNDONE =
  "The user undid your last change to this file. Do not make it again unless the user asks. Read the file again before attempting to edit it.";

async function changed() {
  const workspace = tempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
  const toolkit = workspace.editor();
  const file_path = workspace.path("a.txt");
  await toolkit.call("Read", { file_path });
  const edit = (old_string: string, new_string: string) =>
    toolkit.call("Edit", { file_path, old_string, new_string });
  const { id } = await toolkit.history.checkpoint("start");
  expect((await edit("one", "ONE")).isError).toBe(false);
  expect((await edit("two", "TWO")).isError).toBe(false);
  return { workspace, toolkit, file_path, edit, checkpoint: id };
}

const firstLine = (message: string): string => message.split("\n")[0] ?? "";

describe("A change that the user has undone", () => {
  it("is named in the refusal of the next one, with what changed, and a Read helps [LEDGER-460]", async () => {
    const { workspace, toolkit, file_path, edit } = await changed();
    await toolkit.history.undo();
    const error = errorOf(await edit("three", "3"));
    expect(error.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(error.message).toBe(
      `${UNDONE}\nWhat has changed since you saw it:\n@@ -1,3 +1,3 @@\n ONE\n-TWO\n+two\n three\nNext call: Read ${JSON.stringify({ file_path, offset: 3, limit: 1 })}`,
    );
    expect(error.data).toMatchObject({ restoredBy: "undo", nextCall: { offset: 3, limit: 1 } });
    const write = errorOf(await toolkit.call("Write", { file_path, content: "x" }));
    expect(firstLine(write.message)).toBe(UNDONE.replace("edit it", "write it"));
    await toolkit.call("Read", { file_path });
    expect((await edit("three", "3")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("ONE\ntwo\n3\n");
  });

  it("is named when another process has undone it [LEDGER-460]", async () => {
    const { workspace, edit } = await changed();
    expect(await runProgram(["undo", "--yes"], workspace.root)).toMatchObject({ code: 0 });
    expect(workspace.read("a.txt")).toBe("ONE\ntwo\nthree\n");
    expect(firstLine(errorOf(await edit("three", "3")).message)).toBe(UNDONE);
  });

  it("is told from several, from those of others, from redo and from rewind [LEDGER-460]", async () => {
    const { workspace, toolkit, file_path, edit, checkpoint } = await changed();
    const told = async (): Promise<string> => firstLine(errorOf(await edit("three", "3")).message);
    const other = workspace.editor();
    const { record } = (await toolkit.history.list())[0] ?? {};
    await other.call("Read", { file_path });
    await other.history.undo(record?.id);
    expect(
      firstLine(
        errorOf(await other.call("Edit", { file_path, old_string: "three", new_string: "3" })).message,
      ),
    ).toBe("The user undid a change to this file. Read the file again before attempting to edit it.");
    await toolkit.call("Read", { file_path });
    await other.history.redo();
    expect(await told()).toBe(
      "The user redid a change to this file that had been undone. Read the file again before attempting to edit it.",
    );
    await toolkit.call("Read", { file_path });
    await toolkit.history.rewind(checkpoint);
    expect(await told()).toBe(
      "The user rewound this file to an earlier version, which undid your changes to it. Do not make them again unless the user asks. Read the file again before attempting to edit it.",
    );
  });

  it("is not blamed for what happened since: then the ordinary sentence is said [LEDGER-460]", async () => {
    const { workspace, toolkit, edit } = await changed();
    await toolkit.history.undo();
    workspace.write("a.txt", "ONE\ntwo\nfour\n");
    expect(firstLine(errorOf(await edit("four", "4")).message)).toBe(ORDINARY);
  });

  it("is named where undoing it has removed the file [LEDGER-460]", async () => {
    const { workspace, toolkit } = await changed();
    const file_path = workspace.path("new.txt");
    await toolkit.call("Write", { file_path, content: "new\n" });
    await toolkit.history.undo();
    const error = errorOf(await toolkit.call("Edit", { file_path, old_string: "new", new_string: "x" }));
    expect(error).toMatchObject({
      code: "FILE_NOT_FOUND",
      message: `File does not exist: ${file_path}. The user undid your change that created it. Do not create it again unless the user asks.`,
    });
  });

  it("is named for a file too large to hold [LEDGER-460]", async () => {
    const workspace = tempWorkspace({ "large.txt": "line\n".repeat(1_000_000) });
    const toolkit = workspace.editor();
    const file_path = workspace.path("large.txt");
    workspace.write("large.txt", `first\n${"line\n".repeat(1_000_000)}`);
    await toolkit.call("Read", { file_path, offset: 1, limit: 2 });
    const edit = (old_string: string, new_string: string) =>
      toolkit.call("Edit", { file_path, old_string, new_string });
    expect((await edit("first", "FIRST")).isError).toBe(false);
    await toolkit.history.undo();
    expect(errorOf(await edit("FIRST", "x")).message.split("\n")).toEqual([
      UNDONE,
      expect.stringMatching(/^The file does not fit in one Read\. Next call: Read /),
    ]);
  });
});
