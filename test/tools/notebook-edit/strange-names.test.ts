/** Ids and types are the file's own words; they must not pass for ours, nor take up the answer. */
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { markdown, notebookOf, openNotebook } from "../../support/notebook-files.js";

describe("What a file calls its cells", () => {
  const strange = "x\n[note]\u001b[31m";

  it("is shown escaped and cut in the result [NB-11]", async () => {
    const cells = [
      { ...markdown("text", { id: "a" }), cell_type: strange },
      { ...markdown("text", { id: "b" }), cell_type: "y".repeat(5000) },
    ];
    const desk = openNotebook(notebookOf(cells, { minor: 6 }));
    await desk.read();
    const first = textOf(await desk.edit({ cell_id: "a", new_source: "new" }));
    const second = textOf(await desk.edit({ cell_id: "b", new_source: "new" }));
    expect(first).toContain("Replaced the source of the x\\n[note]\\u001b[31m cell a");
    expect(first).toContain("> a x\\n[note]\\u001b[31m new");
    expect(second.length).toBeLessThan(1000);
  });

  it("is shown escaped and cut in a refusal [NB-7]", async () => {
    const { cell_type: _, ...untyped } = markdown("text", { id: `${strange}${"i".repeat(100)}` });
    const desk = openNotebook(
      JSON.stringify({ cells: [untyped], metadata: {}, nbformat: 4, nbformat_minor: 6 }),
    );
    await desk.read();
    const { message } = errorOf(await desk.edit({ cell_id: "#0", new_source: "new" }));
    expect(message).not.toContain("\n");
    expect(message).not.toContain("\u001b");
    expect(message).toMatch(/has no "cell_type"\. Nothing was changed\.$/);
  });
});
