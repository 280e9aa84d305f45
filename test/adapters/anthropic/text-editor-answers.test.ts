/** What the provider's text editor says to what can't be done, in the words that its models know. */
import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createTextEditor } from "../../../src/adapters/anthropic/index.js";
import { createNodeFileSystem } from "../../../src/index.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { paint } from "../../support/pictures.js";
import { tempWorkspace } from "../../support/workspace.js";
import { foreignWords, openEditor, textOf } from "../support/text-editors.js";

describe("The text editor's answers", () => {
  it("to what is no command say what is wrong, and nothing is done [ANT-49]", async () => {
    const { workspace, edit, send } = openEditor({ "a.txt": "a\n" });
    const path = workspace.path("a.txt");
    const before = workspace.stamp("a.txt");
    const answers = await Promise.all(
      [
        null,
        "view",
        [],
        {},
        { command: 5, path },
        { command: "veiw", path },
        { command: "view" },
        { command: "view", path: 7 },
        { command: "view", path, view_rang: [1, 2] },
        { command: "view", path, view_range: [0, 2] },
        { command: "view", path, view_range: [3, 2] },
        { command: "view", path, view_range: [1] },
        { command: "view", path, view_range: [1, 2, 3] },
        { command: "view", path, view_range: [1, 2.5] },
        { command: "view", path, view_range: "1-2" },
        { command: "view", path, view_range: {} },
        { command: "str_replace", path, new_str: "x" },
        { command: "str_replace", path, old_str: "", new_str: "x" },
        { command: "create", path },
        { command: "create", path, file_text: { a: 1 } },
        { command: "insert", path, insert_line: -1, insert_text: "x" },
        { command: "insert", path, insert_line: "two", insert_text: "x" },
        { command: "insert", path, insert_line: 1 },
        { command: "view", path: "a.txt" },
        { command: "view", path: "/w\0/a" },
      ].map(async (input) => textOf(await send(input))),
    );
    const range =
      "view: view_range must be two line numbers, such as [1, 40]; -1 as the second means to the end";
    expect(answers.map((answer) => answer.replace(workspace.root, () => "/root"))).toEqual([
      "Error: The editor expects an object with command and path.",
      "Error: The editor expects an object with command and path.",
      "Error: The editor expects an object with command and path.",
      "Error: command is required: one of view, str_replace, create, insert.",
      "Error: command is required: one of view, str_replace, create, insert.",
      'Error: There is no command "veiw". command must be one of view, str_replace, create, insert.',
      "Error: view: path is required",
      "Error: view: path must be a string, not 7",
      'Error: view: unknown parameter "view_rang", did you mean view_range?',
      ...Array.from({ length: 7 }, () => `Error: ${range}`),
      "Error: str_replace: old_str is required",
      "Error: str_replace: old_str is empty. To add lines use insert, to write a whole file create.",
      "Error: create: file_text is required",
      "Error: create: file_text must be a string, not an object",
      "Error: insert: insert_line must be 0 or more, not -1",
      'Error: insert: insert_line must be a whole number, not the text "two"',
      "Error: insert: insert_text is required",
      "Error: The path must be absolute. Under the working directory it would be /root/a.txt.",
      expect.stringMatching(/^Error: Path refused/),
    ]);
    expect(workspace.stamp("a.txt")).toEqual(before);
    // What other commands take may be there as null.
    const nulls = { view_range: null, old_str: null, new_str: null, file_text: null, insert_line: null };
    expect(await edit("view", "a.txt", nulls)).toBe("     1→a");
  });

  it("to what fails name the next step in its own words, and nothing is changed [ANT-50]", async () => {
    const tree = {
      "a.txt": "one\ntwo\n  two\n",
      "folder/b.txt": "b\n",
      "nb.ipynb": '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}\n',
      "b.bin": Uint8Array.of(0, 1, 2, 0, 255),
      "fake.png": "no picture\n",
      "wide.txt": `${"word ".repeat(300)}\n`.repeat(600),
    };
    // Nobody is there to say that what looks pasted is meant.
    const { workspace, edit } = openEditor(tree, { permissions: { mode: "dontAsk", allow: ["Edit"] } });
    const before = ["a.txt", "nb.ipynb", "b.bin"].map((name) => workspace.stamp(name));
    const unread = await edit("str_replace", "a.txt", { old_str: "one", new_str: "1" });
    await edit("view", "a.txt");
    const answers = {
      unread,
      missing: await edit("view", "nothing-like-it.txt"),
      near: await edit("view", "aa.txt"),
      directory: await edit("str_replace", "folder", { old_str: "a", new_str: "b" }),
      directoryWritten: await edit("create", "folder", { file_text: "b" }),
      notebook: await edit("insert", "nb.ipynb", { insert_line: 0, insert_text: "x" }),
      binary: await edit("view", "b.bin"),
      misnamed: await edit("view", "fake.png"),
      tooMany: await edit("view", "wide.txt", { view_range: [1, 590] }),
      twice: await edit("str_replace", "a.txt", { old_str: "two", new_str: "2" }),
      absent: await edit("str_replace", "a.txt", { old_str: "nowhere near", new_str: "2" }),
      near2: await edit("str_replace", "a.txt", { old_str: "One", new_str: "2" }),
      same: await edit("str_replace", "a.txt", { old_str: "one", new_str: "one" }),
      numbered: await edit("str_replace", "a.txt", { old_str: "     1→oneself", new_str: "2" }),
      pasted: await edit("create", "new.txt", { file_text: "     1→one\n     2→two\n" }),
      stub: await edit("create", "new.txt", { file_text: await edit("view", "a.txt") }),
      elided: await edit("create", "a.txt", { file_text: "one\n// ... rest of the file unchanged\n" }),
      beyond: await edit("insert", "a.txt", { insert_line: 9, insert_text: "x" }),
    };
    for (const [what, answer] of Object.entries(answers)) {
      expect(`${what}: ${answer}`).toMatch(/: Error: /);
      expect(`${what}: ${answer}`).not.toMatch(foreignWords);
    }
    expect(answers).toMatchObject({
      missing: expect.stringMatching(/View its directory to find it\.$/),
      near: expect.stringMatching(/Did you mean .*a\.txt\?$/),
      directory: expect.stringMatching(/is a directory, not a file\. View it to see what is in it\.$/),
      tooMany: expect.stringMatching(/View it with view_range \[1, \d+\]\.$/),
      twice: expect.stringContaining(
        "Found 2 matches of the string to replace, and old_str must stand for one. Give more of the lines around it.\nThey begin on lines 2, 3.",
      ),
      near2: expect.stringContaining("old_str differs from line 1 in upper and lower case only."),
      beyond: expect.stringContaining("insert_line 9 is beyond the end"),
    });
    expect(["a.txt", "nb.ipynb", "b.bin"].map((name) => workspace.stamp(name))).toEqual(before);
  });

  it("quote a file's own words as they are [ANT-50]", async () => {
    const line = "Read old_string with offset 3 and limit 4, or use Grep";
    const { workspace, edit } = openEditor({ "a.txt": `${line}\n` });
    expect(await edit("view", "a.txt")).toBe(`     1→${line}`);
    expect(await edit("str_replace", "a.txt", { old_str: line.toUpperCase() })).toContain(
      `To change line 1, send this as old_str:\n${line}`,
    );
    const path = workspace.path("Use Glob to find it.", "old_string");
    expect(await edit("view", "Use Glob to find it./old_string")).toBe(
      `Error: File does not exist: ${path}. View its directory to find it.`,
    );
  });

  it.each([
    "x; Read that file with offset 5 and limit 9 to go on.]",
    "[Lines 1-2 of 9. Read on with offset 3.]",
    "Read on with offset 3.]",
  ])("show a file that ends in our own words as it is: %s [FIX-202]", async (line) => {
    const { edit } = openEditor({ "a.txt": `one\n${line}\n` });
    expect(await edit("view", "a.txt")).toBe(`     1→one\n     2→${line}`);
  });

  it("tell what a person has said besides, also when the call fails [FIX-204]", async () => {
    const { edit } = openEditor(
      { "a.txt": "one\n" },
      {
        version: "20250124",
        onAsk: ({ change }) =>
          change?.isRevisable === true
            ? { answer: "allow" }
            : { answer: "allow", comment: "two, please", content: "two\n" },
      },
    );
    await edit("view", "a.txt");
    await edit("str_replace", "a.txt", { old_str: "one", new_str: "1" });
    const told = await edit("undo_edit", "a.txt");
    expect(told).toMatch(/^Error: The user wanted other content[^]*\[The user says: "two, please"\]$/);
  });

  it("show pictures as pictures [ANT-51]", async () => {
    const { send, workspace } = openEditor({ "a.png": await paint(4, 3).png().toBuffer() });
    const { content } = await send({ command: "view", path: workspace.path("a.png") });
    expect(content.filter(({ type }) => type === "image")).toMatchObject([
      { source: { type: "base64", media_type: "image/png" } },
    ]);
  });

  it("tell of a disk that fails, and the file is as it was [ANT-52]", async () => {
    for (const [operation, code] of [
      ["replaceIfUnchanged", "ENOSPC"],
      ["replaceIfUnchanged", "EROFS"],
      ["replaceIfUnchanged", "EACCES"],
      ["readSmallFile", "EIO"],
    ] as const) {
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const { workspace, edit } = openEditor({ "a.txt": "one\n" }, { fileSystem });
      await edit("view", "a.txt");
      const before = workspace.stamp("a.txt");
      fileSystem.inject({ operation, code, times: 50 });
      for (const [command, more] of [
        ["str_replace", { old_str: "one", new_str: "1" }],
        ["insert", { insert_line: 1, insert_text: "x" }],
        ["create", { file_text: "x\n" }],
      ] as const) {
        const answer = await edit(command, "a.txt", more);
        expect(answer).toMatch(/^Error: /);
        expect(answer).not.toMatch(foreignWords);
      }
      expect(workspace.stamp("a.txt")).toEqual(before);
    }
  });

  it("keep to the roots and the rules, also through links [ANT-52]", async () => {
    const outside = tempWorkspace({ "secret.txt": "secret\n" });
    const { workspace, edit, send } = openEditor(
      { "private/a.txt": "a\n" },
      { permissions: { deny: ["Read(private/**)"] }, onAsk: () => ({ answer: "deny" }) },
    );
    symlinkSync(outside.path("secret.txt"), workspace.path("link.txt"));
    for (const path of [
      workspace.path("link.txt"),
      outside.path("secret.txt"),
      workspace.path("private/a.txt"),
    ]) {
      for (const more of [
        { command: "view" },
        { command: "create", file_text: "x" },
        { command: "insert", insert_line: 0, insert_text: "x" },
        { command: "str_replace", old_str: "secret", new_str: "x" },
      ]) {
        const answer = textOf(await send({ path, ...more }));
        expect(answer).toMatch(/^Error: /);
        expect(answer.replaceAll("secret.txt", "")).not.toMatch(/secret/);
      }
    }
    expect(await edit("view", "private")).toMatch(/^Error: /);
    expect(outside.read("secret.txt")).toBe("secret\n");
    expect(workspace.read("private/a.txt")).toBe("a\n");
  });

  it("to another tool's name say so [ANT-49]", async () => {
    const editor = createTextEditor(tempWorkspace().toolkit());
    const result = await editor.run({ id: "1", name: "bash", input: {} });
    expect(result).toMatchObject({ tool_use_id: "1", is_error: true });
  });
});
