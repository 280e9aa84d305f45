/** Restoring many files holds the contents of one at a time, and patches within bounds. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { PatchBudget } from "../../src/mutation/patch-budget.js";
import type { Hunk } from "../../src/text/diff/hunks.js";
import { edit, write } from "../support/undo-steps.js";
import { tempWorkspace } from "../support/workspace.js";

const rewinder: string = fileURLToPath(new URL("many-rewinder.js", import.meta.url));

function patchOf(characters: number): () => Promise<readonly Hunk[]> {
  return async () => [
    { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["x".repeat(characters)] },
  ];
}

describe("A rewind of 150 files of a megabyte", () => {
  it("needs less memory than their contents [SAFE-180]", { timeout: 300_000 }, async () => {
    const files = tempWorkspace({});
    const state = join(dirname(files.root), "state");
    mkdirSync(state, { recursive: true });
    const words = ["--max-old-space-size=96", rewinder, files.root, state, "150", "one-line"];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(JSON.parse(stdout)).toMatchObject({ isDone: true, restored: 150, omitted: 0 });
  });
});

describe("The patches of a result", () => {
  it("are left out beyond their bounds, which the file says [SAFE-181]", async () => {
    const budget = new PatchBudget();
    expect(await budget.keep(patchOf(10))).toMatchObject({ structuredPatch: [{ oldStart: 1 }] });
    expect(await budget.keep(patchOf(2 * 1024 * 1024))).toEqual({
      structuredPatch: [],
      isPatchOmitted: true,
    });
    // One that is too large by itself takes no room from the others.
    expect((await budget.keep(patchOf(1024 * 1024))).isPatchOmitted).toBeUndefined();
    let kept = 0;
    for (let index = 0; index < 100; index += 1) {
      if ((await budget.keep(patchOf(100_000))).isPatchOmitted !== true) kept += 1;
    }
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(40);
    let isMade = false;
    const notMade = async (): Promise<readonly Hunk[]> => {
      isMade = true;
      return [];
    };
    expect(await budget.keep(notMade)).toEqual({ structuredPatch: [], isPatchOmitted: true });
    expect(isMade).toBe(false);
  });

  it("are those of small files beside one that is too large [SAFE-181]", async () => {
    const large = Array.from({ length: 60_000 }, (_, index) => `line ${index} of the large file\n`).join("");
    const files = tempWorkspace({ "small.txt": "one\n" });
    const toolkit = files.editor();
    await write(toolkit, files.path("large.txt"), large);
    const { id } = await toolkit.history.checkpoint("start");
    await edit(toolkit, files.path("small.txt"), "one", "two");
    await toolkit.call("Write", { file_path: files.path("large.txt"), content: large.toUpperCase() });
    for (const dryRun of [true, false]) {
      const { files: restored } = await toolkit.history.rewind(id, { dryRun });
      expect(
        restored.map(({ structuredPatch, isPatchOmitted }) => [structuredPatch.length, isPatchOmitted]),
      ).toEqual([
        [0, true],
        [1, undefined],
      ]);
    }
    expect([files.read("large.txt") === large, files.read("small.txt")]).toEqual([true, "one\n"]);
  });
});
