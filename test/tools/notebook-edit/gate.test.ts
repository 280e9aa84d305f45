/** Read before write, for notebooks: what counts is which cells of the present content were shown. */
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../../src/index.js";
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

const ten = Array.from({ length: 10 }, (_, index) => code(`x = ${index}`));
/** Too long for one Read, though each cell is short enough. */
const long = Array.from({ length: 100 }, (_, index) =>
  code(`# cell ${index}\n${"value += 1\n".repeat(200)}`),
);

const UNREAD = "File has not been read yet. Read it first before editing it.";
const STALE =
  "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";

const isDone = ({ isError }: CallResult): boolean => !isError;

describe("A notebook that was not read", () => {
  it("is not changed, and tells nothing of its cells [NB-9]", async () => {
    const desk = openNotebook(notebookOf([code("secret", { id: "secret" }), code("b", { id: "b" })]));
    const before = desk.files.stamp(NAME);
    for (const cell_id of ["secret", "secrets", "#0", "#9", undefined]) {
      for (const edit_mode of ["replace", "insert", "delete"]) {
        if (cell_id === undefined && edit_mode !== "insert") continue;
        const result = await desk.edit({ cell_id, edit_mode, cell_type: "code", new_source: "x" });
        expect(errorOf(result)).toEqual({
          code: "FILE_NOT_READ",
          message: UNREAD,
          data: { filePath: desk.notebook_path, errorCode: 2 },
        });
      }
    }
    expect(desk.files.stamp(NAME)).toEqual(before);
  });

  it("is not known from a refused Read, or from a search in it [NB-9]", async () => {
    const desk = openNotebook(notebookOf(long));
    expect(errorOf(await desk.read()).code).toBe("TOO_MANY_TOKENS");
    await desk.toolkit.call("Grep", { pattern: "cell 3", path: desk.notebook_path, output_mode: "content" });
    const insert = { edit_mode: "insert", cell_type: "code", new_source: "x" };
    expect(errorOf(await desk.edit(insert)).code).toBe("FILE_NOT_READ");
  });
});

describe("A notebook that changed outside", () => {
  it("is not changed; the refusal shows what happened [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read();
    const theirs = notebookOf(ten.with(4, code("x = 44")));
    desk.files.write(NAME, theirs);
    for (const cell_id of ["#0", "no such cell"]) {
      const result = await desk.edit({ cell_id, new_source: "mine" });
      const { code, message } = errorOf(result);
      expect([code, result.error?.errorCode]).toEqual(["FILE_CHANGED_SINCE_READ", 3]);
      const [sentence, heading, ...diff] = message.split("\n");
      expect([sentence, heading]).toEqual([STALE, "What has changed since you saw it:"]);
      expect(diff).toContain('-    "x = 4"');
      expect(diff).toContain('+    "x = 44"');
    }
    expect(desk.text()).toBe(theirs);
    await desk.read();
    expect(isDone(await desk.edit({ cell_id: "#0", new_source: "mine" }))).toBe(true);
    expect(desk.sources().slice(0, 5)).toEqual(["mine", "x = 1", "x = 2", "x = 3", "x = 44"]);
  });

  it.each([
    ["in many lines", (text: string) => text.replaceAll("x = ", "y = ")],
    [
      "in one endless line",
      (text: string) => JSON.stringify(JSON.parse(text)).replace("x = 3", "y".repeat(1e5)),
    ],
  ])("%s is shown within bounds [NB-9]", async (_, change) => {
    const cells = Array.from({ length: 300 }, (_, index) => code(`x = ${index}`));
    const desk = openNotebook(notebookOf(cells));
    await desk.read();
    desk.files.write(NAME, change(desk.text()));
    const { message } = errorOf(await desk.edit({ cell_id: "#0", new_source: "x" }));
    expect(message.split("\n").length).toBeLessThanOrEqual(63);
    expect(message.length).toBeLessThan(4000);
  });

  it("between check and commit is left as it is [NB-9]", async () => {
    const theirs = notebookOf(ten.with(4, code("theirs")));
    const desk: NotebookDesk = openNotebook(notebookOf(ten), {
      onAsk: () => {
        desk.files.write(NAME, theirs);
        return { answer: "allow" };
      },
    });
    await desk.read();
    const error = errorOf(await desk.edit({ cell_id: "#0", new_source: "mine" }));
    expect(error.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(error.message.split("\n")[0]).toBe(
      "File has been unexpectedly modified. Read it again before attempting to edit it.",
    );
    expect(desk.text()).toBe(theirs);
    expect((await desk.toolkit.history.list()).filter(({ state }) => state !== "failed")).toEqual([]);
  });

  it("is not rebased over: cells may have moved under their #index [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten), { staleEdits: "rebase" });
    await desk.read();
    desk.files.write(NAME, notebookOf([markdown("new first"), ...ten]));
    expect(errorOf(await desk.edit({ cell_id: "#0", new_source: "mine" })).code).toBe(
      "FILE_CHANGED_SINCE_READ",
    );
  });

  it("only in its times is not changed at all [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read();
    desk.files.write(NAME, desk.text());
    expect(isDone(await desk.edit({ cell_id: "#0", new_source: "mine" }))).toBe(true);
  });
});

describe("A notebook that is known", () => {
  it("by its own edits needs no new Read [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read();
    const edits = [
      { cell_id: "#3", new_source: "three" },
      { edit_mode: "insert", cell_id: "#9", cell_type: "markdown", new_source: "end" },
      { edit_mode: "delete", cell_id: "#0" },
      { cell_id: "#9", new_source: "the end" },
      { edit_mode: "insert", cell_type: "code", new_source: "begin" },
    ];
    for (const edit of edits) expect(isDone(await desk.edit(edit))).toBe(true);
    expect(desk.sources()).toEqual([
      "begin",
      "x = 1",
      "x = 2",
      "three",
      ...ten.slice(4).map(({ source }) => source),
      "the end",
    ]);
  });

  it("by having written it needs no Read either [NB-9]", async () => {
    const desk = openNotebook("");
    const written = await desk.toolkit.call("Write", {
      file_path: desk.notebook_path,
      content: notebookOf(ten),
    });
    expect(isDone(written)).toBe(true);
    expect(isDone(await desk.edit({ cell_id: "#9", new_source: "nine" }))).toBe(true);
    expect(isDone(await desk.edit({ cell_id: "#0", edit_mode: "delete" }))).toBe(true);
    expect(desk.sources().at(-1)).toBe("nine");
  });

  it("by having written it needs a Read once somebody else has changed it, because no diff shows its cells [NB-9, LEDGER-472]", async () => {
    const desk = openNotebook("");
    await desk.toolkit.call("Write", { file_path: desk.notebook_path, content: notebookOf(ten) });
    desk.files.write("a.ipynb", notebookOf([...ten.slice(0, 9), code("theirs")]));
    const edit = () => desk.edit({ cell_id: "#9", new_source: "mine" });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(errorOf(await edit()).code).toBe("FILE_CHANGED_SINCE_READ");
    await desk.read({ offset: 10, limit: 1 });
    expect(isDone(await edit())).toBe(true);
  });

  it("by having written it stays known whole when a page of it is read [NB-12]", async () => {
    const desk = openNotebook("");
    await desk.toolkit.call("Write", { file_path: desk.notebook_path, content: notebookOf(ten) });
    await desk.read({ offset: 2, limit: 1 });
    expect(isDone(await desk.edit({ cell_id: "#9", new_source: "nine" }))).toBe(true);
  });

  it("cell by cell may be replaced whole by Write [NB-12]", async () => {
    const desk = openNotebook(notebookOf(ten));
    const write = () =>
      desk.toolkit.call("Write", { file_path: desk.notebook_path, content: notebookOf([code("new")]) });
    await desk.read({ offset: 1, limit: 6 });
    expect(errorOf(await write()).code).toBe("FILE_PARTIALLY_READ");
    await desk.read({ offset: 7, limit: 4 });
    expect(isDone(await write())).toBe(true);
  });

  it("stays known over an export and an import, by its cells [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read({ offset: 1, limit: 4 });
    await desk.read({ offset: 5, limit: 6 });
    const saved: unknown = JSON.parse(JSON.stringify(desk.toolkit.session.export()));
    const later = deskOf(desk.files, desk.files.editor());
    expect(errorOf(await later.edit({ cell_id: "#9", new_source: "x" })).code).toBe("FILE_NOT_READ");
    later.toolkit.session.import(saved);
    expect(isDone(await later.edit({ cell_id: "#9", new_source: "nine" }))).toBe(true);
    // The first conversation knows nothing of it.
    expect(errorOf(await desk.edit({ cell_id: "#0", new_source: "x" })).code).toBe("FILE_CHANGED_SINCE_READ");
  });

  it("in part stays so over an export and an import [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read({ offset: 2, limit: 3 });
    const later = deskOf(desk.files, desk.files.editor());
    later.toolkit.session.import(JSON.parse(JSON.stringify(desk.toolkit.session.export())));
    const error = errorOf(await later.edit({ cell_id: "#6", new_source: "x" }));
    expect(error.data).toMatchObject({ missing: [{ from: 7, to: 7 }] });
    expect(error.message).toContain("Not shown yet: cell 7; the file has 10 cells.");
    expect(isDone(await later.edit({ cell_id: "#1", new_source: "x" }))).toBe(true);
  });

  it("stays known when the conversation is compacted [NB-9]", async () => {
    const desk = openNotebook(notebookOf(ten));
    await desk.read();
    desk.toolkit.session.newContextEpoch();
    expect(isDone(await desk.edit({ cell_id: "#9", new_source: "nine" }))).toBe(true);
  });
});
