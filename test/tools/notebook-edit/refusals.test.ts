/** What NotebookEdit refuses before it has looked at a cell: inputs, files that are no notebooks, content that is a view. */
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import {
  code,
  deskOf,
  markdown,
  NAME,
  type NotebookDesk,
  notebookOf,
  openNotebook,
} from "../../support/notebook-files.js";
import { tempWorkspace } from "../../support/workspace.js";

const notebook = notebookOf([code("x = 1"), markdown("text")]);

describe("NotebookEdit refuses", () => {
  it.each([
    ["an insert without cell_type", { edit_mode: "insert" }, "cell_type is required with edit_mode insert"],
    ["a replacement without cell_id", {}, "cell_id is required with edit_mode replace"],
    ["a deletion without cell_id", { edit_mode: "delete" }, "cell_id is required with edit_mode delete"],
    ["an unknown mode", { cell_id: "#0", edit_mode: "append" }, "edit_mode"],
    ["an unknown type", { cell_id: "#0", cell_type: "raw" }, "cell_type"],
    ["no new_source", { cell_id: "#0", new_source: undefined }, "new_source"],
    ["a list as new_source", { cell_id: "#0", new_source: ["a"] }, "new_source"],
    ["an unknown key", { cell_id: "#0", source: "x" }, "new_source"],
    ["another tool's path key", { cell_id: "#0", file_path: "/x.ipynb" }, "notebook_path"],
    ["a relative path", { cell_id: "#0", notebook_path: NAME }, "absolute"],
  ])("%s, and changes nothing [NB-9]", async (_, input, words) => {
    const desk = openNotebook(notebook);
    await desk.read();
    const before = desk.files.stamp(NAME);
    const error = errorOf(await desk.edit(input));
    expect(error.code).toMatch(/^(?:INPUT_INVALID|PATH_NOT_ABSOLUTE)$/);
    expect(error.message).toContain(words);
    expect(desk.files.stamp(NAME)).toEqual(before);
  });

  it("a file with another name, in favour of Edit [NB-8]", async () => {
    const desk = openNotebook(notebook);
    const notebook_path = desk.files.write("a.txt", notebook);
    await desk.toolkit.call("Read", { file_path: notebook_path });
    const error = errorOf(await desk.edit({ notebook_path, cell_id: "#0" }));
    expect(error.code).toBe("NOTEBOOK_INVALID");
    expect(error.message).toBe(
      `${notebook_path} is not named like a Jupyter notebook (.ipynb). Use Edit to change other files.`,
    );
    expect(desk.files.read("a.txt")).toBe(notebook);
  });

  it("a folder, however it is named [NB-8]", async () => {
    const desk = openNotebook(notebook);
    mkdirSync(desk.files.path("folder.ipynb"));
    const notebook_path = desk.files.path("folder.ipynb");
    expect(errorOf(await desk.edit({ notebook_path, cell_id: "#0" })).code).toBe("IS_DIRECTORY");
  });

  it("a notebook that is not there, with names like it [NB-8]", async () => {
    const desk = openNotebook(notebook);
    const notebook_path = desk.files.path("aa.ipynb");
    for (const edit_mode of ["replace", "insert", "delete"]) {
      const input = { notebook_path, cell_id: "#0", edit_mode, cell_type: "code" };
      const error = errorOf(await desk.edit(input));
      expect(error.code).toBe("FILE_NOT_FOUND");
      expect(error.message).toContain("a.ipynb");
    }
    expect(desk.files.stamp("aa.ipynb")).toBeUndefined();
  });

  const worksheets = { metadata: {}, nbformat: 3, nbformat_minor: 0, worksheets: [{ cells: [] }] };
  it.each([
    ["of format 3", JSON.stringify(worksheets), "the notebook is of format 3, not 4"],
    ["of format 5", notebook.replace('"nbformat": 4', '"nbformat": 5'), "the notebook is of format 5, not 4"],
    ["that is no JSON", notebook.replace('"cells": [', '"cells": '), "invalid JSON at line "],
    ["with a comma too many", notebook.replace("],", "],,"), "invalid JSON at line "],
    ["of merge conflicts", `<<<<<<< HEAD\n${notebook}`, "invalid JSON at line 1, column 1"],
    ["that is another JSON", '{"name": "package"}', 'the file is JSON without "nbformat"'],
    ["that is only a list", "[]", "the file is JSON, but not an object"],
    ["in UTF-16", Buffer.from(`\ufeff${notebook}`, "utf16le"), "it is encoded in UTF-16"],
    ["in UTF-16 without a mark", Buffer.from(notebook, "utf16le"), "it is encoded in UTF-16"],
    ["in Latin-1", Buffer.from(notebook.replace("text", "d\u00e9j\u00e0 vu"), "latin1"), "it is encoded in "],
  ])("a file %s, with the place where it breaks [NB-8]", async (_, content, reason) => {
    const desk = openNotebook(content);
    expect(errorOf(await desk.edit({ cell_id: "#0" })).code).toBe("FILE_NOT_READ");
    const shown = await desk.read();
    expect(shown.output?.type).toBe("text");
    const before = desk.files.stamp(NAME);
    const error = errorOf(await desk.edit({ cell_id: "#0", new_source: "x" }));
    expect(error.code).toBe("NOTEBOOK_INVALID");
    expect(error.message).toContain(`can't be changed as a notebook: ${reason}`);
    expect(error.message).toContain("Write replaces it whole, once it has been read.");
    expect(desk.files.stamp(NAME)).toEqual(before);
    const written = await desk.toolkit.call("Write", { file_path: desk.notebook_path, content: notebook });
    expect(written.isError).toBe(false);
  });

  it("an empty file, which is no notebook either [NB-8]", async () => {
    const desk = openNotebook("");
    const insert = { edit_mode: "insert", cell_type: "code", new_source: "1" };
    expect(errorOf(await desk.edit(insert)).code).toBe("NOTEBOOK_INVALID");
    expect(desk.text()).toBe("");
  });

  it.each([
    ["no object", "[7]", "NOTEBOOK_INVALID"],
    ["of no type", '[{"metadata": {}, "source": ""}]', "NOTEBOOK_INVALID"],
  ])("a cell that is %s, but not its deletion [NB-7]", async (_, cells, expected) => {
    const text = `{"cells": ${cells}, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}`;
    const desk = openNotebook(text);
    await desk.read();
    const error = errorOf(await desk.edit({ cell_id: "#0", new_source: "x" }));
    expect(error.code).toBe(expected);
    expect(error.message).toContain("Nothing was changed.");
    expect(desk.text()).toBe(text);
    expect((await desk.edit({ cell_id: "#0", edit_mode: "delete" })).isError).toBe(false);
    expect(desk.text()).toBe(text.replace(cells, "[]"));
  });
});

describe("Edit", () => {
  it.each([
    ["a text in it", { old_string: "x = 1", new_string: "x = 2" }],
    ["nothing in it", { old_string: "", new_string: "x" }],
    ["a text that is not in it", { old_string: "never there", new_string: "x", replace_all: true }],
  ])("of a notebook is sent to NotebookEdit: %s [NB-9]", async (_, input) => {
    const desk = openNotebook(notebook);
    const edit = () => desk.toolkit.call("Edit", { file_path: desk.notebook_path, ...input });
    expect(errorOf(await edit()).code).toBe("USE_NOTEBOOK_EDIT");
    await desk.read();
    const error = errorOf(await edit());
    expect(error.code).toBe("USE_NOTEBOOK_EDIT");
    expect(error.message).toContain("NotebookEdit");
    expect(desk.text()).toBe(notebook);
  });
});

/** Changes need no permission, and nobody is there to be asked about what looks pasted. */
function openUnattended(content: string): NotebookDesk {
  const files = tempWorkspace({ [NAME]: content });
  return deskOf(files, files.toolkit({ permissions: { mode: "acceptEdits" } }));
}

describe("A new source that is our own view", () => {
  const stub =
    "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.";
  it.each([
    ["a cell with its tags", '<cell id="#0" type="code" language="python">\nx = 2\n</cell>', "notebook-view"],
    ["a tag with a number", 'x = 2\n<cell-1 id="a" type="markdown">', "notebook-view"],
    [
      "a mark for a cut output",
      "x = 2\n[… 1,000 of 5,000 characters of this output are hidden. Read with offset 1 and limit 1 to see more.]",
      "notebook-view",
    ],
    [
      "a mark for left-out outputs",
      "[… 90 of 100 outputs of this cell are hidden. Read on.]",
      "notebook-view",
    ],
    ["an output", 'x = 2\n<output cell="#0" type="stream" name="stdout">\n2', "notebook-view"],
    ["the end of a page", "x = 2\n[Cells 1-3 of 9. Read on with offset 4.]", "continuation"],
    ["numbered lines", "     1→x = 2\n     2→y = 3", "line-numbers"],
    ["the stub", stub, "unchanged-stub"],
    ["a mark for a cut line", "x = 2… [500 more characters in this line are hidden]", "cut-marker"],
    ["left-out code", "x = 2\n# ... rest of the code unchanged", "elision"],
  ])("is refused: %s [GUARD-3]", async (_, new_source, reason) => {
    const desk = openUnattended(notebook);
    await desk.read();
    const before = desk.files.stamp(NAME);
    const inputs = [{ cell_id: "#0" }, { edit_mode: "insert", cell_type: "code" }];
    // A new cell stands in the place of nothing, so that nothing can be left out of it.
    for (const input of reason === "elision" ? inputs.slice(0, 1) : inputs) {
      const error = errorOf(await desk.edit({ ...input, new_source }));
      expect(error).toMatchObject({ code: "CONTENT_SUSPICIOUS", data: { reason } });
      expect(desk.files.stamp(NAME)).toEqual(before);
    }
    const input = { notebook_path: desk.notebook_path, cell_id: "#0", new_source };
    expect((await desk.toolkit.call("NotebookEdit", input, { force: true })).isError).toBe(false);
    expect(desk.sources()[0]).toBe(new_source);
  });

  it("is refused by Write, too [GUARD-3]", async () => {
    const desk = openUnattended(notebook);
    const view = await desk.read();
    const content = view.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    const error = errorOf(await desk.toolkit.call("Write", { file_path: desk.notebook_path, content }));
    expect(error).toMatchObject({ code: "CONTENT_SUSPICIOUS", data: { reason: "notebook-view" } });
  });

  it.each([
    ["a tag of the same name", "<cell>\n<cell id='a'>1</cell>\n</cell>"],
    ["a table that is built", 'html = f"""<cell id="{i}" type="number">{v}</cell>"""'],
    ["a form", '<output name="result" for="a b">60</output>\n<output>'],
    ["a tag inside a line", '  print("<cell id=\\"a\\" type=\\"b\\">")'],
    ["words about it", "# the cell id is shown as #0, and long outputs are hidden"],
    ["columns of numbers", "1\t2\n3\t4"],
  ])("is not seen in ordinary code: %s [GUARD-3]", async (_, new_source) => {
    const desk = openNotebook(notebook);
    await desk.read();
    expect((await desk.edit({ cell_id: "#0", new_source })).isError).toBe(false);
    expect(desk.sources()[0]).toBe(new_source);
  });
});
