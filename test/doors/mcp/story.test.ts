/** One working day of an agent, through every kind of client that there is. */
import { describe, expect, it } from "vitest";
import { smallPng } from "../../tools/read/media/shown.js";
import { clients } from "./clients.js";
import { notebook } from "./notebook.js";
import { choicesOf, choose, no, sitDown } from "./people.js";
import { codeOf, textOf } from "./results.js";
import { createWorld } from "./world.js";

const STALE =
  "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";

describe.each(clients)("$name", ({ connect, revision }) => {
  it("finds six tools with all that a client wants to know of them [MCP-1, MCP-2, MCP-3]", async () => {
    const connection = await connect(createWorld());
    expect(connection.revision).toBe(revision);
    expect(connection.serverName).toBe("filewright");
    expect(Buffer.byteLength(connection.instructions ?? "")).toBeLessThan(2048);
    for (const words of [
      "Read, not cat, head or tail",
      "Edit, not sed or awk",
      "Write, not echo or heredocs",
    ])
      expect(connection.instructions).toContain(words);
    const tools = await connection.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      "Edit",
      "Glob",
      "Grep",
      "NotebookEdit",
      "Read",
      "Write",
    ]);
    for (const { name, title, description = "", annotations, inputSchema } of tools) {
      const isLook = ["Read", "Glob", "Grep"].includes(name);
      expect(title, name).toMatch(/\w/);
      expect(annotations, name).toEqual({
        title,
        readOnlyHint: isLook,
        destructiveHint: !isLook,
        idempotentHint: isLook,
        openWorldHint: false,
      });
      expect(description, name).toMatch(/\w/);
      expect(Buffer.byteLength(description), name).toBeLessThan(2048);
      expect(inputSchema, name).toMatchObject({ type: "object", properties: expect.anything() });
      for (const union of ["anyOf", "oneOf", "allOf", "$ref", "$defs"])
        expect(inputSchema).not.toHaveProperty(union);
    }
  });

  it("works a day: looks, is asked, changes, is refused, and everything is undone [MCP-4, MCP-5, MCP-6, MCP-7, MCP-8]", async () => {
    const png = await smallPng();
    const world = createWorld({
      "a.txt": "one\ntwo\n",
      "src/b.txt": "needle here\n",
      "c.txt": "see\n",
      "picture.png": png,
      "n.ipynb": notebook("print(1)"),
    });
    const { files } = world;
    const { person, forms, answers } = sitDown();
    const { call } = await connect(world, { person });

    const read = await call("Read", { file_path: files.path("a.txt") });
    expect(read.isError ?? false).toBe(false);
    expect(read.content?.[0]).toEqual({ type: "text", text: "     1→one\n     2→two" });
    expect(read.structuredContent).toBeUndefined();
    const output = read._meta?.["filewright/output"];
    expect(output).toMatchObject({ type: "text", file: { filePath: files.path("a.txt"), numLines: 2 } });
    // The text goes over the wire once.
    expect(JSON.stringify(read._meta)).not.toContain("one");

    // Asked, with the difference in sight, and approved.
    const edit = { file_path: files.path("a.txt"), old_string: "two", new_string: "three" };
    const edited = await call("Edit", edit);
    expect(edited.isError ?? false, textOf(edited)).toBe(false);
    expect(files.read("a.txt")).toBe("one\nthree\n");
    expect(forms).toHaveLength(1);
    expect(forms[0]?.message).toBe(
      [
        `Edit wants to change ${files.path("a.txt")}`,
        "Asked because changes need permission.",
        "",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+three",
      ].join("\n"),
    );
    expect(JSON.stringify(edited._meta)).not.toContain("originalFile");

    // Refused with a reason, which the model is told; nothing changed.
    answers.push(no("not on a Monday"));
    const before = files.stamp("a.txt");
    const refused = await call("Edit", { ...edit, old_string: "three", new_string: "four" });
    expect(refused.isError).toBe(true);
    expect(codeOf(refused)).toBe("PERMISSION_DENIED");
    expect(textOf(refused)).toContain("The user did not allow this call to change");
    expect(textOf(refused)).toContain("Reason: not on a Monday");
    expect(files.stamp("a.txt")).toEqual(before);

    // Closing the dialog is a no, too.
    answers.push(() => ({ action: "cancel" }));
    expect(codeOf(await call("Edit", { ...edit, old_string: "three", new_string: "four" }))).toBe(
      "PERMISSION_DENIED",
    );
    expect(files.stamp("a.txt")).toEqual(before);

    // For this session: the next change of the file is not asked about, one of another file is.
    answers.push(choose("Yes, and allow Edit(/a.txt) for this session"));
    expect((await call("Edit", { ...edit, old_string: "three", new_string: "four" })).isError ?? false).toBe(
      false,
    );
    expect(choicesOf(forms.at(-1) as never)).toContain("No");
    const asked = forms.length;
    expect((await call("Edit", { ...edit, old_string: "four", new_string: "five" })).isError ?? false).toBe(
      false,
    );
    expect(forms).toHaveLength(asked);
    expect(files.read("a.txt")).toBe("one\nfive\n");

    const found = await call("Grep", { pattern: "needle", output_mode: "content" });
    expect(found.content?.[0]?.text).toBe(`${files.path("src/b.txt")}\n1:needle here`);
    const listed = await call("Glob", { pattern: "**/*.txt" });
    expect(textOf(listed).split("\n")).toContain("src/b.txt");
    for (const answer of [found, listed]) expect(JSON.stringify(answer._meta)).not.toContain("b.txt");

    const shown = await call("Read", { file_path: files.path("picture.png") });
    const picture = shown.content?.find(({ type }) => type === "image");
    expect(picture).toMatchObject({ type: "image", mimeType: "image/png" });
    expect(Buffer.from(picture?.data ?? "", "base64").equals(png)).toBe(true);
    expect(JSON.stringify(shown._meta)).not.toContain("base64");

    // A notebook's cell.
    await call("Read", { file_path: files.path("n.ipynb") });
    const cell = { notebook_path: files.path("n.ipynb"), cell_id: "first", new_source: "print(2)" };
    const changed = await call("NotebookEdit", cell);
    expect(changed.isError ?? false, textOf(changed)).toBe(false);
    expect(files.read("n.ipynb")).toContain("print(2)");
    expect(forms.at(-1)?.message).toContain("NotebookEdit wants to change");

    // A new file.
    const written = await call("Write", { file_path: files.path("new/d.txt"), content: "fresh\n" });
    expect(written.isError ?? false, textOf(written)).toBe(false);
    expect(files.read("new/d.txt")).toBe("fresh\n");
    expect(forms.at(-1)?.message).toContain("Write wants to create");

    // Somebody else was faster.
    await call("Read", { file_path: files.path("c.txt") });
    files.write("c.txt", "see, changed\n");
    const questions = forms.length;
    const stale = await call("Edit", {
      file_path: files.path("c.txt"),
      old_string: "see",
      new_string: "sea",
    });
    expect(textOf(stale)).toContain(STALE);
    expect(codeOf(stale)).toBe("FILE_CHANGED_SINCE_READ");
    expect(files.read("c.txt")).toBe("see, changed\n");
    expect(forms).toHaveLength(questions);

    // What can't be done says so, with a code for programs.
    const missing = await call("Read", { file_path: files.path("none.txt") });
    expect(missing.isError).toBe(true);
    expect(codeOf(missing)).toBe("FILE_NOT_FOUND");
    const odd = await call("Read", { path: files.path("a.txt") });
    expect(codeOf(odd)).toBe("INPUT_INVALID");
    expect(textOf(odd)).toContain("file_path");

    // The person has it all back, from the same history.
    const { history } = files.toolkit();
    const changes = (await history.list()).map(({ record }) => record);
    const described = changes.map(({ tool, path, decision }) => [
      tool,
      path.slice(files.root.length + 1),
      decision,
    ]);
    expect(described).toEqual([
      ["Write", "new/d.txt", "approved"],
      ["NotebookEdit", "n.ipynb", "approved"],
      ["Edit", "a.txt", "allowed"],
      ["Edit", "a.txt", "approved"],
      ["Edit", "a.txt", "approved"],
    ]);
    for (const { id } of changes) expect(await history.undo(id)).toMatchObject({ isDone: true });
    expect(files.read("a.txt")).toBe("one\ntwo\n");
    expect(files.stamp("new/d.txt")).toBeUndefined();
    expect(files.read("n.ipynb")).toContain("print(1)");
  });

  it("without anyone to ask is told to ask the user, and nothing happens [MCP-9]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { files } = world;
    const { call } = await connect(world);
    await call("Read", { file_path: files.path("a.txt") });
    const before = files.stamp("a.txt");
    const refused = await call("Edit", {
      file_path: files.path("a.txt"),
      old_string: "one",
      new_string: "two",
    });
    expect(refused.isError).toBe(true);
    expect(codeOf(refused)).toBe("PERMISSION_DENIED");
    expect(textOf(refused)).toContain("no one can be asked");
    expect(textOf(refused)).toContain("Have the user allow it, or make the change.");
    expect(files.stamp("a.txt")).toEqual(before);
    // Looking outside the roots needs a person too.
    expect(codeOf(await call("Read", { file_path: "/etc/hostname" }))).toBe("PERMISSION_DENIED");
  });

  it("is told of a tool that does not exist by an error of the protocol [MCP-6]", async () => {
    const { call } = await connect(createWorld());
    await expect(call("Fly", {})).rejects.toThrow('There is no tool called "Fly" here. Known tools: Read, ');
  });
});
