/** The command that only earlier versions of the provider's text editor have. */
import { describe, expect, it } from "vitest";
import { createTextEditor } from "../../../src/adapters/anthropic/index.js";
import { createNodeFileSystem, type OpenQuestion } from "../../../src/index.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { openEditor, textOf } from "../support/text-editors.js";

describe("The text editor's undo", () => {
  const version = "20250124";

  it("takes changes of a file back, one by one, up to its creation [ANT-48]", async () => {
    const { workspace, edit } = openEditor({ "b.txt": "b\n" }, { version });
    await edit("create", "a.txt", { file_text: "one\n" });
    await edit("view", "b.txt");
    await edit("str_replace", "a.txt", { old_str: "one", new_str: "two" });
    await edit("str_replace", "b.txt", { old_str: "b", new_str: "B" });
    expect(await edit("undo_edit", "a.txt")).toBe(
      `The last change of ${workspace.path("a.txt")} has been undone. View it before you change it again.\n@@ -1,1 +1,1 @@\n-two\n+one`,
    );
    expect(workspace.read("a.txt")).toBe("one\n");
    expect(await edit("undo_edit", "a.txt")).toContain("the file is gone again");
    expect(workspace.stamp("a.txt")).toBeUndefined();
    expect(await edit("undo_edit", "a.txt")).toBe(
      `Error: This conversation has no change of ${workspace.path("a.txt")} left to undo.`,
    );
    expect(workspace.read("b.txt")).toBe("B\n");
  });

  it("is asked about like a change, with what it would do [ANT-48]", async () => {
    const asked: OpenQuestion[] = [];
    const { workspace, edit } = openEditor(
      { "a.txt": "one\n" },
      {
        version,
        onAsk: (question) => {
          asked.push(question);
          return asked.length === 2 ? { answer: "deny", reason: "keep it" } : { answer: "allow" };
        },
      },
    );
    await edit("view", "a.txt");
    await edit("insert", "a.txt", { insert_line: 1, insert_text: "two" });
    expect(await edit("undo_edit", "a.txt")).toMatch(/^Error: The user did not allow[^]*Reason: keep it$/);
    expect(asked[1]).toMatchObject({
      tool: "Edit",
      change: { structuredPatch: [{ lines: [" one", "-two"] }] },
    });
    expect(workspace.read("a.txt")).toBe("one\ntwo\n");
    await edit("undo_edit", "a.txt");
    expect(workspace.read("a.txt")).toBe("one\n");
  });

  it("leaves a file alone that others have changed since, also while the person thinks [ANT-48]", async () => {
    const others = "mine now\n";
    let isQuick = true;
    const { workspace, edit } = openEditor(
      { "a.txt": "one\n" },
      {
        version,
        onAsk: () => {
          if (!isQuick) workspace.write("a.txt", others);
          return { answer: "allow" };
        },
      },
    );
    await edit("view", "a.txt");
    await edit("str_replace", "a.txt", { old_str: "one", new_str: "two" });
    isQuick = false;
    const refused = /^Error: The last change of .* can't be undone: .*\. Nothing was changed\. View the file/;
    expect(await edit("undo_edit", "a.txt")).toMatch(refused);
    expect(await edit("undo_edit", "a.txt")).toMatch(refused);
    expect(workspace.read("a.txt")).toBe(others);
  });

  it("passes over what was taken back by hand, and is nothing of other conversations [ANT-48]", async () => {
    const { workspace, edit, toolkit } = openEditor({ "a.txt": "one\n" }, { version });
    const other = createTextEditor(workspace.toolkit({ workspace: toolkit.workspace }), { version });
    await edit("view", "a.txt");
    await edit("insert", "a.txt", { insert_line: 1, insert_text: "two" });
    await edit("insert", "a.txt", { insert_line: 2, insert_text: "three" });
    workspace.write("a.txt", "one\ntwo\n");
    const input = { command: "undo_edit", path: workspace.path("a.txt") };
    expect(textOf(await other.run({ id: "1", name: other.tool.name, input }))).toContain("no change of");
    expect(await edit("undo_edit", "a.txt")).toContain("has been undone");
    expect(workspace.read("a.txt")).toBe("one\n");
  });

  it("tells of a disk that fails, and the file is as the change left it [ANT-48, ANT-52]", async () => {
    for (const code of ["ENOSPC", "EROFS"]) {
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const { workspace, edit } = openEditor({ "a.txt": "one\n" }, { version, fileSystem });
      await edit("view", "a.txt");
      await edit("str_replace", "a.txt", { old_str: "one", new_str: "two" });
      fileSystem.inject({ operation: "replaceIfUnchanged", code, times: 9 });
      expect(await edit("undo_edit", "a.txt")).toMatch(/^Error: /);
      expect(workspace.read("a.txt")).toBe("two\n");
    }
  });

  it("is known to the version that has it, and needs a history [ANT-48, ANT-49]", async () => {
    const { edit } = openEditor({ "a.txt": "a\n" });
    expect(await edit("undo_edit", "a.txt")).toBe(
      'Error: There is no command "undo_edit". command must be one of view, str_replace, create, insert.',
    );
    const without = openEditor({ "a.txt": "a\n" }, { version, history: false });
    expect(await without.edit("undo_edit", "a.txt")).toContain("keeps no history");
  });
});
