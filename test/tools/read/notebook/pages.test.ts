/** Notebooks that are too much for one answer: cut outputs, pages of cells, outlines, and ways on that lead on. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../../../src/index.js";
import { errorOf, textOf } from "../../../support/answers.js";
import {
  code,
  display,
  markdown,
  NAME,
  notebookOf,
  openNotebook,
  stream,
} from "../../../support/notebook-files.js";

const CUT = /\[… ([\d,]+) of ([\d,]+) characters of this output are hidden\. ([^\n]*)\.\]/;

/** The hidden characters and the advice of the one output that is cut. */
function cutOf(result: CallResult): { hidden: number; total: number; advice: string } | undefined {
  const [, hidden, total, advice = ""] = CUT.exec(textOf(result)) ?? [];
  const toNumber = (digits: string): number => Number(digits.replaceAll(",", ""));
  if (hidden === undefined || total === undefined) return undefined;
  return { hidden: toNumber(hidden), total: toNumber(total), advice };
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");

describe("A long output", () => {
  it("is cut with its size, and shown whole by the call that it names [NB-3]", async () => {
    const output = numbered(2000);
    const desk = openNotebook(notebookOf([code("a"), code("b", { outputs: [stream(output)] }), code("c")]));
    const whole = await desk.read();
    expect(cutOf(whole)).toMatchObject({
      total: output.length - 1,
      advice: "Read with offset 2 and limit 1 to see more",
    });
    expect(textOf(whole)).toContain("line 0\nline 1\n");
    expect(textOf(whole)).toContain("line 1998\nline 1999\n</output>");
    const alone = await desk.read({ offset: 2, limit: 1 });
    expect(cutOf(alone)).toBeUndefined();
    expect(textOf(alone)).toContain(output);
  });

  it("that no answer holds is shown further, and not sent round in circles [NB-3]", async () => {
    const desk = openNotebook(notebookOf([code("a"), code("b", { outputs: [stream(numbered(200_000))] })]));
    const whole = cutOf(await desk.read());
    const alone = cutOf(await desk.read({ offset: 2, limit: 1 }));
    expect(alone?.hidden).toBeLessThan(whole?.hidden ?? 0);
    expect(alone?.hidden).toBeGreaterThan(0);
    expect(alone?.advice).not.toContain("offset 2 and limit 1");
    expect(alone?.advice).toContain("Grep");
    const { content } = await desk.toolkit.call("Grep", {
      pattern: "line 123456",
      path: desk.notebook_path,
      output_mode: "content",
    });
    expect(content).toMatchObject([{ text: expect.stringContaining("line 123456") }]);
  });

  it("of an error keeps its end [NB-3]", async () => {
    const traceback = [numbered(1000), "ValueError: the reason"];
    const error = { ename: "ValueError", evalue: "the reason", output_type: "error", traceback };
    const text = textOf(await openNotebook(notebookOf([code("a", { outputs: [error] }), code("b")])).read());
    expect(text).toMatch(CUT);
    expect(text).toContain("line 999\n\nValueError: the reason\n</output>");
  });

  it("does not keep a cell with very many from being seen and changed [NB-12]", async () => {
    const outputs = Array.from({ length: 3000 }, (_, index) => display({ "text/plain": `frame ${index}` }));
    const desk = openNotebook(notebookOf([code("before"), code("loop()", { outputs }), code("after")]));
    const result = await desk.read();
    expect(result.isError).toBe(false);
    const text = textOf(result);
    expect(text).toContain("frame 0\n");
    expect(text).toContain("frame 2999\n");
    expect(text).toMatch(
      /\[… [\d,]+ of 3,000 outputs of this cell are hidden\. Read with offset 2 and limit 1 /,
    );
    const alone = textOf(await desk.read({ offset: 2, limit: 1 }));
    const count = (shown: string): number => shown.match(/frame \d/g)?.length ?? 0;
    expect(count(alone)).toBeGreaterThan(count(text));
    expect(alone).toMatch(/outputs of this cell are hidden\. No Read shows more: use Grep /);
    expect((await desk.edit({ cell_id: "#1", new_source: "once()" })).isError).toBe(false);
    expect(desk.sources()).toEqual(["before", "once()", "after"]);
  });
});

describe("Pages of cells", () => {
  const cells = Array.from({ length: 10 }, (_, index) => markdown(`cell number ${index + 1}`));

  it("begin and end where they are asked to, and name the next [NB-12]", async () => {
    const desk = openNotebook(notebookOf(cells));
    const page = await desk.read({ offset: 4, limit: 3 });
    const text = textOf(page);
    expect([...text.matchAll(/cell number (\d+)/g)].map(([, number]) => number)).toEqual(["4", "5", "6"]);
    expect(text.split("\n").at(-1)).toBe("[Cells 4-6 of 10. Read on with offset 7.]");
    expect(page.output).toMatchObject({ type: "notebook", file: { startCell: 4, totalCells: 10 } });
    const last = textOf(await desk.read({ offset: 7 }));
    expect(last).toContain('<cell id="#6"');
    expect(last.split("\n").at(-1)).toBe("</cell>");
    expect(textOf(await desk.read({ offset: 0, limit: 1 }))).toContain("cell number 1\n");
  });

  it("past the end are a warning with the number of cells [NB-12]", async () => {
    const result = await openNotebook(notebookOf(cells)).read({ offset: 11 });
    expect(textOf(result)).toBe("Warning: the notebook has only 10 cells; offset 11 is past its end.");
    expect(result.output).toMatchObject({ type: "notebook", file: { cells: [], totalCells: 10 } });
  });

  it("take a limit beyond the end for the rest [NB-12]", async () => {
    const desk = openNotebook(notebookOf(cells));
    const text = textOf(await desk.read({ offset: 9, limit: 1e9 }));
    expect([...text.matchAll(/cell number (\d+)/g)].map(([, number]) => number)).toEqual(["9", "10"]);
  });
});

describe("A notebook too long for one Read", () => {
  const long = Array.from({ length: 60 }, (_, index) =>
    code(`# step ${index}\n${"value += 1\n".repeat(300)}`, { id: `step-${index}` }),
  );

  it("is refused with an outline and cells that fit [NB-12]", async () => {
    const desk = openNotebook(notebookOf(long));
    const { code, message, data } = errorOf(await desk.read());
    expect(code).toBe("TOO_MANY_TOKENS");
    expect(data).toMatchObject({
      totalCells: 60,
      maxTokens: 25_000,
      nextCall: { file_path: desk.notebook_path, offset: 1 },
    });
    const [sentence = "", heading, ...outline] = message.split("\n");
    expect(sentence.length).toBeLessThanOrEqual(400);
    expect(heading).toBe("Its cells:");
    expect(outline[0]).toBe("step-0 code: # step 0");
    expect(outline.at(-1)).toBe("step-59 code: # step 59");
    const page = await desk.toolkit.call("Read", data["nextCall"]);
    expect(page.isError).toBe(false);
    expect(textOf(page)).toMatch(/\[Cells 1-\d+ of 60\. Read on with offset \d+\.\]$/);
  });

  it("is outlined within bounds, however many cells and letters it has [NB-12]", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => markdown(`\u202e${index} ${"y".repeat(200)}`));
    const { message } = errorOf(await openNotebook(notebookOf(many)).read());
    expect(message.length).toBeLessThan(5000);
    expect(message).toMatch(/\[… [\d,]+ cells left out\]/);
    expect(message).not.toContain("\u202e");
  });

  it("of one cell that fits no answer is sent to Grep, and its other cells can be read [NB-12]", async () => {
    const desk = openNotebook(notebookOf([code(numbered(50_000)), code("small")]));
    const { message, data } = errorOf(await desk.read());
    expect(message).toContain("use Grep");
    expect(data["nextCall"]).toBeUndefined();
    expect(textOf(await desk.read({ offset: 2 }))).toContain("small");
    expect((await desk.edit({ cell_id: "#1", new_source: "changed" })).isError).toBe(false);
  });

  it("is read to its end by the calls that refusals and pages name [NB-12]", async () => {
    const desk = openNotebook("", { limits: { maxTokens: 800 } });
    const lengths = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(5000), async (words, output) => {
        const outputs = output === 0 ? [] : [stream("out ".repeat(output))];
        const cells = words.map((count, index) => code(`c${index} ${"w ".repeat(count)}`, { outputs }));
        desk.files.write(NAME, notebookOf(cells));
        desk.toolkit.session.newContextEpoch();
        const seen: string[] = [];
        let input: object | undefined = { file_path: desk.notebook_path };
        for (let calls = 0; input !== undefined; calls += 1) {
          expect(calls).toBeLessThan(4 * words.length + 2);
          const result: CallResult = await desk.toolkit.call("Read", input);
          if (result.error === undefined) {
            seen.push(...[...textOf(result).matchAll(/^(c\d+) /gm)].map(([, name = ""]) => name));
            const [, next] = /Read on with offset (\d+)\.\]$/.exec(textOf(result)) ?? [];
            input = next === undefined ? undefined : { file_path: desk.notebook_path, offset: Number(next) };
          } else {
            input = errorOf(result).data["nextCall"] as object;
            // What a refusal names is not refused.
            const advised = await desk.toolkit.call("Read", input);
            expect(advised.error?.message).toBeUndefined();
            desk.toolkit.session.newContextEpoch();
          }
        }
        expect(seen).toEqual(words.map((_, index) => `c${index}`));
        // All of it was seen, page by page; so all of it may be changed.
        expect((await desk.edit({ cell_id: "#0", new_source: "x" })).isError).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});
