/** Any notebook in any style, edited through the tool: nothing but the cell that was meant is written. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Notebook } from "../../../src/notebook/notebook.js";
import { validateNotebook } from "../../../src/notebook/validate-notebook.js";
import { askNbformat } from "../../support/nbformat.js";
import {
  applyEdit,
  type EditWish,
  editWishes,
  NEW_ID,
  placeOf,
  withPlainSources,
} from "../../support/notebook-edits.js";
import { NAME, type NotebookDesk, openNotebook } from "../../support/notebook-files.js";
import {
  type NotebookValue,
  notebooks,
  parseValid,
  writeNotebook,
  writingStyles,
} from "../../support/notebooks.js";

const RUNS = 60;

/** The file cut at the cells: what stands before, each cell, what stands between, and the rest. */
function cutAtCells(text: string, { cells }: Notebook): { cells: string[]; between: string[] } {
  const ends = [0, ...cells.map(({ span }) => span.end)];
  return {
    cells: cells.map(({ span }) => text.slice(span.start, span.end)),
    between: ends.map((end, index) => text.slice(end, cells[index]?.span.start)),
  };
}

function inputOf(wish: EditWish, notebook: Notebook): object | undefined {
  const { cells } = notebook;
  const cell = cells[placeOf(wish, cells.length)];
  if (wish.mode !== "insert" && cell === undefined) return undefined;
  const { cellType } = wish;
  return {
    edit_mode: wish.mode,
    new_source: wish.newSource,
    ...(cell === undefined ? {} : { cell_id: cell.shownId }),
    ...(wish.mode === "insert" ? { cell_type: cellType ?? "code" } : {}),
    ...(wish.mode === "replace" && cellType !== undefined ? { cell_type: cellType } : {}),
  };
}

/** Forced, because what is generated may happen to look like a view of ours. */
async function edit({ toolkit, notebook_path }: NotebookDesk, input: object): Promise<string | undefined> {
  const result = await toolkit.call("NotebookEdit", { notebook_path, ...input }, { force: true });
  return result.error === undefined ? result.output?.cell_id : result.error.message;
}

const withKnownId = (value: NotebookValue, id: string | undefined): NotebookValue => ({
  ...value,
  cells: value.cells.map((cell) => (cell.id === id && id !== undefined ? { ...cell, id: NEW_ID } : cell)),
});

describe("An edit of any notebook through the tool", () => {
  it("changes the bytes of one cell alone, and to what was asked for [NB-4, NB-5, NB-6]", async () => {
    const desk = openNotebook("");
    await fc.assert(
      fc.asyncProperty(
        notebooks({ isFaulty: true }),
        writingStyles,
        editWishes,
        fc.constantFrom("", "\ufeff"),
        async (value, style, wish, mark) => {
          const text = writeNotebook(value, style);
          const before = parseValid(text);
          const input = inputOf(wish, before);
          if (input === undefined) return;
          desk.files.write(NAME, mark + text);
          desk.toolkit.session.newContextEpoch();
          await desk.read();
          const cellId = await edit(desk, input);

          expect(desk.text().startsWith(mark)).toBe(true);
          const written = desk.text().slice(mark.length);
          const after = parseValid(written);
          const index = placeOf(wish, before.cells.length) + (wish.mode === "insert" ? 1 : 0);
          const old = cutAtCells(text, before);
          const now = cutAtCells(written, after);
          const others = now.cells.toSpliced(index, wish.mode === "delete" ? 0 : 1);
          expect(others).toEqual(wish.mode === "insert" ? old.cells : old.cells.toSpliced(index, 1));
          if (wish.mode === "replace") expect(now.between).toEqual(old.between);
          // The brackets around the cells, and all that stands before and behind them.
          expect(written.slice(0, after.cellsNode.start + 1)).toBe(text.slice(0, before.cellsNode.start + 1));
          expect(written.slice(after.cellsNode.end - 1)).toBe(text.slice(before.cellsNode.end - 1));

          const result = JSON.parse(written) as NotebookValue;
          const expected = withPlainSources(applyEdit(value, wish));
          const newId = wish.mode === "insert" && value.nbformat_minor >= 5 ? cellId : undefined;
          expect(withKnownId(withPlainSources(result), newId)).toEqual(expected);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("gives a notebook that Jupyter takes [NB-7]", async () => {
    const desk = openNotebook("");
    const written: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        notebooks({ isFaulty: false }),
        writingStyles,
        fc.array(editWishes, { minLength: 1, maxLength: 4 }),
        async (value, style, wishes) => {
          desk.files.write(NAME, writeNotebook(value, style));
          desk.toolkit.session.newContextEpoch();
          await desk.read();
          for (const wish of wishes) {
            const input = inputOf(wish, parseValid(desk.text()));
            if (input !== undefined) await edit(desk, input);
          }
          expect(validateNotebook(JSON.parse(desk.text()))).toEqual([]);
          written.push(desk.text());
        },
      ),
      { numRuns: RUNS },
    );
    const verdicts = askNbformat(written, "an edit through the tool gives a notebook that Jupyter takes");
    if (verdicts !== undefined) expect(written.filter((_, index) => verdicts[index] !== true)).toEqual([]);
  });

  it("that asks for what is there leaves the file untouched, where there were no outputs [NB-5]", async () => {
    const desk = openNotebook("");
    await fc.assert(
      fc.asyncProperty(notebooks({ isFaulty: true }), writingStyles, async (value, style) => {
        const cells = value.cells.map((cell) =>
          cell.cell_type === "code" ? { ...cell, outputs: [], execution_count: null } : cell,
        );
        desk.files.write(NAME, writeNotebook({ ...value, cells }, style));
        desk.toolkit.session.newContextEpoch();
        await desk.read();
        const before = [desk.files.stamp(NAME), desk.files.bytes(NAME)];
        for (const { shownId, source } of parseValid(desk.text()).cells) {
          expect(await edit(desk, { cell_id: shownId, new_source: source })).toBe(shownId);
        }
        expect([desk.files.stamp(NAME), desk.files.bytes(NAME)]).toEqual(before);
      }),
      { numRuns: RUNS / 2 },
    );
  });
});
