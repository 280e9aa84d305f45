/** Notebooks of tens of megabytes: bounded answers, and others get their turn meanwhile. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../../support/answers.js";
import { code, display, NAME, notebookOf, openNotebook, stream } from "../../../support/notebook-files.js";

const MEGABYTE = 1 << 20;

/** A megabyte for each cell: logs, a picture that is none, a drawing's data. */
function makeLarge(megabytes: number): string {
  const log = stream(
    "epoch 1: loss 0.123456789 \u001b[32mok\u001b[0m\n".repeat(Math.floor(MEGABYTE / 4 / 44)),
  );
  const picture = display({
    "image/png": "A".repeat(MEGABYTE / 2),
    "text/plain": "<Figure size 1x1 with 1 Axes>",
  });
  const figure = { "application/vnd.plotly.v1+json": { data: [{ x: "1,".repeat(MEGABYTE / 8) }] } };
  const cells = Array.from({ length: megabytes }, (_, index) =>
    code(`step(${index})`, { execution_count: index, outputs: [log, picture, display(figure)] }),
  );
  return notebookOf(cells);
}

describe("A notebook of 50 MB", () => {
  it("is shown within bounds, edited, and holds nobody up [NB-3, NB-4]", async () => {
    const text = makeLarge(50);
    expect(text.length).toBeGreaterThan(49 * MEGABYTE);
    const desk = openNotebook(text);
    const other = desk.files.write("other.txt", "small\n");

    const turns: true[] = [];
    const counting = new AbortController();
    const count = (): void => {
      turns.push(true);
      if (!counting.signal.aborted) setImmediate(count);
    };
    count();
    const reading = desk.read().finally(() => counting.abort());
    const small = await Promise.race([desk.toolkit.call("Read", { file_path: other }), reading]);
    expect(textOf(small)).toBe("     1→small");
    const result = await reading;
    // One for each step at the least; were it all one step, there would be a handful.
    expect(turns.length).toBeGreaterThan(20);

    expect(result.isError).toBe(false);
    expect(textOf(result).length).toBeLessThan(100_000);
    expect(textOf(result)).toContain("step(49)");
    const { output } = await desk.edit({ cell_id: "#49", new_source: "changed" });
    expect(output?.cell_id).toBe("#49");
    const written = desk.text();
    expect(written.startsWith(text.slice(0, text.indexOf("step(48)")))).toBe(true);
    expect(written).toContain('"changed"');
    expect((await desk.toolkit.history.undo()).isDone).toBe(true);
    expect(desk.text() === text).toBe(true);
  }, 60_000);

  it("in one cell is cut like any other [NB-3]", async () => {
    const outputs = [stream("0123456789abcdef".repeat(MEGABYTE)), stream("\u001b[31m".repeat(MEGABYTE / 4))];
    const desk = openNotebook(notebookOf([code("x", { outputs }), code("y")]));
    const text = textOf(await desk.read());
    expect(text.length).toBeLessThan(10_000);
    expect(text).toMatch(/of 16,777,216 characters of this output are hidden/);
  }, 60_000);

  it("can be given up half-way [CALL-7]", async () => {
    const desk = openNotebook(makeLarge(10));
    const control = new AbortController();
    const reading = desk.toolkit.call("Read", { file_path: desk.notebook_path }, { signal: control.signal });
    await nextTurn();
    control.abort();
    expect(errorOf(await reading).code).toBe("CANCELLED");
    expect(desk.files.stamp(NAME)).toBeDefined();
  }, 60_000);
});

describe("A notebook of several megabytes", () => {
  const outputs = [stream("0123456789abcde\n".repeat(MEGABYTE / 16))];

  it("is cut, paged and outlined like a small one [NB-3, NB-12]", async () => {
    const cells = Array.from({ length: 400 }, (_, index) =>
      code(`# step ${index}\n${"value += 1\n".repeat(100)}`, index < 4 ? { outputs } : {}),
    );
    const desk = openNotebook(notebookOf(cells));
    const { message, data } = errorOf(await desk.read());
    expect(message).toContain("\n#0 code: # step 0 (outputs: ");
    expect(message).toContain("\n#399 code: # step 399");
    const page = await desk.toolkit.call("Read", data["nextCall"]);
    expect(page.isError).toBe(false);
    expect(textOf(page)).toContain("Read with offset 4 and limit 1 to see more.]");
    const alone = textOf(await desk.read({ offset: 4, limit: 1 }));
    expect(alone).toContain("No Read shows more: use Grep to find single lines.]");
    expect((await desk.edit({ cell_id: "#3", new_source: "seen" })).isError).toBe(false);
    expect(errorOf(await desk.edit({ cell_id: "#300", new_source: "x" })).code).toBe("FILE_PARTIALLY_READ");
  });

  it("that breaks off is shown as text, with the place [NB-8]", async () => {
    const desk = openNotebook(notebookOf([1, 2, 3].map(() => code("x", { outputs }))).slice(0, -10));
    const text = textOf(await desk.read({ offset: 1, limit: 3 }));
    expect(text).toMatch(
      /\[Shown as text, because it can't be read as a notebook: invalid JSON at line \d+, column \d+/,
    );
    expect(errorOf(await desk.edit({ cell_id: "#0" })).code).toBe("NOTEBOOK_INVALID");
  });

  it("is as unknown as any other once it has changed [NB-9]", async () => {
    const text = notebookOf([1, 2, 3].map((index) => code(`x = ${index}`, { outputs })));
    const desk = openNotebook(text);
    await desk.read();
    expect(textOf(await desk.read())).toContain("File unchanged since last read.");
    desk.files.write(NAME, text.replace("x = 2", "x = 3"));
    expect(errorOf(await desk.edit({ cell_id: "#0", new_source: "y" })).code).toBe("FILE_CHANGED_SINCE_READ");
    expect(textOf(await desk.read())).toContain('<cell id="#1"');
    expect((await desk.edit({ cell_id: "#0", new_source: "y" })).isError).toBe(false);
    expect(desk.sources()).toEqual(["y", "x = 3", "x = 3"]);
  });
});
