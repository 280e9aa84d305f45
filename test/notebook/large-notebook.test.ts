import { describe, expect, it } from "vitest";
import { outlineNotebook } from "../../src/notebook/outline-notebook.js";
import { parseNotebook } from "../../src/notebook/parse-notebook.js";
import { planCellEdit } from "../../src/notebook/plan-cell-edit.js";
import {
  type RenderOptions,
  renderNotebook,
  renderNotebookInSteps,
} from "../../src/notebook/render-notebook.js";
import { applySplices } from "../../src/text/splice.js";
import { parseValid } from "../support/notebooks.js";

const MEGABYTE = 1_000_000;

/** Fifty megabytes of what notebooks are large by: pictures, logs, tables, charts, progress bars. */
function writeLarge(): string {
  const bar = Array.from({ length: 1000 }, (_, step) => `\r${step / 10}%|${"█".repeat(step / 100)}|`).join(
    "",
  );
  const log = "\u001b[32mINFO\u001b[0m epoch done, loss=0.123\n";
  const outputs = [
    [{ output_type: "display_data", metadata: {}, data: { "image/png": "iVBO".repeat(5 * MEGABYTE) } }],
    [{ output_type: "stream", name: "stdout", text: Array.from({ length: 250_000 }, () => log) }],
    [{ output_type: "stream", name: "stderr", text: bar.repeat(200) }],
    [
      {
        output_type: "execute_result",
        execution_count: 1,
        metadata: {},
        data: {
          "text/html": "<td>1</td>".repeat(MEGABYTE / 2),
          "text/plain": "1 2 3\n".repeat(MEGABYTE / 3),
        },
      },
    ],
    [
      {
        output_type: "display_data",
        metadata: {},
        data: {
          "application/vnd.plotly.v1+json": { y: Array.from({ length: MEGABYTE }, (_, index) => index) },
        },
      },
    ],
  ];
  const cells = outputs.map((each, index) => ({
    cell_type: "code",
    execution_count: index,
    id: `cell-${index}`,
    metadata: {},
    outputs: each,
    source: [`run(${index})`],
  }));
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, undefined, 1);
}

describe("a notebook of fifty megabytes", () => {
  const text = writeLarge();
  const notebook = parseValid(text);

  it("is read in many steps [NB-1]", () => {
    const steps = parseNotebook(text);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(text.length).toBeGreaterThan(50 * MEGABYTE);
    expect(count).toBeGreaterThan(text.length / (2 * MEGABYTE));
  });

  it("is shown in a few thousand characters and one picture [NB-3]", () => {
    const options: RenderOptions = {
      firstCell: 0,
      maxCells: 100,
      maxOutputCharacters: 2000,
      hint: (index) => `Read with offset ${index} and limit 1`,
    };
    const parts = renderNotebook(notebook, options);
    // Five cells, five outputs, and the picture.
    expect([...renderNotebookInSteps(notebook, options)]).toHaveLength(11);
    expect(parts.map((part) => part.kind)).toEqual(["text", "image", "text"]);
    const shown = parts.map((part) => (part.kind === "text" ? part.text : "")).join("\n");
    expect(shown.length).toBeLessThan(8000);
    expect(shown).toContain("characters of this output are hidden. Read with offset 1 and limit 1.]");
    expect(shown).toContain("\n99.9%|█████████|\n");
    expect(shown).toContain("[Not shown: application/vnd.plotly.v1+json (");
  });

  it("has an outline of a few lines [NB-3]", () => {
    expect(outlineNotebook(notebook, 5000).split("\n")).toHaveLength(5);
  });

  it("is edited by replacing what has to change [NB-4]", () => {
    const cell = notebook.cells[1];
    if (cell === undefined) throw new Error("no cell");
    const plan = planCellEdit(text, notebook, { mode: "replace", cell, newSource: "run()" }, () => "");
    expect(plan).toMatchObject({
      kind: "plan",
      splices: [{ text: "null" }, { text: "[]" }, { text: '[\n    "run()"\n   ]' }],
    });
    const result = plan.kind === "plan" ? applySplices(text, plan.splices) : "";
    expect(parseValid(result).cells.map((each) => each.source)).toEqual([
      "run(0)",
      "run()",
      "run(2)",
      "run(3)",
      "run(4)",
    ]);
  });
});
