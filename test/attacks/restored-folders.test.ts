/** Undo and redo while a folder on the way is exchanged for a link, again and again. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/index.js";
import { fencedWorkspace, SECRET } from "../support/fenced-workspace.js";
import { createGaps } from "../support/swapping-file-system.js";

const ROUNDS = 60;
const own = (first: string): string => `${first}\nmiddle\nlast\n`;
/** As the file is after its Edit, but for a line that a merge with the undone change would leave alone, and show. */
const outside = own("two").replace("last", SECRET.trim());

describe("A folder that becomes a link and a folder again", () => {
  // How many operations see the folder, and then the link.
  it.each([
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 1],
    [1, 3],
  ])(
    "leads no undo out of the roots, %i and %i operations at a time [HOST-39]",
    async (asFolder, asLink) => {
      for (let first = 1; first < ROUNDS; first += 1) {
        const fence = fencedWorkspace({ "out/a.txt": outside });
        const folder = `${fence.inside}/sub`;
        const file_path = `${folder}/a.txt`;
        const disk = createGaps(createNodeFileSystem());
        const toolkit = fence.toolkit({ fileSystem: disk.fileSystem, permissions: { mode: "acceptEdits" } });
        await toolkit.call("Write", { file_path, content: own("one") });
        await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
        let isLink = false;
        const swap = (): void => {
          if (isLink) {
            unlinkSync(folder);
            renameSync(`${fence.inside}/aside`, folder);
          } else {
            renameSync(folder, `${fence.inside}/aside`);
            symlinkSync(fence.files.path("out"), folder);
          }
          isLink = !isLink;
          disk.arm(isLink ? asLink : asFolder, swap);
        };
        disk.arm(first, swap);
        const answer = await toolkit.history.undo().catch((cause: unknown) => String(cause));
        disk.disarm();
        if (isLink) swap();
        disk.disarm();
        expect(fence.files.read("out/a.txt")).toBe(outside);
        await fence.expectUnheard(answer);
      }
    },
    120_000,
  );
});
