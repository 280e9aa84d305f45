/** What was done to a file that is denied by now: neither shown nor taken back. */
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

async function changed(): Promise<{ files: TempWorkspace; toolkit: Toolkit; checkpoint: string }> {
  const files = tempWorkspace({ "secret.txt": "canary-before\n", "open.txt": "before\n" });
  const toolkit = files.editor();
  const { id: checkpoint } = await toolkit.history.checkpoint();
  for (const name of ["open.txt", "secret.txt"]) {
    await toolkit.call("Read", { file_path: files.path(name) });
    await toolkit.call("Write", { file_path: files.path(name), content: "canary-after\n" });
  }
  return { files, toolkit, checkpoint };
}

const deny = (files: TempWorkspace, ...rules: string[]): string =>
  files.write(".filewright/settings.json", JSON.stringify({ permissions: { deny: rules } }));

describe("The history of a file that is denied by now", () => {
  it("is not listed, quoted or found [PERM-71]", async () => {
    const { files, toolkit } = await changed();
    const [last] = await toolkit.history.list();
    const id = last?.record.id ?? "";
    expect(last?.record.path).toBe(files.path("secret.txt"));
    deny(files, "Read(secret.txt)");
    const listed = await toolkit.history.list();
    expect(listed.map(({ record }) => record.path)).toEqual([files.path("open.txt")]);
    for (const attempt of [
      () => toolkit.history.readContent(id, "before"),
      () => toolkit.history.undo(id),
      () => toolkit.history.redo(id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ message: expect.stringContaining(id) as string });
    }
    expect(files.read("secret.txt")).toBe("canary-after\n");
  });

  it("is passed over by undo and rewind, which say how many files they left alone and not which [PERM-71]", async () => {
    const { files, toolkit, checkpoint } = await changed();
    deny(files, "Read(secret.txt)");
    const rewound = await toolkit.history.rewind(checkpoint);
    expect(rewound.withheld).toBe(1);
    expect(JSON.stringify(rewound)).not.toMatch(/secret|canary-before/);
    expect([files.read("open.txt"), files.read("secret.txt")]).toEqual(["before\n", "canary-after\n"]);
  });

  it("can be seen but not taken back where only changes are denied [PERM-71]", async () => {
    const { files, toolkit } = await changed();
    deny(files, "Edit(secret.txt)");
    expect(await toolkit.history.list()).toHaveLength(2);
    const { isDone, files: results } = await toolkit.history.undo();
    expect([isDone, results[0]?.outcome, results[0]?.reason]).toEqual([
      false,
      "refused",
      "the permission rules deny it",
    ]);
    expect(files.read("secret.txt")).toBe("canary-after\n");
  });
});
