/** Attacks 13 and 23, moment by moment: an open folder or file becomes a link to a denied one in every gap of a call. */
import { linkSync, renameSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type Toolkit } from "../../src/index.js";
import { type Fence, fencedWorkspace, SECRET, SECRET_NOTEBOOK } from "../support/fenced-workspace.js";
import { code, notebookOf } from "../support/notebook-files.js";
import { createGaps } from "../support/swapping-file-system.js";

/** More gaps than any call has; a call that has as many would never end. */
const MAX_GAPS = 400;

type Call = (toolkit: Toolkit, folder: string) => Promise<unknown>;

const read: Call = (toolkit, folder) => toolkit.call("Read", { file_path: `${folder}/a.txt` });
const calls: Readonly<Record<string, { readonly prepare?: Call; readonly call: Call }>> = {
  Read: { call: read },
  "Read of a missing file": {
    call: (toolkit, folder) => toolkit.call("Read", { file_path: `${folder}/a.tx` }),
  },
  "Read of the folder": { call: (toolkit, folder) => toolkit.call("Read", { file_path: folder }) },
  Write: {
    prepare: read,
    call: (toolkit, folder) => toolkit.call("Write", { file_path: `${folder}/a.txt`, content: "ours\n" }),
  },
  "Write of a new file": {
    call: (toolkit, folder) => toolkit.call("Write", { file_path: `${folder}/new.txt`, content: "ours\n" }),
  },
  Edit: {
    prepare: read,
    call: (toolkit, folder) =>
      toolkit.call("Edit", { file_path: `${folder}/a.txt`, old_string: "secret", new_string: "ours" }),
  },
  NotebookEdit: {
    prepare: (toolkit, folder) => toolkit.call("Read", { file_path: `${folder}/a.ipynb` }),
    call: (toolkit, folder) =>
      toolkit.call("NotebookEdit", {
        notebook_path: `${folder}/a.ipynb`,
        cell_id: "secret",
        new_source: "1",
      }),
  },
  "Grep for lines": {
    call: (toolkit, path) => toolkit.call("Grep", { pattern: "secret", path, output_mode: "content" }),
  },
  "Grep for counts": {
    call: (toolkit, path) => toolkit.call("Grep", { pattern: "secret", path, output_mode: "count" }),
  },
  "Grep in a file": {
    call: (toolkit, folder) =>
      toolkit.call("Grep", { pattern: "secret", path: `${folder}/a.txt`, output_mode: "content" }),
  },
  Glob: { call: (toolkit, path) => toolkit.call("Glob", { pattern: "**", path }) },
};

const swaps: Readonly<Record<string, (fence: Fence) => void>> = {
  "the folder": ({ inside }) => {
    renameSync(`${inside}/docs`, `${inside}/before`);
    symlinkSync("vault", `${inside}/docs`);
  },
  "the file": ({ inside }) => {
    for (const name of ["a.txt", "a.ipynb"]) {
      renameSync(`${inside}/docs/${name}`, `${inside}/before-${name}`);
      symlinkSync(`../vault/${name}`, `${inside}/docs/${name}`);
    }
  },
  "the file, by a hard link": ({ inside }) => {
    for (const name of ["a.txt", "a.ipynb"]) {
      renameSync(`${inside}/docs/${name}`, `${inside}/before-${name}`);
      linkSync(`${inside}/vault/${name}`, `${inside}/docs/${name}`);
    }
  },
};

const cases = Object.keys(calls).flatMap((call) => Object.keys(swaps).map((swap) => [call, swap] as const));

describe("A link to a denied place", () => {
  it.each(cases)(
    "in any gap of %s, in the place of %s, leads nowhere [ATTACK-13, ATTACK-23, HOST-30]",
    async (name, swap) => {
      const { prepare, call } = calls[name] as (typeof calls)[string];
      let gaps = 0;
      for (let nth = 1; nth < MAX_GAPS; nth += 1) {
        const fence = fencedWorkspace({
          "in/docs/a.txt": "secret mine\n",
          "in/docs/a.ipynb": notebookOf([code("secret", { id: "secret" })]),
          "in/vault/a.txt": SECRET,
          "in/vault/a.ipynb": SECRET_NOTEBOOK,
          "in/vault/only-there.txt": SECRET,
        });
        const disk = createGaps(createNodeFileSystem());
        const toolkit = fence.toolkit({
          fileSystem: disk.fileSystem,
          permissions: { deny: ["Read(vault/**)", "Read(vault/)"], mode: "acceptEdits" },
        });
        await prepare?.(toolkit, `${fence.inside}/docs`);
        disk.arm(nth, () => swaps[swap]?.(fence));
        const result = await call(toolkit, `${fence.inside}/docs`);
        const hasHappened = disk.disarm();
        await fence.expectUnheard(result);
        expect(JSON.stringify(result)).not.toContain("only-there");
        expect(fence.files.read("in/vault/a.txt")).toBe(SECRET);
        expect(fence.files.read("in/vault/a.ipynb")).toBe(SECRET_NOTEBOOK);
        expect(fence.files.stamp("in/vault/new.txt")).toBeUndefined();
        if (!hasHappened) break;
        gaps = nth;
      }
      expect(gaps).toBeGreaterThan(1);
      expect(gaps).toBeLessThan(MAX_GAPS - 1);
    },
  );
});
