/** NotebookEdit finds the cell that is meant and changes that one: three modes, every way to name a cell, every type. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { code, display, markdown, notebookOf, openNotebook, stream } from "../../support/notebook-files.js";
import { type CellValue, parseValid } from "../../support/notebooks.js";

const three = [
  markdown("# Title", { id: "title" }),
  code("x = 1", { id: "first", execution_count: 3, outputs: [stream("hi\n")] }),
  code("y = 2", { id: "second" }),
];

const cellsOf = (text: string): CellValue[] => (JSON.parse(text) as { cells: CellValue[] }).cells;

describe("NotebookEdit", () => {
  it("replaces the source of a cell and clears what it had put out [NB-5, NB-10]", async () => {
    const desk = openNotebook(notebookOf(three));
    await desk.read();
    expect((await desk.edit({ cell_id: "first", new_source: "x = 10\nprint(x)" })).isError).toBe(false);
    const replaced = code("x = 10\nprint(x)", { id: "first" });
    expect(desk.text()).toBe(notebookOf(three.with(1, replaced)));
  });

  it("inserts a cell behind another, at the beginning and behind the last [NB-10]", async () => {
    const desk = openNotebook(notebookOf(three));
    await desk.read();
    const insert = (members: object) => desk.edit({ edit_mode: "insert", ...members });
    await insert({ cell_id: "first", cell_type: "code", new_source: "between" });
    await insert({ cell_type: "markdown", new_source: "very first" });
    await insert({ cell_id: "second", cell_type: "code", new_source: "last" });
    expect(desk.sources()).toEqual(["very first", "# Title", "x = 1", "between", "y = 2", "last"]);
    const types = cellsOf(desk.text()).map(({ cell_type }) => cell_type);
    expect(types).toEqual(["markdown", "markdown", "code", "code", "code", "code"]);
  });

  it("puts five cells, one after another, where each was to go [NB-10]", async () => {
    const desk = openNotebook(notebookOf([code("a")]));
    await desk.read();
    for (let index = 0; index < 5; index += 1) {
      const input = {
        edit_mode: "insert",
        cell_id: `#${index}`,
        cell_type: "code",
        new_source: `${index + 1}`,
      };
      expect((await desk.edit(input)).output?.cell_id).toBe(`#${index + 1}`);
    }
    expect(desk.sources()).toEqual(["a", "1", "2", "3", "4", "5"]);
  });

  it.each([
    ["without blanks", '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}'],
    [
      "over several lines",
      '{\n "cells": [\n ],\n "metadata": {},\n "nbformat": 4,\n "nbformat_minor": 5\n}\n',
    ],
  ])("fills an empty notebook %s, and empties it again [NB-7, NB-10]", async (_, empty) => {
    const desk = openNotebook(empty);
    await desk.read();
    const inserted = await desk.edit({ edit_mode: "insert", cell_type: "code", new_source: "1 + 1" });
    expect(desk.sources()).toEqual(["1 + 1"]);
    const { cells } = parseValid(desk.text());
    expect(cells.map(({ id }) => id)).toEqual([inserted.output?.cell_id]);
    await desk.edit({ edit_mode: "delete", cell_id: inserted.output?.cell_id });
    expect(JSON.parse(desk.text())).toEqual(JSON.parse(empty));
  });

  it("deletes cells, down to the last [NB-10]", async () => {
    const desk = openNotebook(notebookOf(three));
    await desk.read();
    for (const cell_id of ["second", "#0", "first"]) {
      expect((await desk.edit({ edit_mode: "delete", cell_id })).isError).toBe(false);
    }
    expect(desk.text()).toBe(notebookOf([], { minor: 5 }));
  });

  it("deletes whatever new_source says [NB-10]", async () => {
    const desk = openNotebook(notebookOf(three));
    await desk.read();
    const result = await desk.edit({ edit_mode: "delete", cell_id: "#1", new_source: "1→pasted" });
    expect(result.output?.new_source).toBe("");
    expect(desk.sources()).toEqual(["# Title", "y = 2"]);
  });

  it("converts code to Markdown and back, with the members that each type has [NB-7]", async () => {
    const [, first = code("")] = three;
    const desk = openNotebook(notebookOf([{ ...first, metadata: { tags: ["kept"] } }]));
    await desk.read();
    await desk.edit({ cell_id: "first", cell_type: "markdown", new_source: "now *text*" });
    expect(cellsOf(desk.text())).toEqual([
      markdown("", { id: "first", metadata: { tags: ["kept"] }, source: ["now *text*"] }),
    ]);
    await desk.edit({ cell_id: "first", cell_type: "code", new_source: "x = 1" });
    expect(cellsOf(desk.text())).toEqual([
      code("", { id: "first", metadata: { tags: ["kept"] }, source: ["x = 1"] }),
    ]);
  });

  it("takes what a Markdown cell carries away only when it becomes code [NB-7]", async () => {
    const attachments = { "a.png": { "image/png": "iVBORw0KGgo=" } };
    const desk = openNotebook(notebookOf([markdown("![](attachment:a.png)", { attachments })]));
    await desk.read();
    await desk.edit({ cell_id: "#0", new_source: "still here: ![](attachment:a.png)" });
    expect(cellsOf(desk.text())[0]).toHaveProperty("attachments", attachments);
    await desk.edit({ cell_id: "#0", cell_type: "code", new_source: "1" });
    expect(cellsOf(desk.text())).toEqual([code("", { source: ["1"] })]);
  });

  it("leaves a raw cell raw unless another type is asked for [NB-4, NB-7]", async () => {
    const raw = { cell_type: "raw", metadata: { format: "text/latex" }, source: "\\LaTeX" };
    const desk = openNotebook(notebookOf([raw, code("1")]));
    await desk.read();
    const result = await desk.edit({ cell_id: "#0", new_source: "\\TeX" });
    expect(result.output).toMatchObject({ cell_type: "raw", old_source: "\\LaTeX" });
    expect(desk.text()).toBe(notebookOf([{ ...raw, source: "\\TeX" }, code("1")]));
    await desk.edit({ cell_id: "#0", cell_type: "code", new_source: "1" });
    expect(cellsOf(desk.text())[0]).toEqual({ ...code(""), metadata: raw.metadata, source: ["1"] });
  });

  it.each([0, 1, 2, 3, 4, 5])(
    "adds an id to a new cell of format 4.%d as the format has it [NB-6]",
    async (minor) => {
      const desk = openNotebook(notebookOf([], { minor }));
      await desk.read();
      const { output } = await desk.edit({ edit_mode: "insert", cell_type: "markdown", new_source: "new" });
      const id = cellsOf(desk.text())[0]?.id;
      expect(output?.cell_id).toBe(minor < 5 ? "#0" : id);
      if (minor < 5) expect(id).toBeUndefined();
      else expect(id).toMatch(/^[0-9a-f]{8}$/);
    },
  );

  it("keeps the line endings, the mark and the missing last newline of a file [NB-4]", async () => {
    const text = `\ufeff${notebookOf(three).replaceAll("\n", "\r\n").trimEnd()}`;
    const desk = openNotebook(text);
    await desk.read();
    expect((await desk.edit({ cell_id: "second", new_source: "y = 3" })).isError).toBe(false);
    expect(desk.text()).toBe(text.replace("y = 2", "y = 3"));
  });

  it("clears pictures and errors as well as text [NB-5]", async () => {
    const outputs = [
      display({ "image/png": "iVBORw0KGgo=" }),
      { ename: "E", evalue: "bad", output_type: "error", traceback: ["E: bad"] },
    ];
    const desk = openNotebook(notebookOf([code("plot()", { outputs, execution_count: 7 })]));
    await desk.read();
    await desk.edit({ cell_id: "#0", new_source: "plot()" });
    expect(desk.text()).toBe(notebookOf([code("plot()")]));
  });

  it("writes whatever text it is given, to the letter [NB-7]", async () => {
    const hard = 'a "quoted" \\n\n\ttab \u0000 \u001b[31m \u2028 \u{1f600} \ud800 </script> 中\r\n';
    const desk = openNotebook(notebookOf([code("1")]));
    await desk.read();
    expect((await desk.edit({ cell_id: "#0", new_source: hard })).isError).toBe(false);
    expect(desk.sources()).toEqual([hard]);
  });
});

describe("A cell_id", () => {
  const duplicates = [code("a", { id: "twice" }), code("b", { id: "once" }), code("c", { id: "twice" })];

  it("that two cells have is refused with the places of both [NB-10]", async () => {
    const desk = openNotebook(notebookOf(duplicates));
    await desk.read();
    const before = desk.files.stamp("a.ipynb");
    const error = errorOf(await desk.edit({ cell_id: "twice", new_source: "x" }));
    expect(error).toEqual({
      code: "CELL_NOT_FOUND",
      message: '2 cells of the notebook have the id "twice". Name the one you mean by its place: #0, #2.',
      data: { filePath: desk.notebook_path, cellId: "twice", candidates: ["#0", "#2"] },
    });
    expect(desk.files.stamp("a.ipynb")).toEqual(before);
    await desk.edit({ cell_id: "#2", new_source: "changed" });
    expect(desk.sources()).toEqual(["a", "b", "changed"]);
  });

  it.each([
    ["imports", "importz", ["imports"]],
    ["a number without its mark", "1", ["load-data"]],
    ["another tool's word for a place", "cell-2", ["plot"]],
    ["a place past the end", "#3", []],
    ["nothing like any", "zzzzzzzzzz", []],
    ["an empty one", "", []],
  ])(
    "that no cell has is refused with those that may be meant: %s [NB-10]",
    async (_, cell_id, suggestions) => {
      const cells = ["imports", "load-data", "plot"].map((id) => code(id, { id }));
      const desk = openNotebook(notebookOf(cells));
      await desk.read();
      for (const edit_mode of ["replace", "insert", "delete"]) {
        const error = errorOf(await desk.edit({ cell_id, edit_mode, cell_type: "code" }));
        expect(error.code).toBe("CELL_NOT_FOUND");
        expect(error.message).toContain(`The notebook has 3 cells, none of which is called "${cell_id}".`);
        expect(error.message).toContain(
          suggestions.length === 0 ? "Read the notebook to see its ids." : `Did you mean ${suggestions[0]}?`,
        );
        expect(error.data).toMatchObject({ suggestions });
      }
      expect(desk.sources()).toEqual(["imports", "load-data", "plot"]);
    },
  );

  const odd = [
    ["quotes and brackets", 'a"b<c>&d'],
    ["what looks like an escape", "a&amp;b"],
    ["invisible characters", "a\u200bb"],
    ["characters that turn the direction", "a\u202eb"],
    ["a line break", "a\nb"],
    ["blanks around it", " a "],
    ["letters of any script", "яйцо-中"],
    ["an index for an id", "#7"],
    ["very many letters", "x".repeat(300)],
  ] as const;
  it.each(odd)("is taken as Read shows it, also with %s [NB-10]", async (_, id) => {
    const desk = openNotebook(notebookOf([code("other"), code("meant", { id })]));
    const { output, content } = await desk.read();
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    const shown = [...text.matchAll(/^<cell id="([^"\n]*)" type="code"/gm)].map(([, value]) => value);
    const listed = output?.type === "notebook" ? output.file.cells.map((cell) => cell.id) : [];
    for (const [index, cell_id] of [shown[1], listed[1]].entries()) {
      const result = await desk.edit({ cell_id, new_source: `by way ${index}` });
      expect([cell_id, result.error?.message]).toEqual([cell_id, undefined]);
      expect(desk.sources()).toEqual(["other", `by way ${index}`]);
    }
  });

  it("that is shown alike for two cells changes neither [NB-10]", async () => {
    const cells = [code("a", { id: "x\\u200b" }), code("b", { id: "x\u200b" })];
    const desk = openNotebook(notebookOf(cells));
    await desk.read();
    const error = errorOf(await desk.edit({ cell_id: "x\\u200b", new_source: "x" }));
    expect(error.data).toMatchObject({ candidates: ["#0", "#1"] });
    expect(desk.sources()).toEqual(["a", "b"]);
    await desk.edit({ cell_id: "x\u200b", new_source: "meant" });
    expect(desk.sources()).toEqual(["a", "meant"]);
  });
});
