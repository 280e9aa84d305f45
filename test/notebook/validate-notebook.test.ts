/** Our rules against Jupyter's own: the same verdict about whatever a notebook may contain. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validateCell, validateNotebook } from "../../src/notebook/validate-notebook.js";
import { askNbformat } from "../support/nbformat.js";
import { mutatedNotebooks } from "../support/notebook-mutations.js";

const notebook = (
  cells: readonly unknown[],
  minor = 5,
  rest: Readonly<Record<string, unknown>> = {},
): unknown => ({
  cells,
  metadata: {},
  nbformat: 4,
  nbformat_minor: minor,
  ...rest,
});
const markdown = { cell_type: "markdown", id: "a", metadata: {}, source: "" };
const code = { cell_type: "code", execution_count: null, id: "b", metadata: {}, outputs: [], source: [] };
const withOutput = (output: unknown): unknown => notebook([{ ...code, outputs: [output] }]);
const without = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

const stream = { output_type: "stream", name: "stdout", text: "" };
const result = { output_type: "execute_result", data: {}, metadata: {}, execution_count: 1 };
const error = { output_type: "error", ename: "E", evalue: "v", traceback: [] };

/** Notebooks with what is wrong with them. */
const examples: readonly (readonly [violations: readonly string[], value: unknown])[] = [
  [[], notebook([])],
  [[], notebook([markdown, code])],
  [[], notebook([{ ...markdown, cell_type: "raw", metadata: { format: "text/x" } }])],
  [[], notebook([code], 5, { metadata: { kernelspec: { name: "x", display_name: "X", language: "R" } } })],
  [[" is no object"], []],
  [["cells is missing"], without(notebook([]) as Record<string, unknown>, "cells")],
  [["metadata is missing"], without(notebook([]) as Record<string, unknown>, "metadata")],
  [["cells is no list"], { ...(notebook([]) as object), cells: {} }],
  [["extra is not part of this format"], notebook([], 5, { extra: 1 })],
  [
    ["metadata.kernelspec.display_name is missing"],
    notebook([], 5, { metadata: { kernelspec: { name: "x" } } }),
  ],
  [["metadata.language_info is no object"], notebook([], 5, { metadata: { language_info: "R" } })],
  [
    ["metadata.orig_nbformat is no whole number from 1 on"],
    notebook([], 5, { metadata: { orig_nbformat: 0 } }),
  ],
  [["metadata.title is no string"], notebook([], 2, { metadata: { title: 1 } })],
  [[], notebook([], 1, { metadata: { title: 1, authors: "x" } })],
  [["cells[0] is no object"], notebook([5])],
  [["cells[0].cell_type is missing"], notebook([{}])],
  [["cells[0].cell_type is no known type"], notebook([{ ...markdown, cell_type: "heading" }])],
  [[], notebook([{ ...markdown, cell_type: "heading" }], 6)],
  [["cells[0].metadata is missing"], notebook([{ cell_type: "heading" }], 6)],
  [["cells[0].id is missing"], notebook([without(markdown, "id")])],
  [["cells[0].id is not part of this format"], notebook([markdown], 4)],
  [[], notebook([without(markdown, "id")], 4)],
  [["cells[1].id is the id of another cell too"], notebook([markdown, markdown])],
  ...["", "a b", "a\n", "é", "x".repeat(65)].map(
    (id) =>
      [["cells[0].id is no id: 1 to 64 letters, digits, - and _"], notebook([{ ...markdown, id }])] as const,
  ),
  [[], notebook([{ ...markdown, id: "x".repeat(64) }])],
  [["cells[0].source is missing"], notebook([without(markdown, "source")])],
  [
    ["cells[0].source is neither a string nor a list of strings"],
    notebook([{ ...markdown, source: ["a", 1] }]),
  ],
  [["cells[0].source is neither a string nor a list of strings"], notebook([{ ...markdown, source: null }])],
  [["cells[0].outputs is missing"], notebook([without(code, "outputs")])],
  [["cells[0].execution_count is missing"], notebook([without(code, "execution_count")])],
  [["cells[0].execution_count is no whole number from 0 on"], notebook([{ ...code, execution_count: 1.5 }])],
  [["cells[0].execution_count is no whole number from 0 on"], notebook([{ ...code, execution_count: -1 }])],
  [["cells[0].execution_count is no whole number from 0 on"], notebook([{ ...code, execution_count: true }])],
  [["cells[0].outputs is not part of this format"], notebook([{ ...markdown, outputs: [] }])],
  [["cells[0].attachments is not part of this format"], notebook([{ ...code, attachments: {} }])],
  [["cells[0].attachments.a is no object"], notebook([{ ...markdown, attachments: { a: "x" } }])],
  [
    ["cells[0].metadata.tags[0] is no tag: a string without commas"],
    notebook([{ ...code, metadata: { tags: ["a,b"] } }]),
  ],
  [["cells[0].metadata.tags has a tag twice"], notebook([{ ...code, metadata: { tags: ["a", "a"] } }])],
  [
    ["cells[0].metadata.name is no name: a string of one line"],
    notebook([{ ...code, metadata: { name: "" } }]),
  ],
  [
    ["cells[0].metadata.collapsed is neither true nor false"],
    notebook([{ ...code, metadata: { collapsed: 1 } }]),
  ],
  [[], notebook([{ ...markdown, metadata: { collapsed: 1, scrolled: 2, execution: 3 } }])],
  [
    ['cells[0].metadata.scrolled is neither true nor false nor "auto"'],
    notebook([{ ...code, metadata: { scrolled: "x" } }]),
  ],
  [["cells[0].metadata.jupyter is no object"], notebook([{ ...code, metadata: { jupyter: 1 } }])],
  [[], notebook([{ ...(without(code, "id") as object), metadata: { jupyter: 1 } }], 2)],
  [
    ["cells[0].metadata.execution.x is no string"],
    notebook([{ ...code, metadata: { execution: { x: 1 } } }]),
  ],
  [["cells[0].outputs[0].output_type is no known type"], withOutput({ output_type: "pyout" })],
  [["cells[0].outputs[0].name is missing"], withOutput(without(stream, "name"))],
  [
    ["cells[0].outputs[0].text is neither a string nor a list of strings"],
    withOutput({ ...stream, text: {} }),
  ],
  [["cells[0].outputs[0].metadata is missing"], withOutput(without(result, "metadata"))],
  [["cells[0].outputs[0].execution_count is missing"], withOutput(without(result, "execution_count"))],
  [["cells[0].outputs[0].traceback is no list"], withOutput({ ...error, traceback: "x" })],
  [
    [],
    withOutput({ ...result, data: { "application/vnd.plotly.v1+json": { a: 1 }, "application/json": null } }),
  ],
  [
    ["cells[0].outputs[0].data.text/plain is neither a string nor a list of strings"],
    withOutput({ ...result, data: { "text/plain": 1 } }),
  ],
  [["cells[0].outputs[0].transient is not part of this format"], withOutput({ ...result, transient: {} })],
];

function compareVerdicts(texts: readonly string[], title: string): void {
  const ours = texts.map((text) => {
    const value = JSON.parse(text) as { readonly nbformat?: unknown };
    return value.nbformat === 4 && validateNotebook(value).length === 0;
  });
  const theirs = askNbformat(texts, title) ?? ours;
  const differing = texts.filter((_, index) => ours[index] !== theirs[index]);
  expect(differing).toEqual([]);
}

describe("the rules of the format", () => {
  it.each(examples)("find %j [NB-7]", (violations, value) => {
    expect(validateNotebook(value).map(({ path, detail }) => `${path} ${detail}`)).toEqual(violations);
  });

  it("come to Jupyter's verdict about these examples [NB-7]", () => {
    compareVerdicts(
      examples.map(([, value]) => JSON.stringify(value)),
      "rules by example",
    );
  });

  it("come to Jupyter's verdict about anything like a notebook [NB-7]", () => {
    const texts = fc.sample(mutatedNotebooks, 3000).map((value) => JSON.stringify(value));
    compareVerdicts(
      texts.filter((text) => text.startsWith("{")),
      "rules by mutation",
    );
  });

  it("tell what is wrong with a single cell [NB-7]", () => {
    expect(validateCell({ ...code, outputs: [{}] }, 5)).toEqual([
      { path: "cell.outputs[0].output_type", detail: "is missing" },
    ]);
    expect(validateCell(code, 4)).toEqual([{ path: "cell.id", detail: "is not part of this format" }]);
  });
});
