/** Notebooks under several names, and such as lie where nothing may be told of them. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { code, NAME, notebookOf, openNotebook } from "../../support/notebook-files.js";

const notebook = notebookOf([code("x = 1", { id: "secret" })]);
const changed = notebookOf([code("x = 2", { id: "secret" })]);

describe("A notebook", () => {
  it("is one file under all its names [LEDGER-1]", async () => {
    const desk = openNotebook(notebook);
    symlinkSync(NAME, desk.files.path("link.ipynb"));
    symlinkSync(NAME, desk.files.path("link.txt"));
    await desk.toolkit.call("Read", { file_path: desk.files.path("link.txt") });
    for (const name of ["link.ipynb", "link.txt", NAME]) {
      const input = { notebook_path: desk.files.path(name), cell_id: "secret", new_source: "x = 2" };
      expect((await desk.edit(input)).error?.message).toBeUndefined();
    }
    expect(desk.text()).toBe(changed);
    expect(desk.files.stamp("link.txt")).toMatchObject({ size: BigInt(NAME.length) });
  });

  it("is known by its ending, however that is written [NB-1]", async () => {
    const desk = openNotebook(notebook);
    const path = desk.files.write("OLD.IPYNB", notebook);
    expect((await desk.toolkit.call("Read", { file_path: path })).output?.type).toBe("notebook");
    const edit = { notebook_path: path, cell_id: "secret", new_source: "x = 2" };
    expect((await desk.edit(edit)).isError).toBe(false);
    const text = { file_path: path, old_string: "x = 2", new_string: "x = 3" };
    expect(errorOf(await desk.toolkit.call("Edit", text)).code).toBe("USE_NOTEBOOK_EDIT");
    expect(desk.files.read("OLD.IPYNB")).toBe(changed);
  });

  it("outside the roots is not told of before that is permitted [PATH-14]", async () => {
    const desk = openNotebook(notebook);
    const toolkit = desk.files.toolkit();
    const outside = join(desk.files.root, "..", "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "there.ipynb"), notebook);
    writeFileSync(join(outside, "broken.ipynb"), "{");
    symlinkSync(join(outside, "there.ipynb"), desk.files.path("out.ipynb"));
    const refusals = new Set<string>();
    const names = ["there.ipynb", "broken.ipynb", "missing.ipynb", "there.txt"];
    for (const notebook_path of [...names.map((name) => join(outside, name)), desk.files.path("out.ipynb")]) {
      for (const cell_id of ["secret", "other", "#0"]) {
        const input = { notebook_path, cell_id, new_source: "x" };
        const { code, message } = errorOf(await toolkit.call("NotebookEdit", input));
        const told = message.replaceAll(notebook_path, "PATH").replaceAll(/\/\S*outside\S*/g, "PATH");
        refusals.add(`${code} ${told}`);
      }
    }
    expect([...refusals].map((refusal) => refusal.split(" ")[0])).toEqual(
      Array.from({ length: refusals.size }, () => "PERMISSION_DENIED"),
    );
    expect(refusals.size).toBeLessThanOrEqual(2);
  });
});
