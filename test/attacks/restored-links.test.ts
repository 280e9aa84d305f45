/** Undo and redo beside hard links: the file that is restored is the one that was judged. */
import { linkSync, renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type Toolkit } from "../../src/index.js";
import { CANARY, fencedWorkspace } from "../support/fenced-workspace.js";
import { createGaps } from "../support/swapping-file-system.js";

const MAX_GAPS = 400;
const OLD = "one\n";
const NEW = "two\n";

/** What the file holds when it is restored; a denied file with the same content must not be taken for it. */
const ways: Readonly<Record<string, { readonly holds: string; run(toolkit: Toolkit): Promise<unknown> }>> = {
  "undo of an edit": { holds: NEW, run: (toolkit) => toolkit.history.undo() },
  "undo of a new file": { holds: OLD, run: (toolkit) => toolkit.history.undo() },
  "redo of an edit": { holds: OLD, run: (toolkit) => toolkit.history.redo() },
};

async function prepare(toolkit: Toolkit, file_path: string, way: string): Promise<void> {
  await toolkit.call("Write", { file_path, content: OLD });
  if (way === "undo of a new file") return;
  await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
  if (way === "redo of an edit") await toolkit.history.undo();
}

describe("A hard link to a denied file", () => {
  it.each(Object.keys(ways))("in any gap of %s stays as it is [HOST-39, ATTACK-24]", async (name) => {
    const way = ways[name] as (typeof ways)[string];
    let gaps = 0;
    for (let nth = 1; nth < MAX_GAPS; nth += 1) {
      const fence = fencedWorkspace({ "in/vault/a.txt": way.holds });
      const file_path = `${fence.inside}/a.txt`;
      const disk = createGaps(createNodeFileSystem());
      const toolkit = fence.toolkit({
        fileSystem: disk.fileSystem,
        permissions: { deny: ["Read(vault/**)"], mode: "acceptEdits" },
      });
      await prepare(toolkit, file_path, name);
      disk.arm(nth, () => {
        // It may be gone already.
        try {
          renameSync(file_path, `${fence.inside}/before.txt`);
          linkSync(`${fence.inside}/vault/a.txt`, file_path);
        } catch {}
      });
      await way.run(toolkit).catch(() => undefined);
      const hasHappened = disk.disarm();
      expect([nth, fence.files.read("in/vault/a.txt")]).toEqual([nth, way.holds]);
      if (!hasHappened) break;
      gaps = nth;
    }
    expect(gaps).toBeGreaterThan(1);
    expect(gaps).toBeLessThan(MAX_GAPS - 1);
  });

  it("that could not be looked for everywhere keeps a file from being restored [HOST-39]", async () => {
    const fence = fencedWorkspace({});
    const file_path = `${fence.inside}/a.txt`;
    // More folders than are walked.
    const toolkit = fence.toolkit({ permissions: { deny: ["Edit(//proc/**/never)"], allow: ["Edit"] } });
    await prepare(toolkit, file_path, "undo of an edit");
    linkSync(file_path, fence.files.path("outside.txt"));
    const { isDone, files } = await toolkit.history.undo();
    expect(isDone).toBe(false);
    expect(files[0]?.reason).toContain("it has hard links");
    expect(fence.files.read("in/a.txt")).toBe(NEW);
  });
});

describe("What the history tells of present files", () => {
  it("leaves out hard links to denied ones [HOST-41, ATTACK-13]", async () => {
    const fence = fencedWorkspace({ "in/vault/a.txt": `${CANARY}\n${CANARY}\n` });
    const toolkit = fence.toolkit({ permissions: { deny: ["Read(vault/**)"], mode: "acceptEdits" } });
    const file_path = `${fence.inside}/a.txt`;
    await toolkit.call("Write", { file_path, content: OLD });
    renameSync(file_path, `${fence.inside}/before.txt`);
    linkSync(`${fence.inside}/vault/a.txt`, file_path);
    const { files, uncounted } = await toolkit.history.attribution();
    expect(files.map(({ path }) => path)).not.toContain(file_path);
    expect(uncounted.map(({ path }) => path)).toContain(file_path);
  });
});
