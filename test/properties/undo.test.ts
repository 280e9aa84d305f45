/** Whatever was done through the tools, taken back step by step, leaves the tree as it was, modes and links included. */
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { takeSnapshot } from "../support/snapshot.js";
import { tempWorkspace } from "../support/workspace.js";

const RUNS = 30;
const names = [
  "a.txt",
  "script.sh",
  "linked.txt",
  "second-name.txt",
  "link",
  "folder-link/b.txt",
  "new/c.txt",
  "new/deep/d.txt",
];

/** A rewind works file by file, by path; two names of one file are two to it, so only one of them is used there. */
const namesByWay = { undo: names, rewind: names.filter((name) => name !== "second-name.txt") };

const stepWith = (usedNames: readonly string[]) =>
  fc.record({
    name: fc.constantFrom(...usedNames),
    call: fc.constantFrom("Write", "Edit"),
    content: fc.string({ unit: fc.constantFrom("a", "b", "\n", "ä", "\r\n"), maxLength: 12 }),
  } as const);

function plant(root: string): void {
  mkdirSync(join(root, "folder"), { recursive: true });
  for (const name of ["a.txt", "script.sh", "linked.txt", "folder/b.txt", "folder/target.txt"]) {
    writeFileSync(join(root, name), `first\n${name}\n`);
    chmodSync(join(root, name), 0o644);
  }
  chmodSync(join(root, "script.sh"), 0o755);
  chmodSync(join(root, "folder/b.txt"), 0o600);
  linkSync(join(root, "linked.txt"), join(root, "second-name.txt"));
  symlinkSync("folder/target.txt", join(root, "link"));
  symlinkSync("folder", join(root, "folder-link"));
}

/** Everything but inodes and times. */
function treeOf(root: string): Record<string, unknown> {
  const entries = Object.entries(takeSnapshot(root));
  return Object.fromEntries(
    entries.map(([name, { kind, mode, links, content }]) => [
      name,
      { kind, mode, content, ...(kind === "file" ? { links } : {}) },
    ]),
  );
}

async function apply(
  toolkit: Toolkit,
  path: string,
  { call, content }: { call: string; content: string },
): Promise<boolean> {
  const read = await toolkit.call("Read", { file_path: path });
  const isThere = !read.isError;
  const input =
    call === "Write" || (isThere && read.output?.type !== "text")
      ? { file_path: path, content: `${content}first\n` }
      : isThere
        ? { file_path: path, old_string: "first", new_string: `${content}first` }
        : { file_path: path, old_string: "", new_string: `${content}first\n` };
  const { isError } = await toolkit.call(
    call === "Write" || !("old_string" in input) ? "Write" : "Edit",
    input,
  );
  return !isError;
}

describe("Undo of everything", () => {
  it.each(["undo", "rewind"] as const)(
    "by %s restores the tree, and redo brings all of it back [UNDO-1, UNDO-4]",
    async (way) => {
      const files = tempWorkspace();
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(stepWith(namesByWay[way]), { minLength: 1, maxLength: 8 }),
          async (steps) => {
            run += 1;
            const root = files.path(String(run), "root");
            mkdirSync(root, { recursive: true });
            plant(root);
            const toolkit = files.toolkit({
              roots: [root],
              stateDirectory: files.path(String(run), "state"),
              durability: "none",
              dedup: false,
              onAsk: () => ({ answer: "allow" }),
            });
            const checkpoint = await toolkit.history.checkpoint("start");
            const before = treeOf(root);
            const trees = [before];
            for (const { name, ...what } of steps) {
              const isMade = await apply(toolkit, join(root, name), what);
              const changes = await toolkit.history.list({ limit: 1000 });
              const applied = changes.filter(({ state }) => state === "applied").length;
              // A call that changes nothing leaves nothing to undo.
              if (isMade && applied === trees.length) trees.push(treeOf(root));
            }
            const after = treeOf(root);
            if (way === "undo") {
              for (const expected of trees.slice(0, -1).toReversed()) {
                const { isDone, files: results } = await toolkit.history.undo();
                expect({ isDone, outcomes: results.map(({ outcome }) => outcome) }).toEqual({
                  isDone: true,
                  outcomes: [expect.stringMatching(/^(restored|deleted)$/)],
                });
                expect(treeOf(root)).toEqual(expected);
              }
              expect(await toolkit.history.undo()).toEqual({ isDone: false, files: [] });
              for (const expected of trees.slice(1)) {
                expect((await toolkit.history.redo()).isDone).toBe(true);
                expect(treeOf(root)).toEqual(expected);
              }
              expect(await toolkit.history.redo()).toEqual({ isDone: false, files: [] });
            } else if (trees.length > 1) {
              expect((await toolkit.history.rewind(checkpoint.id)).isDone).toBe(true);
              expect(treeOf(root)).toEqual(before);
              const rewound = await toolkit.history.list({ limit: 1000 });
              const redos = rewound.filter(
                ({ record, state }) => record.tool === "rewind" && state === "applied",
              );
              for (const { record } of redos)
                expect((await toolkit.history.redo(record.id)).isDone).toBe(true);
              expect(treeOf(root)).toEqual(after);
              // Once more, over what was done, taken back and done again.
              expect((await toolkit.history.rewind(checkpoint.id)).isDone).toBe(true);
              expect(treeOf(root)).toEqual(before);
            }
            await toolkit.close();
            rmSync(files.path(String(run)), { recursive: true });
          },
        ),
        { numRuns: RUNS, seed: 20_260_102 },
      );
    },
  );
});
