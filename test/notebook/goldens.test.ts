/** Files as programs write them, before and after one edit; what stands after was written by the same program. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Notebook } from "../../src/notebook/notebook.js";
import { type CellEdit, planCellEdit } from "../../src/notebook/plan-cell-edit.js";
import { applySplices } from "../../src/text/splice.js";
import { NEW_ID } from "../support/notebook-edits.js";
import { parseValid } from "../support/notebooks.js";

const readGolden = (name: string, state: "before" | "after"): string =>
  readFileSync(new URL(`goldens/${name}/${state}.ipynb`, import.meta.url), "utf8");

function cellAt({ cells }: Notebook, index: number): Notebook["cells"][number] {
  const cell = cells[index];
  if (cell === undefined) throw new Error(`no cell ${index}`);
  return cell;
}

const goldens: readonly (readonly [
  title: string,
  name: string,
  toEdit: (notebook: Notebook) => CellEdit,
  cell: { readonly shownId: string; readonly type: string },
])[] = [
  [
    "Jupyter: a cell that has run is replaced",
    "jupyter",
    (notebook) => ({
      mode: "replace",
      cell: cellAt(notebook, 1),
      newSource: 'import numpy as np\n\nx = np.linspace(0, 1)\nprint("naïve 😀")\n',
    }),
    { shownId: "c0ffee42", type: "code" },
  ],
  [
    "VS Code: a cell is inserted behind another",
    "vscode",
    (notebook) => ({
      mode: "insert",
      after: cellAt(notebook, 1),
      newSource: "## Result\n\n- one\n- two",
      cellType: "markdown",
    }),
    { shownId: NEW_ID, type: "markdown" },
  ],
  [
    "Colab: a cell that has run is replaced",
    "colab-replace",
    (notebook) => ({ mode: "replace", cell: cellAt(notebook, 1), newSource: "print('← ok')\n" }),
    { shownId: "#1", type: "code" },
  ],
  [
    "Colab: a cell is inserted at the beginning",
    "colab-insert",
    () => ({ mode: "insert", after: undefined, newSource: "x = 1\ny = 2", cellType: "code" }),
    { shownId: "#0", type: "code" },
  ],
  [
    "nbstripout: the first cell is deleted",
    "stripped-delete",
    (notebook) => ({ mode: "delete", cell: cellAt(notebook, 0) }),
    { shownId: "7f3a0b1c", type: "markdown" },
  ],
  [
    "R: a code cell becomes Markdown",
    "r-convert",
    (notebook) => ({
      mode: "replace",
      cell: cellAt(notebook, 0),
      newSource: "The sum is `3`.",
      cellType: "markdown",
    }),
    { shownId: "#0", type: "markdown" },
  ],
  [
    "Julia, in ASCII, sources in one string: a cell is inserted at the end",
    "julia-ascii",
    (notebook) => ({
      mode: "insert",
      after: cellAt(notebook, 0),
      newSource: "γ = α + β 😀\n\u2028",
      cellType: "code",
    }),
    { shownId: "#1", type: "code" },
  ],
  [
    "all in one line: a cell is replaced",
    "one-line",
    (notebook) => ({ mode: "replace", cell: cellAt(notebook, 0), newSource: 'y <- "é"\ny' }),
    { shownId: "#0", type: "code" },
  ],
  [
    "tabs and Windows line endings: a first cell is made",
    "first-cell",
    () => ({ mode: "insert", after: undefined, newSource: "a\nb", cellType: "code" }),
    { shownId: NEW_ID, type: "code" },
  ],
];

describe("a notebook as its program writes it", () => {
  it.each(goldens)("%s [NB-4] [NB-5] [NB-6]", (_, name, toEdit, cell) => {
    const before = readGolden(name, "before");
    const notebook = parseValid(before);
    const plan = planCellEdit(before, notebook, toEdit(notebook), () => NEW_ID);
    expect(plan).toMatchObject({ kind: "plan", cell });
    const result = plan.kind === "plan" ? applySplices(before, plan.splices) : plan.detail;
    expect(result).toBe(readGolden(name, "after"));
  });
});
