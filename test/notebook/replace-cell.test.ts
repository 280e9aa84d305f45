import { describe, expect, it } from "vitest";
import { editCells } from "../support/edit-cells.js";

const markdown = '{"cell_type":"markdown","metadata":{},"source":["a\\n","b"]}';

describe("replacing a source", () => {
  it.each([
    [
      "keeps a list of lines",
      markdown,
      "c\nd\n",
      '{"cell_type":"markdown","metadata":{},"source":["c\\n","d\\n"]}',
    ],
    ["writes no lines as an empty list", markdown, "", '{"cell_type":"markdown","metadata":{},"source":[]}'],
    [
      "keeps one string",
      '{"cell_type":"raw","metadata":{},"source":"a\\nb"}',
      "c\nd",
      '{"cell_type":"raw","metadata":{},"source":"c\\nd"}',
    ],
    [
      "keeps how lines that stay are written",
      '{"cell_type":"raw","metadata":{},"source":["\\u00e9\\n", "\\/x"]}',
      "é\nn\n/x",
      '{"cell_type":"raw","metadata":{},"source":["\\u00e9\\n", "n\\n", "\\/x"]}',
    ],
    [
      "leaves lines that are cut oddly if they say the same",
      '{"cell_type":"raw","metadata":{},"source":["a","\\nb"]}',
      "a\nb",
      '{"cell_type":"raw","metadata":{},"source":["a","\\nb"]}',
    ],
    [
      "repairs a source that is none",
      '{"cell_type":"raw","metadata":{},"source":{"a":1}}',
      "x",
      '{"cell_type":"raw","metadata":{},"source":["x"]}',
    ],
    [
      "adds a source that is missing",
      '{"cell_type":"raw","metadata":{}}',
      "x",
      '{"cell_type":"raw","metadata":{},"source":["x"]}',
    ],
    [
      "changes the one that counts of a repeated key",
      '{"source":"old","cell_type":"raw","metadata":{},"source":"new"}',
      "x",
      '{"source":"old","cell_type":"raw","metadata":{},"source":"x"}',
    ],
    [
      "knows a key however it is spelled",
      '{"cell_type":"raw","metadata":{},"so\\u0075rce":"a"}',
      "x",
      '{"cell_type":"raw","metadata":{},"so\\u0075rce":"x"}',
    ],
    [
      "keeps blanks where they are",
      '{ "cell_type" : "raw" , "metadata":{} ,"source" : [ "a" ] }',
      "x",
      '{ "cell_type" : "raw" , "metadata":{} ,"source" : [ "x" ] }',
    ],
  ])("%s [NB-4]", (_, cell, source, wanted) => {
    expect(editCells(`[${cell}]`, { replace: 0, source })).toBe(`[${wanted}]`);
  });

  it.each([
    ["half a character", "\ud83d", '"\\ud83d"'],
    ["the zero character", "\0", '"\\u0000"'],
    ["separators of lines that are none in JSON", "\u2028\u2029", '"\u2028\u2029"'],
    ["an emoji", "😀", '"😀"'],
    ["quotes, backslashes and slashes", '"\\/', '"\\"\\\\/"'],
    ["control characters", "\b\f\t\r\u001b\u007f\u0085", '"\\b\\f\\t\\r\\u001b\u007f\u0085"'],
  ])("writes %s as valid JSON [NB-4]", (_, source, wanted) => {
    const result = editCells('[{"cell_type":"raw","metadata":{},"source":""}]', { replace: 0, source });
    expect(result).toBe(`[{"cell_type":"raw","metadata":{},"source":${wanted}}]`);
    expect((JSON.parse(result) as { source: string }[])[0]?.source).toBe(source);
  });

  it("writes an empty list as a list again, whatever other cells are [NB-4]", () => {
    const cells = (list: string): string =>
      `[{"cell_type":"raw","metadata":{},"source":"x"},{"cell_type":"raw","metadata":{},"source":${list}}]`;
    expect(editCells(cells("[]"), { replace: 1, source: "a\nb" })).toBe(cells('["a\\n","b"]'));
  });

  it("escapes beyond ASCII only where nothing stands bare, however far into a string [NB-4]", () => {
    const cells = (note: string, source: string): string =>
      `[{"cell_type":"raw","metadata":{"a":"${note}","b":"\\u00fc"},"source":"${source}"}]`;
    const bare = `${"x".repeat(100)}ö${"x".repeat(100)}`;
    expect(editCells(cells(bare, ""), { replace: 0, source: "é" }, { note: "" })).toBe(cells(bare, "é"));
    expect(editCells(cells("", ""), { replace: 0, source: "é" }, { note: "" })).toBe(cells("", "\\u00e9"));
  });

  it("escapes slashes only where the file escapes all of them [NB-4]", () => {
    const cell = (source: string): string => `[{"cell_type":"raw","metadata":{},"source":"${source}"}]`;
    expect(editCells(cell("a\\/b"), { replace: 0, source: "/c" })).toBe(cell("\\/c"));
    expect(editCells(cell("a\\/b/"), { replace: 0, source: "/c" })).toBe(cell("/c"));
  });
});

describe("replacing a code cell", () => {
  it("follows the cell itself rather than its neighbours [NB-4]", () => {
    const pretty = '{\n  "cell_type": "raw",\n  "metadata": {},\n  "source": []\n }';
    const cells = (rest: string): string =>
      `[\n ${pretty},\n {"metadata":{}, "cell_type":"code", "source":[]${rest}}\n]`;
    expect(editCells(cells(""), { replace: 1, source: "" })).toBe(
      cells(', "execution_count":null, "outputs":[]'),
    );
  });

  it("leaves what does not belong to it alone [NB-5]", () => {
    const cells = (source: string): string =>
      `[{"attachments":{},"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":"${source}","x":1}]`;
    expect(editCells(cells("a"), { replace: 0, source: "b" })).toBe(cells("b"));
  });

  const code = (count: string, outputs: string, source: string): string =>
    `[{"cell_type":"code","execution_count":${count},"metadata":{"a":1},"outputs":${outputs},"source":"${source}"}]`;
  const run = '[{"output_type":"stream","name":"stdout","text":"x"}]';

  it.each([
    ["clears what it has put out", code("3", run, "a"), "b", code("null", "[]", "b")],
    ["clears it also for the same source", code("3", run, "a"), "a", code("null", "[]", "a")],
    [
      "leaves what is clear already, as it is written",
      code("null", "[ ]", "a"),
      "b",
      code("null", "[ ]", "b"),
    ],
    ["changes nothing for the same source", code("null", "[\n]", "a"), "a", code("null", "[\n]", "a")],
    [
      "adds what Jupyter needs, in its order",
      '[{"cell_type":"code","metadata":{},"source":"a"}]',
      "a",
      '[{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":"a"}]',
    ],
    [
      "adds it behind everything where members have another order",
      '[{"source":"a", "metadata":{}, "cell_type":"code"}]',
      "a",
      '[{"source":"a", "metadata":{}, "cell_type":"code", "execution_count":null, "outputs":[]}]',
    ],
  ])("%s [NB-5]", (_, cells, source, wanted) => {
    expect(editCells(cells, { replace: 0, source })).toBe(wanted);
  });

  it.each([
    [
      "code to Markdown",
      code("3", run, "a"),
      "markdown",
      '[{"cell_type":"markdown","metadata":{"a":1},"source":"b"}]',
    ],
    [
      "code to Markdown, with what goes at both ends and twice",
      '[{"outputs":[], "execution_count":1, "cell_type":"code", "outputs":[1], "metadata":{}, "source":"a", "outputs":[]}]',
      "markdown",
      '[{"cell_type":"markdown", "metadata":{}, "source":"b"}]',
    ],
    [
      "Markdown to code",
      '[{"attachments":{"x":{}},"cell_type":"markdown","metadata":{},"source":"a","attachments":{}}]',
      "code",
      '[{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":"b"}]',
    ],
    [
      "raw to Markdown",
      '[{"attachments":{},"cell_type":"raw","metadata":{},"source":"a"}]',
      "markdown",
      '[{"attachments":{},"cell_type":"markdown","metadata":{},"source":"b"}]',
    ],
  ])("converts %s [NB-4] [NB-7]", (_, cells, type, wanted) => {
    expect(editCells(cells, { replace: 0, source: "b", type })).toBe(wanted);
  });
});
