/** Cells without ids are called by their place; a place that a call of the same turn has moved is not guessed at. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { code, notebookOf, openNotebook, sourcesOf } from "../../support/notebook-files.js";

const sources = ["a", "b", "c", "d", "e"];
const nameless = notebookOf(sources.map((source) => code(source)));

describe("Calls that are sent together", () => {
  const callsOf = (notebook_path: string, edits: readonly object[]): { name: string; input: object }[] =>
    edits.map((edit) => ({ name: "NotebookEdit", input: { notebook_path, new_source: "", ...edit } }));

  it("never change a cell that has come to the named place meanwhile [NB-10]", async () => {
    const desk = openNotebook(nameless);
    await desk.read();
    const [first, second, third] = await desk.toolkit.callAll(
      callsOf(desk.notebook_path, [
        { edit_mode: "delete", cell_id: "#1" },
        { cell_id: "#3", new_source: "meant for d" },
        { cell_id: "#0", new_source: "meant for a" },
      ]),
    );
    expect(first?.isError).toBe(false);
    expect(errorOf(second ?? expect.fail()).message).toBe(
      "Another call that was sent together with this one has moved the cells, so #3 is no longer the cell you saw. Nothing was changed. Look at that call's result for the places now, and send this one again.",
    );
    expect(third?.isError).toBe(false);
    expect(sourcesOf(desk.text())).toEqual(["meant for a", "c", "d", "e"]);
    // Sent again, in the knowledge of the result.
    const again = await desk.edit({ cell_id: "#2", new_source: "meant for d" });
    expect(again.isError).toBe(false);
    expect(sourcesOf(desk.text())).toEqual(["meant for a", "c", "meant for d", "e"]);
  });

  it("all land from the last place to the first, and with ids in any order [NB-10]", async () => {
    const desk = openNotebook(nameless);
    await desk.read();
    const backwards = ["#4", "#2", "#0"].map((cell_id) => ({ edit_mode: "delete", cell_id }));
    const results = await desk.toolkit.callAll(callsOf(desk.notebook_path, backwards));
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(sourcesOf(desk.text())).toEqual(["b", "d"]);

    const named = openNotebook(notebookOf(sources.map((source) => code(source, { id: `id-${source}` }))));
    await named.read();
    const forwards = ["id-a", "id-c", "id-e"].map((cell_id) => ({ edit_mode: "delete", cell_id }));
    await named.toolkit.callAll(callsOf(named.notebook_path, forwards));
    expect(sourcesOf(named.text())).toEqual(["b", "d"]);
  });

  it("are told apart also when a host starts them side by side itself [NB-10]", async () => {
    const desk = openNotebook(nameless);
    await desk.read();
    const [inserted, replaced] = await Promise.all([
      desk.edit({ edit_mode: "insert", cell_type: "code", new_source: "new" }),
      desk.edit({ cell_id: "#0", new_source: "meant for a" }),
    ]);
    expect([inserted?.isError, replaced?.isError]).toEqual([false, true]);
    expect(sourcesOf(desk.text())).toEqual(["new", ...sources]);
  });
});
