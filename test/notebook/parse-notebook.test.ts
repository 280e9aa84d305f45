import { describe, expect, it } from "vitest";
import { parseNotebookNow } from "../../src/notebook/parse-notebook.js";
import { parseValid } from "../support/notebooks.js";

const head = '"metadata":{},"nbformat":4,"nbformat_minor":5';

describe("a file that is no notebook", () => {
  it.each([
    ["", "expected a value", 1, 1],
    ["plain text", "expected a value", 1, 1],
    ['{\n "cells": [\n  1\n  2\n ]\n}', 'expected a comma or "]"', 4, 3],
    ['{"cells": []\n', 'expected a comma or "}"', 2, 1],
    ['{"cells" []}', "expected a colon", 1, 10],
    ["{'cells': []}", "expected a string in double quotes", 1, 2],
    ['{"cells": [],}', "expected a string in double quotes", 1, 14],
    ['{"cells": [1,]}', "expected a value", 1, 14],
    [`{"cells": [],${head}}\n<<<<<<< HEAD`, "expected the end of the file", 2, 1],
    ['{"a": "x\ny"}', "a control character must be escaped", 1, 9],
    ['{"a":\r\n  "x}', "a string is not closed", 2, 3],
    ['{"a": "\\x"}', "unknown escape in a string", 1, 8],
    ['{"a": "\\u12g4"}', "expected four hexadecimal digits", 1, 8],
    ['{"a": 01}', "expected a value", 1, 7],
    [`{"a": ${"[".repeat(1000)}`, "nested more than 900 deep", 1, 906],
  ])("is told with the place where it breaks: %j [NB-8]", (text, detail, line, column) => {
    expect(parseNotebookNow(text)).toEqual({ kind: "invalid-json", detail, line, column });
  });

  it.each([
    ["cells", `{"cells": [\n${"1,".repeat(50_000)}\n1]}`, "more than 50,000 cells", 3, 1],
    ["members", `{${'"":0,'.repeat(50_000)}\n"":0}`, "an object with more than 50,000 members", 2, 1],
  ])("is told where it has more %s than can be held [NB-8]", (_, text, detail, line, column) => {
    expect(parseNotebookNow(text)).toEqual({ kind: "not-a-notebook", detail, line, column });
  });

  it.each([
    ["not-a-notebook", "[]", "the file is JSON, but not an object"],
    ["not-a-notebook", "3", "the file is JSON, but not an object"],
    ["not-a-notebook", "{}", 'the file is JSON without "nbformat"'],
    ["not-a-notebook", '{"nbformat":4}', 'the file has no array of "cells"'],
    ["not-a-notebook", '{"nbformat":4,"cells":{}}', 'the file has no array of "cells"'],
    ["not-a-notebook", '{"nbformat":4,"nbformat_minor":"5","cells":[]}', '"nbformat_minor" is no number'],
    ["unsupported-format", '{"nbformat":3,"worksheets":[]}', "the notebook is of format 3, not 4"],
    ["unsupported-format", '{"nbformat":2}', "the notebook is of format 2, not 4"],
    ["unsupported-format", '{"nbformat":5,"cells":[]}', "the notebook is of format 5, not 4"],
    ["unsupported-format", '{"worksheets":[]}', "the notebook is of a format before 4"],
  ])("is told as %s: %s [NB-8]", (kind, text, detail) => {
    expect(parseNotebookNow(text)).toEqual({ kind, detail });
  });

  it("is told however deep it is nested [NB-8]", () => {
    const deep = `{"cells":${"[".repeat(200_000)}${"]".repeat(200_000)},${head}}`;
    expect(parseNotebookNow(deep)).toMatchObject({
      kind: "invalid-json",
      detail: "nested more than 900 deep",
    });
    const allowed = `{"cells":[{"cell_type":"code","outputs":${"[".repeat(890)}${"]".repeat(890)}}],${head}}`;
    expect(parseNotebookNow(allowed)).toMatchObject({ kind: "notebook" });
  });
});

describe("a notebook", () => {
  it.each([0, 1, 2, 3, 4, 5, 6])("of format 4.%d is read [NB-1]", (minor) => {
    expect(
      parseNotebookNow(`{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":${minor}}`),
    ).toMatchObject({
      kind: "notebook",
      format: 4,
      minor,
      cells: [],
    });
  });

  it.each([
    ["julia", '{"language_info":{"name":"julia"},"kernelspec":{"language":"x"}}'],
    ["R", '{"kernelspec":{"language":"R"}}'],
    ["R", '{"language_info":{"name":""},"kernelspec":{"language":"R"}}'],
    ["python", '{"language_info":7}'],
    ["python", "{}"],
    ["python", "null"],
  ])("is in the language %s if its metadata is %s [NB-1]", (language, metadata) => {
    expect(parseValid(`{"cells":[],"metadata":${metadata},"nbformat":4,"nbformat_minor":5}`).language).toBe(
      language,
    );
  });

  it("is read as far as it can be understood [NB-1]", () => {
    const cells = [
      '{"cell_type":"code","source":["a\\n","b"],"execution_count":2}',
      '{"cell_type":"markdown","source":"c"}',
      '{"cell_type":7,"source":["d",5,null]}',
      '{"source":{"e":1},"execution_count":"2"}',
      "{}",
      "[1, 2]",
      '{"cell_type":"raw","source":"first","source":"last","cell\\u005ftype":"code","execution_count":NaN}',
    ];
    expect(
      parseValid(`{"cells":[${cells.join(",")}],${head}}`).cells.map(({ type, source, executionCount }) => [
        type,
        source,
        executionCount,
      ]),
    ).toEqual([
      ["code", "a\nb", 2],
      ["markdown", "c", undefined],
      ["unknown", "d5null", undefined],
      ["unknown", '{"e":1}', undefined],
      ["unknown", "", undefined],
      ["unknown", "[1, 2]", undefined],
      ["code", "last", Number.POSITIVE_INFINITY],
    ]);
  });

  it("may have the numbers that Python writes and JSON has not [NB-1]", () => {
    const outputs =
      '[{"output_type":"display_data","metadata":{},"data":{"application/json":[NaN,-Infinity,"NaN \\"Infinity"]}}]';
    const [cell] = parseValid(`{"cells":[{"cell_type":"code","outputs":${outputs}}],${head}}`).cells;
    expect(cell?.outputs()).toEqual([
      {
        type: "display_data",
        data: new Map([
          ["application/json", [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 'NaN "Infinity']],
        ]),
      },
    ]);
  });

  it.each([
    ["a long string", "A".repeat(40_000_000)],
    ["a string of many escapes", "\\n\\\\".repeat(5_000_000)],
  ])("may have them beside %s [NB-1]", (_, long) => {
    const data = `{"application/json":NaN,"image/png":"${long}"}`;
    const outputs = `[{"output_type":"display_data","metadata":{},"data":${data}}]`;
    const [cell] = parseValid(`{"cells":[{"cell_type":"code","outputs":${outputs}}],${head}}`).cells;
    const [output] = cell?.outputs() ?? [];
    const shown = output?.type === "display_data" ? output.data : undefined;
    expect(shown?.get("application/json")).toBe(Number.POSITIVE_INFINITY);
    // Compared here: a difference would be printed whole.
    expect(shown?.get("image/png") === JSON.parse(`"${long}"`)).toBe(true);
  });

  it("may have as many cells as anyone can use [NB-1]", () => {
    const cells = `${"1,".repeat(49_999)}1`;
    expect(parseValid(`{"cells":[${cells}],${head}}`).cells).toHaveLength(50_000);
  });
});
