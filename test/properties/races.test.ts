/**
 * Another program changes files at any moment of a call. Whatever happens, every version that stood on the disk, and
 * that the other program did not replace itself, is still on the disk or in the history.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/index.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { readKeptContents } from "../support/kept-contents.js";
import { takeSnapshot } from "../support/snapshot.js";
import { tempWorkspace } from "../support/workspace.js";

const RUNS = 200;

const intrusion = fc.record({
  operation: fc.constantFrom(
    "resolve",
    "readSmallFile",
    "createLink",
    "createParents",
    "append",
    "replaceIfUnchanged",
    "removeLink",
  ),
  nth: fc.integer({ min: 1, max: 3 }),
  way: fc.constantFrom("rename", "in-place", "remove", "equal"),
} as const);

const step = fc.record({
  call: fc.constantFrom("Write", "Edit", "Undo"),
  isReadFirst: fc.boolean(),
  intrusions: fc.array(intrusion, { maxLength: 2 }),
} as const);

const story = fc.record({
  beginsWith: fc.constantFrom("a file", "two names", "nothing"),
  staleEdits: fc.constantFrom("refuse", "rebase"),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
} as const);

/** The file, and who is known to have put which version there. */
class Ground {
  readonly path: string;
  readonly #own = new Set<string>();
  readonly stood = new Set<string>();
  #count = 0;

  constructor(folder: string) {
    this.path = join(folder, "a.txt");
  }

  read(): string | undefined {
    return existsSync(this.path) ? readFileSync(this.path, "latin1") : undefined;
  }

  next(who: string): string {
    this.#count += 1;
    return `head\n${who} ${this.#count}\nfoot\n`;
  }

  /** The other program at work: a version of its own that it replaces is its own loss. */
  intrude(way: "rename" | "in-place" | "remove" | "equal"): void {
    const present = this.read();
    if (way === "equal") {
      if (present !== undefined) writeFileSync(this.path, present, "latin1");
      return;
    }
    if (present !== undefined && this.#own.has(present)) this.stood.delete(present);
    if (way === "remove") {
      rmSync(this.path, { force: true });
      return;
    }
    const content = this.next("outside");
    const target = way === "rename" ? `${this.path}.next` : this.path;
    writeFileSync(target, content, "latin1");
    if (way === "rename") renameSync(target, this.path);
    this.#own.add(content);
    this.stood.add(content);
  }
}

describe("Another program that changes a file in the middle of calls", () => {
  it("never loses a version to a call, at whatever step it comes [RACE-5]", async () => {
    const files = tempWorkspace();
    let run = 0;
    let displacedByUs = 0;
    await fc.assert(
      fc.asyncProperty(story, async ({ beginsWith, staleEdits, steps }) => {
        run += 1;
        const root = files.path(String(run), "root");
        mkdirSync(root, { recursive: true });
        const ground = new Ground(root);
        if (beginsWith !== "nothing") ground.intrude("in-place");
        if (beginsWith === "two names") linkSync(ground.path, join(root, "b.txt"));
        const fileSystem = createFaultyFileSystem(createNodeFileSystem());
        const toolkit = files.toolkit({
          roots: [root],
          stateDirectory: files.path(String(run), "state"),
          fileSystem,
          staleEdits,
          durability: "none",
          onAsk: () => ({ answer: "allow" }),
        });
        for (const { call, isReadFirst, intrusions } of steps) {
          if (isReadFirst) await toolkit.call("Read", { file_path: ground.path });
          for (const { way, ...moment } of intrusions) {
            fileSystem.inject({ ...moment, before: () => ground.intrude(way) });
          }
          if (call === "Undo") await toolkit.history.undo().catch(() => undefined);
          else {
            const content = ground.next("ours");
            const before = ground.read();
            const input =
              call === "Write"
                ? { file_path: ground.path, content }
                : before === undefined
                  ? { file_path: ground.path, old_string: "", new_string: content }
                  : { file_path: ground.path, old_string: "foot", new_string: `${content}foot` };
            const result = await toolkit.call(call, input);
            if (!result.isError && before !== undefined) displacedByUs += 1;
          }
          const present = ground.read();
          if (present !== undefined) ground.stood.add(present);
        }
        const kept = await readKeptContents(toolkit);
        const present = ground.read();
        if (present !== undefined) kept.add(present);
        const lost = [...ground.stood].filter((version) => !kept.has(version));
        expect(lost).toEqual([]);
        const names = Object.keys(takeSnapshot(root)).filter((name) => !["a.txt", "b.txt"].includes(name));
        expect(names).toEqual([]);
        await toolkit.close();
        rmSync(files.path(String(run)), { recursive: true });
      }),
      { numRuns: RUNS, seed: 20_260_101 },
    );
    // The calls did change files in the midst of it.
    expect(displacedByUs).toBeGreaterThan(50);
  });
});
