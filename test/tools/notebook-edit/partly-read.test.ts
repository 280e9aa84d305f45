/** Notebooks of which only some cells were shown: what may be changed, and what a refusal leads to. */
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../../src/index.js";
import { errorOf } from "../../support/answers.js";
import { code, notebookOf, openNotebook } from "../../support/notebook-files.js";

const ten = Array.from({ length: 10 }, (_, index) => code(`x = ${index}`));
/** Too long for one Read, though each cell is short enough. */
const long = Array.from({ length: 100 }, (_, index) =>
  code(`# cell ${index}\n${"value += 1\n".repeat(200)}`),
);

const UNREAD = "File has not been read yet. Read it first before editing it.";

const isDone = ({ isError }: CallResult): boolean => !isError;

describe("A notebook that was read in part", () => {
  it("is changed where it was seen, which the refusal leads to [NB-9, NB-12]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read({ offset: 3, limit: 2 });
    expect(isDone(await desk.edit({ cell_id: "#3", new_source: "seen" }))).toBe(true);
    const unseen = { cell_id: "#5", new_source: "x" };
    const { code, message, data } = errorOf(await desk.edit(unseen));
    expect([code, data["missing"]]).toEqual(["FILE_PARTIALLY_READ", [{ from: 6, to: 6 }]]);
    expect(message.split("\n")[0]).toBe(UNREAD);
    expect(isDone(await desk.toolkit.call("Read", data["nextCall"]))).toBe(true);
    expect(isDone(await desk.edit(unseen))).toBe(true);
  });

  it("is not known by an offset past its end [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read({ offset: 99 });
    const insert = { edit_mode: "insert", cell_type: "code", new_source: "x" };
    expect(errorOf(await desk.edit(insert)).code).toBe("FILE_NOT_READ");
  });

  it("is changed by request only once all its cells were seen, which one Read shows [NB-12, LEDGER-473]", async () => {
    const desk = openNotebook(notebookOf(ten), { editRequires: "whole-file" });
    await desk.read({ offset: 3, limit: 5 });
    const edit = () => desk.edit({ cell_id: "#3", new_source: "seen" });
    const { code, data } = errorOf(await edit());
    expect(code).toBe("FILE_PARTIALLY_READ");
    expect(data["nextCall"]).toEqual({ file_path: desk.notebook_path, offset: 1, limit: 10 });
    expect(isDone(await desk.toolkit.call("Read", data["nextCall"]))).toBe(true);
    expect(isDone(await edit())).toBe(true);
  });

  it("is changed where it was seen, if it is too long for one Read [NB-12]", async () => {
    const desk = openNotebook(notebookOf(long));
    await desk.read({ offset: 11, limit: 5 });
    expect(isDone(await desk.edit({ cell_id: "#12", new_source: "seen" }))).toBe(true);
    const { code, data } = errorOf(await desk.edit({ cell_id: "#30", new_source: "x" }));
    expect(code).toBe("FILE_PARTIALLY_READ");
    expect(data).toMatchObject({ missing: [{ from: 31, to: 31 }] });
    expect(isDone(await desk.toolkit.call("Read", data["nextCall"]))).toBe(true);
    expect(isDone(await desk.edit({ cell_id: "#30", new_source: "seen, too" }))).toBe(true);
    expect([desk.sources()[12], desk.sources()[30]]).toEqual(["seen", "seen, too"]);
  });

  it("is known by its cells where edits have moved them [NB-12]", async () => {
    const desk = openNotebook(notebookOf(long));
    await desk.read({ offset: 11, limit: 5 });
    const insert = { edit_mode: "insert", cell_type: "code", new_source: "new" };
    expect(isDone(await desk.edit(insert))).toBe(true);
    // Seen as #10 to #14, now #11 to #15, and the new one #0.
    for (const cell_id of ["#0", "#11", "#15"]) {
      expect(isDone(await desk.edit({ cell_id, new_source: `was ${cell_id}` }))).toBe(true);
    }
    for (const cell_id of ["#1", "#10", "#16"]) {
      expect(errorOf(await desk.edit({ cell_id, new_source: "x" })).code).toBe("FILE_PARTIALLY_READ");
    }
    expect(isDone(await desk.edit({ cell_id: "#0", edit_mode: "delete" }))).toBe(true);
    expect(errorOf(await desk.edit({ cell_id: "#15", new_source: "x" })).code).toBe("FILE_PARTIALLY_READ");
    expect(isDone(await desk.edit({ cell_id: "#14", new_source: "seen" }))).toBe(true);
    expect(isDone(await desk.edit({ ...insert, cell_id: "#14" }))).toBe(true);
    expect(errorOf(await desk.edit({ ...insert, cell_id: "#40" })).code).toBe("FILE_PARTIALLY_READ");
  });
});
