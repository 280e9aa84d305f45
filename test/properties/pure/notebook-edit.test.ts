/** Edits of a notebook's text against edits of the notebook as a value, written by the same program. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Notebook } from "../../../src/notebook/notebook.js";
import { type CellEditPlan, planCellEdit } from "../../../src/notebook/plan-cell-edit.js";
import { validateNotebook } from "../../../src/notebook/validate-notebook.js";
import { applySplices } from "../../../src/text/splice.js";
import { askNbformat } from "../../support/nbformat.js";
import {
  applyEdit,
  type EditWish,
  editWishes,
  NEW_ID,
  placeOf,
  toEdit,
  withPlainSources,
} from "../../support/notebook-edits.js";
import {
  type NotebookValue,
  notebooks,
  parseValid,
  scatterBlanks,
  type WritingStyle,
  writeNotebook,
  writingStyles,
} from "../../support/notebooks.js";

const valid = notebooks({ isFaulty: false });
const faulty = notebooks({ isFaulty: true });
const scattering = fc.array(fc.constantFrom("", "", " ", "\n", "\t", "\r\n  "), { maxLength: 7 });

function plan(text: string, notebook: Notebook, wish: EditWish): CellEditPlan | undefined {
  const edit = toEdit(wish, notebook);
  if (edit === undefined) return undefined;
  const planned = planCellEdit(text, notebook, edit, () => NEW_ID);
  if (planned.kind !== "plan") throw new Error(planned.detail);
  return planned;
}

function slices(text: string): string[] {
  return parseValid(text).cells.map(({ span }) => text.slice(span.start, span.end));
}

/** Without a cell nothing tells how cells are written. */
function isLearnable({ cells }: NotebookValue, { keyOrder, sourceForm }: WritingStyle): boolean {
  return cells.length > 0 || (keyOrder[0] === "attachments" && sourceForm === "list");
}

function withoutIndexes(violations: ReturnType<typeof validateNotebook>): string[] {
  return violations.map(({ path, detail }) => `${path.replace(/\[\d+\]/g, "")} ${detail}`);
}

describe("an edit of a cell", () => {
  it("gives the bytes that the file's own program would have written [NB-4] [NB-5] [NB-6]", () => {
    fc.assert(
      fc.property(valid, writingStyles, editWishes, (value, style, wish) => {
        const text = writeNotebook(value, style);
        const planned = plan(text, parseValid(text), wish);
        fc.pre(planned !== undefined && (wish.mode !== "insert" || isLearnable(value, style)));
        const result = applySplices(text, planned?.splices ?? []);
        expect(result).toBe(writeNotebook(applyEdit(value, wish), style));
        expect(validateNotebook(JSON.parse(result))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves every other cell as it is, in faulty files too, and adds no fault [NB-4] [NB-7]", () => {
    fc.assert(
      fc.property(faulty, writingStyles, scattering, editWishes, (value, style, blanks, wish) => {
        const text = scatterBlanks(writeNotebook(value, style), blanks);
        const notebook = parseValid(text);
        const planned = plan(text, notebook, wish);
        fc.pre(planned !== undefined);
        const result = applySplices(text, planned?.splices ?? []);
        const index = placeOf(wish, value.cells.length);
        expect(withPlainSources(JSON.parse(result))).toEqual(
          JSON.parse(JSON.stringify(withPlainSources(applyEdit(value, wish)))),
        );
        const others = {
          before: slices(text).filter((_, each) => wish.mode === "insert" || each !== index),
          after: slices(result).toSpliced(
            wish.mode === "insert" ? index + 1 : index,
            wish.mode === "delete" ? 0 : 1,
          ),
        };
        expect(others.after).toEqual(others.before);
        const before = withoutIndexes(validateNotebook(JSON.parse(text)));
        const after = withoutIndexes(validateNotebook(JSON.parse(result)));
        expect(after.filter((fault) => !before.includes(fault))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("lies inside the cell, or between it and its neighbours [NB-4]", () => {
    fc.assert(
      fc.property(faulty, writingStyles, editWishes, (value, style, wish) => {
        const text = writeNotebook(value, style);
        const { cells, cellsNode } = parseValid(text);
        const planned = plan(text, parseValid(text), wish);
        const index = placeOf(wish, cells.length);
        const isReplacement = wish.mode === "replace";
        const from = cells[isReplacement ? index : index - 1]?.span;
        const until = cells[isReplacement ? index : index + 1]?.span;
        for (const { start, end } of planned?.splices ?? []) {
          expect(start).toBeGreaterThanOrEqual(
            (isReplacement ? from?.start : from?.end) ?? cellsNode.start + 1,
          );
          expect(end).toBeLessThanOrEqual((isReplacement ? until?.end : until?.start) ?? cellsNode.end - 1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("with the source that is there changes nothing in a cell without outputs [NB-5]", () => {
    fc.assert(
      fc.property(faulty, writingStyles, fc.nat(20), (value, style, place) => {
        const text = writeNotebook(value, style);
        const notebook = parseValid(text);
        const cell = notebook.cells[place % notebook.cells.length];
        fc.pre(cell !== undefined);
        const wish = { mode: "replace", place, newSource: cell?.source ?? "", cellType: undefined } as const;
        const hasRun = cell?.type === "code" && (cell.outputs().length > 0 || cell.executionCount !== null);
        const splices = plan(text, notebook, wish)?.splices ?? [];
        expect(splices.length > 0).toBe(hasRun);
        expect(splices.every((splice) => ["[]", "null"].includes(splice.text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("that inserts is taken back by one that deletes [NB-4]", () => {
    fc.assert(
      fc.property(faulty, writingStyles, editWishes, (value, style, wish) => {
        const text = writeNotebook(value, style);
        const inserting = { ...wish, mode: "insert" } as const;
        const place = placeOf(inserting, value.cells.length) + 1;
        const inserted = applySplices(text, plan(text, parseValid(text), inserting)?.splices ?? []);
        const deleting = { ...wish, mode: "delete", place } as const;
        const back = applySplices(inserted, plan(inserted, parseValid(inserted), deleting)?.splices ?? []);
        expect(back).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("gives what Jupyter itself takes [NB-7]", () => {
    const cases = fc.sample(fc.tuple(valid, writingStyles, editWishes), 400);
    const results = cases.map(([value, style, wish]) => {
      const text = writeNotebook(value, style);
      return applySplices(text, plan(text, parseValid(text), wish)?.splices ?? []);
    });
    const verdicts = askNbformat(results, "what edits give");
    expect(verdicts ?? results.map(() => true)).toEqual(results.map(() => true));
    expect(results.flatMap((result) => validateNotebook(JSON.parse(result)))).toEqual([]);
  });
});
