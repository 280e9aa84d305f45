import { describe, expect, it } from "vitest";
import { showOutputs } from "../support/rendered.js";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const stream = (text: string | readonly string[], name = "stdout"): unknown => ({
  output_type: "stream",
  name,
  text,
});
const display = (data: object): unknown => ({ output_type: "display_data", data, metadata: {} });

describe("outputs", () => {
  it.each([
    ["text of one stream that came in bits", [stream("a"), stream("b\n"), stream("c")], ["ab\nc"]],
    ["streams in turns", [stream("a"), stream("b", "stderr"), stream("c")], ["a", "b", "c"]],
    ["a bar over several writes", [stream("\r 10%"), stream("\r100%\n")], ["100%"]],
    [
      "plain text before HTML, as of tables",
      [display({ "text/html": "<table>…</table>", "text/plain": ["   a\n", "0  1"] })],
      ["   a\n0  1"],
    ],
    [
      "what an object's name stands for",
      [display({ "text/plain": "<IPython.core.display.HTML object>", "text/html": "<b>x</b>" })],
      ["<b>x</b>"],
    ],
    [
      "Markdown and formulas",
      [display({ "text/markdown": "*x*" }), display({ "text/latex": ["$x$"] })],
      ["*x*", "$x$"],
    ],
    ["JSON", [display({ "application/json": { a: ["x", 1] } })], ['{"a":["x",1]}']],
    [
      "a picture and what is said about it",
      [display({ "image/jpeg": "/9j/4AAQ", "text/plain": "accuracy: 0.9" })],
      ["accuracy: 0.9\n[Image: image/jpeg, 6 bytes]", "<<image/jpeg>>"],
    ],
    [
      "a picture without the name of a figure",
      [
        display({
          "image/png": [PNG.slice(0, 40), "\n", PNG.slice(40)],
          "text/plain": "<Figure size 640x480 with 1 Axes>",
        }),
      ],
      ["[Image: image/png, 70 bytes]", "<<image/png>>"],
    ],
    [
      "a drawing",
      [display({ "image/svg+xml": ["<svg>", "</svg>"] })],
      ["[Image: image/svg+xml, 11 bytes]", "<<image/svg+xml>>"],
    ],
    [
      "a picture that is none",
      [display({ "image/png": "<html>" })],
      ["[image/png that is not valid base64]"],
    ],
    [
      "a widget with its text",
      [
        display({
          "application/vnd.jupyter.widget-view+json": { model_id: "x" },
          "text/plain": "IntSlider(value=3)",
        }),
      ],
      ["IntSlider(value=3)"],
    ],
    [
      "a widget without text",
      [display({ "application/vnd.jupyter.widget-view+json": { model_id: "x" } })],
      ["[Not shown: application/vnd.jupyter.widget-view+json (16 bytes)]"],
    ],
    [
      "a chart of a library that sends its program",
      [
        display({
          "application/vnd.plotly.v1+json": { data: [] },
          "text/html": "<div><script>1</script></div>",
        }),
      ],
      ["[Not shown: application/vnd.plotly.v1+json (11 bytes), text/html (29 bytes)]"],
    ],
    [
      "an output of another kind",
      [{ output_type: "pyout", x: 1 }, 7],
      ["[Not shown: 29 characters of JSON]", "[Not shown: 1 character of JSON]"],
    ],
    ["nothing", [display({}), stream("")], ["", ""]],
  ])("are shown: %s [NB-1]", (_, outputs, shown) => {
    expect(showOutputs(outputs)).toEqual(shown);
  });

  it.each([
    [
      "with its traceback, without colours",
      [
        "\u001b[0;31m---------\u001b[0m",
        "\u001b[0;31mZeroDivisionError\u001b[0m  Traceback",
        "\u001b[0;31mZeroDivisionError\u001b[0m: division by zero",
      ],
      "---------\nZeroDivisionError  Traceback\nZeroDivisionError: division by zero",
    ],
    [
      "by its name where the traceback does not say it",
      ["in f"],
      "ZeroDivisionError: division by zero\nin f",
    ],
    ["by its name where there is no traceback", [], "ZeroDivisionError: division by zero"],
  ])("show an error %s [NB-2]", (_, traceback, shown) => {
    const error = { output_type: "error", ename: "ZeroDivisionError", evalue: "division by zero", traceback };
    expect(showOutputs([error])).toEqual([shown]);
  });

  it("are cut in their middle, with their size and the way to see them [NB-3]", () => {
    const text = `${"a".repeat(5000)}${"z".repeat(5000)}`;
    const [shown = ""] = showOutputs([stream(text)], { maxOutputCharacters: 1000 });
    expect(shown).toBe(
      `${"a".repeat(700)}\n[… 9,000 of 10,000 characters of this output are hidden. Read with offset 1 and limit 1.]\n${"z".repeat(300)}`,
    );
    expect(showOutputs([stream(text)])).toEqual([text]);
    expect(showOutputs([stream("x".repeat(1000))], { maxOutputCharacters: 1000 })).toEqual([
      "x".repeat(1000),
    ]);
  });

  it("that are errors keep more of their end [NB-3]", () => {
    const error = {
      output_type: "error",
      ename: "E",
      evalue: "v",
      traceback: ["b".repeat(5000), "e".repeat(5000)],
    };
    const [shown = ""] = showOutputs([error], { maxOutputCharacters: 100 });
    expect(shown).toBe(
      `E: v\n${"b".repeat(25)}\n[… 9,906 of 10,006 characters of this output are hidden. Read with offset 1 and limit 1.]\n${"e".repeat(70)}`,
    );
  });

  it("are not cut inside a character [NB-3]", () => {
    const [shown = ""] = showOutputs([stream("😀".repeat(100))], { maxOutputCharacters: 15 });
    expect(shown.isWellFormed()).toBe(true);
  });
});
