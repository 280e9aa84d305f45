import { describe, expect, it } from "vitest";
import { textOf } from "../../../support/answers.js";
import { code, NAME, type NotebookDesk, notebookOf, openNotebook } from "../../../support/notebook-files.js";

const STUB =
  "File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.";

describe("Read of an unchanged notebook", () => {
  const three = notebookOf([code("a"), code("b"), code("c")]);

  it("answers the stub for the same cells, and for no others [READ-10]", async () => {
    const desk = openNotebook(three);
    await desk.read();
    const again = await desk.read();
    expect(textOf(again)).toBe(STUB);
    expect(again.output).toEqual({ type: "file_unchanged", file: { filePath: desk.notebook_path } });
    expect(textOf(await desk.read({ offset: 2, limit: 1 }))).toContain("\nb\n");
    expect(textOf(await desk.read({ offset: 2, limit: 1 }))).toBe(STUB);
  });

  it("answers in full right after the stub, however the same cells are named [READ-420]", async () => {
    const desk = openNotebook(three);
    await desk.read();
    expect(textOf(await desk.read({ offset: 1, limit: 3 }))).toBe(STUB);
    expect(textOf(await desk.read())).toContain("<cell id=");
    expect(textOf(await desk.read({ offset: 1, limit: 3 }))).toBe(STUB);
  });

  it.each([
    ["after NotebookEdit", (desk: NotebookDesk) => desk.edit({ cell_id: "#0", new_source: "x" })],
    ["after NotebookEdit of nothing", (desk: NotebookDesk) => desk.edit({ cell_id: "#0", new_source: "a" })],
    ["in a new epoch", (desk: NotebookDesk) => desk.toolkit.session.newContextEpoch()],
    ["after a change outside", (desk: NotebookDesk) => desk.files.write(NAME, `${three} `)],
  ])("answers in full %s [READ-10]", async (_, act) => {
    const desk = openNotebook(three);
    await desk.read();
    await act(desk);
    expect(textOf(await desk.read())).toContain("<cell id=");
    expect(textOf(await desk.read())).toBe(STUB);
  });

  it("answers in full where that is switched off [READ-10]", async () => {
    const desk = openNotebook(three, { dedup: false });
    await desk.read();
    expect(textOf(await desk.read())).toContain("<cell id=");
  });
});
