/** What NotebookEdit answers: fields for programs, words for models, events for listeners. */
import { describe, expect, it } from "vitest";
import type { WorkspaceEvent } from "../../../src/index.js";
import { textOf } from "../../support/answers.js";
import { code, markdown, NAME, notebookOf, openNotebook, stream } from "../../support/notebook-files.js";

const five = ["one", "two", "three", "four", "five"];
const plain = five.map((source) => code(`${source} = 1\nmore`));
const named = five.map((id) => code(`${id} = 1`, { id }));

describe("The output of NotebookEdit", () => {
  it("of a replacement has every field [NB-11]", async () => {
    const original_file = notebookOf(named);
    const updated_file = notebookOf(named.with(1, code("two = 2", { id: "two" })));
    const desk = openNotebook(original_file);
    await desk.read();
    const { output } = await desk.edit({ cell_id: "#1", new_source: "two = 2" });
    expect(output).toEqual({
      new_source: "two = 2",
      old_source: "two = 1",
      cell_id: "two",
      cell_type: "code",
      language: "python",
      edit_mode: "replace",
      notebook_path: desk.notebook_path,
      original_file,
      updated_file,
      structuredPatch: [expect.objectContaining({ oldLines: 7, newLines: 7 })],
      userModified: false,
      change: expect.any(String),
    });
    expect(output?.structuredPatch[0]?.lines.filter((line) => !line.startsWith(" "))).toEqual([
      '-    "two = 1"',
      '+    "two = 2"',
    ]);
    expect(desk.text()).toBe(updated_file);
  });

  it("of a new cell has no old source, of a deleted one no new [NB-11]", async () => {
    const desk = openNotebook(notebookOf(plain));
    await desk.read();
    const insert = { edit_mode: "insert", cell_id: "#4", cell_type: "markdown", new_source: "end" };
    const inserted = (await desk.edit(insert)).output;
    expect(inserted).toMatchObject({
      new_source: "end",
      cell_id: "#5",
      cell_type: "markdown",
      edit_mode: "insert",
    });
    expect(inserted).not.toHaveProperty("old_source");
    const deleted = (await desk.edit({ edit_mode: "delete", cell_id: "#0" })).output;
    expect(deleted).toMatchObject({
      new_source: "",
      old_source: "one = 1\nmore",
      cell_id: "#0",
      cell_type: "code",
      edit_mode: "delete",
    });
    expect(deleted?.original_file).toBe(inserted?.updated_file);
    expect(deleted?.updated_file).toBe(desk.text());
  });

  it("names the language that the kernel has [NB-11]", async () => {
    const julia = notebookOf(plain).replace('"python"', '"julia"');
    const desk = openNotebook(julia);
    await desk.read();
    expect((await desk.edit({ cell_id: "#0", new_source: "x" })).output?.language).toBe("julia");
  });

  it("of a change that changes nothing has no change, and the file keeps its times [NB-5, NB-11]", async () => {
    const desk = openNotebook(notebookOf(named));
    await desk.read();
    const before = desk.files.stamp(NAME);
    const result = await desk.edit({ cell_id: "two", new_source: "two = 1" });
    expect(result.output).not.toHaveProperty("change");
    expect(result.output?.updated_file).toBe(result.output?.original_file);
    expect(textOf(result)).toBe(
      `The code cell two of ${desk.notebook_path} already has exactly this source; nothing was written.`,
    );
    expect(desk.files.stamp(NAME)).toEqual(before);
    expect(await desk.toolkit.history.list()).toEqual([]);
  });
});

describe("The words of NotebookEdit", () => {
  it("tell of a replacement, of cleared outputs, and of the cells around [NB-11]", async () => {
    const ran = code("three = 1", { id: "three", execution_count: 3, outputs: [stream("hi")] });
    const desk = openNotebook(notebookOf(named.with(2, ran)));
    await desk.read();
    expect(textOf(await desk.edit({ cell_id: "three", new_source: "three = 3\n# more" }))).toBe(
      [
        `Replaced the source of the code cell three in ${desk.notebook_path}.`,
        "[Its outputs and execution count were cleared.]",
        "[5 cells now. Around the change:]",
        "  one code one = 1",
        "  two code two = 1",
        "> three code three = 3",
        "  four code four = 1",
        "  five code five = 1",
      ].join("\n"),
    );
    const again = textOf(await desk.edit({ cell_id: "three", new_source: "three = 4" }));
    expect(again).not.toContain("cleared");
  });

  it("tell of outputs that were cleared though the source is the same [NB-5, NB-11]", async () => {
    const ran = code("x", { execution_count: 3 });
    const desk = openNotebook(notebookOf([ran]));
    await desk.read();
    const text = textOf(await desk.edit({ cell_id: "#0", new_source: "x" }));
    expect(text).toContain("[Its outputs and execution count were cleared.]");
    expect(text).not.toContain("nothing was written");
    expect(desk.text()).toBe(notebookOf([code("x")]));
  });

  it("tell of a conversion, and of nothing when the type is the same [NB-11]", async () => {
    const desk = openNotebook(notebookOf([code("x", { execution_count: 3 }), markdown("text")]));
    await desk.read();
    const convert = (cell_type: string) => desk.edit({ cell_id: "#0", cell_type, new_source: "y" });
    const lines = textOf(await convert("markdown")).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      `Replaced the source of the markdown cell #0 in ${desk.notebook_path}.`,
      "[It was a code cell before.]",
      "[Its outputs and execution count were cleared.]",
    ]);
    expect(textOf(await convert("markdown"))).toContain("already has exactly this source");
    expect(textOf(await convert("code"))).toContain("\n[It was a markdown cell before.]\n");
  });

  it("tell of a new cell, and that places have moved [NB-11]", async () => {
    const desk = openNotebook(notebookOf(plain));
    await desk.read();
    const insert = { edit_mode: "insert", cell_type: "markdown", new_source: "new" };
    expect(textOf(await desk.edit({ ...insert, cell_id: "#0" }))).toBe(
      [
        `Inserted the markdown cell #1 into ${desk.notebook_path}.`,
        "[6 cells now. The #index of the cells after it has changed. Around the change:]",
        "  #0 code one = 1",
        "> #1 markdown new",
        "  #2 code two = 1",
        "  #3 code three = 1",
      ].join("\n"),
    );
    const last = textOf(await desk.edit({ ...insert, cell_id: "#5", new_source: "\n\nlast" }));
    expect(last.split("\n").slice(1)).toEqual([
      "[7 cells now. Around the change:]",
      "  #4 code four = 1",
      "  #5 code five = 1",
      "> #6 markdown",
    ]);
  });

  it("tell of a deletion, and what stands in its place [NB-11]", async () => {
    const desk = openNotebook(notebookOf(plain));
    await desk.read();
    expect(textOf(await desk.edit({ edit_mode: "delete", cell_id: "#1" }))).toBe(
      [
        `Deleted the code cell #1 from ${desk.notebook_path}.`,
        "[4 cells now. The #index of the cells after it has changed. Around the change:]",
        "  #0 code one = 1",
        "  #1 code three = 1",
        "  #2 code four = 1",
        "  #3 code five = 1",
      ].join("\n"),
    );
    const last = textOf(await desk.edit({ edit_mode: "delete", cell_id: "#3" }));
    expect(last.split("\n").slice(1)).toEqual([
      "[3 cells now. Around the change:]",
      "  #1 code three = 1",
      "  #2 code four = 1",
    ]);
    for (const cell_id of ["#2", "#1"]) await desk.edit({ edit_mode: "delete", cell_id });
    const only = textOf(await desk.edit({ edit_mode: "delete", cell_id: "#0" }));
    expect(only.split("\n").slice(1)).toEqual(["[The notebook has no cells now.]"]);
  });

  it("say nothing of places where cells have ids [NB-11]", async () => {
    const desk = openNotebook(notebookOf(named));
    await desk.read();
    const text = textOf(await desk.edit({ edit_mode: "delete", cell_id: "one" }));
    expect(text).not.toContain("#index");
    expect(text).toContain("\n  two code two = 1\n  three code three = 1\n");
  });

  it("name cells as the next call takes them, also those whose id two cells had [NB-10, NB-11]", async () => {
    const twice = [code("a", { id: "twice" }), code("b", { id: "twice" }), code("c", { id: "c" })];
    const desk = openNotebook(notebookOf(twice));
    await desk.read();
    const text = textOf(await desk.edit({ edit_mode: "delete", cell_id: "#0" }));
    const names = [...text.matchAll(/^ {2}(\S+) code/gm)].map(([, name]) => name);
    expect(names).toHaveLength(2);
    for (const [index, cell_id] of names.entries()) {
      await desk.edit({ cell_id, new_source: `cell ${index}` });
    }
    expect(desk.sources()).toEqual(["cell 0", "cell 1"]);
  });

  it("stay short and harmless, whatever the cells are [NB-11]", async () => {
    const wild = markdown(`\u202e\u001b[31m${"w".repeat(10_000)}`, { id: `\u200b${"i".repeat(500)}` });
    const desk = openNotebook(notebookOf([wild, code("x", { id: "x" })]));
    await desk.read();
    const text = textOf(await desk.edit({ cell_id: "x", new_source: "y" }));
    expect(text.length).toBeLessThan(1500);
    for (const character of ["\u202e", "\u001b", "\u200b"]) expect(text).not.toContain(character);
  });
});

describe("A listener", () => {
  it("is told of a changed notebook as of any changed file [CHANGE-4]", async () => {
    const desk = openNotebook(notebookOf(named));
    const events: WorkspaceEvent[] = [];
    desk.toolkit.workspace.events.on("*", (event) => events.push(event));
    await desk.read();
    const { output } = await desk.edit({ cell_id: "two", new_source: "two = 2" });
    await desk.edit({ cell_id: "two", new_source: "two = 2" });
    expect(events.filter(({ type }) => type === "file-changed")).toEqual([
      expect.objectContaining({
        path: desk.notebook_path,
        tool: "NotebookEdit",
        kind: "update",
        change: output?.change,
        structuredPatch: output?.structuredPatch,
      }),
    ]);
  });
});
