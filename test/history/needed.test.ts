/** What a restore needs is there when it needs it. */
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { sizeOfHistory } from "../support/history-files.js";
import { noise } from "../support/noise.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const maxBytes = 1024 * 1024;
const FILES = 40;

function createFiles(): TempWorkspace {
  const names = Array.from({ length: FILES }, (_, index) => `${index}.txt`);
  return tempWorkspace(Object.fromEntries(names.map((name, index) => [name, noise(12_000, index)])));
}

function open(files: TempWorkspace): Toolkit {
  return files.editor({
    durability: "none",
    history: { maxBytes },
    limits: { maxTokens: 1_000_000 },
    countTokens: () => 1,
  });
}

async function writeAll(toolkit: Toolkit, files: TempWorkspace, seed: number): Promise<void> {
  for (let index = 0; index < FILES; index += 1) {
    const file_path = files.path(`${index}.txt`);
    await toolkit.call("Read", { file_path });
    const content = noise(12_000, seed + index);
    expect((await toolkit.call("Write", { file_path, content })).error).toBeUndefined();
  }
}

function readAll(files: TempWorkspace): string[] {
  return Array.from({ length: FILES }, (_, index) => files.read(`${index}.txt`));
}

describe("A history at its size limit", () => {
  it("keeps what a rewind needs while the rewind itself fills it, as its dry run said [SAFE-5]", async () => {
    const files = createFiles();
    const original = readAll(files);
    const toolkit = open(files);
    await toolkit.call("Write", { file_path: files.path("start.txt"), content: "start" });
    const [start] = await toolkit.history.list();
    const id = start?.record.id ?? "";
    await writeAll(toolkit, files, 1000);
    const planned = await toolkit.history.rewind(id, { dryRun: true });
    const other = open(files);
    for (let index = 0; index < 3 * FILES; index += 1) {
      const file_path = files.path(`other-${index}.txt`);
      await other.call("Write", { file_path, content: noise(12_000, 5000 + index) });
    }
    await other.history.prune();
    const done = await toolkit.history.rewind(id);
    expect(done.isDone).toBe(true);
    expect(done.files.map(({ path, outcome }) => [path, outcome])).toEqual(
      planned.files.map(({ path, outcome }) => [path, outcome]),
    );
    expect(readAll(files)).toEqual(original);
  });

  it("keeps all changes since a checkpoint within its own retention [SAFE-5]", async () => {
    const files = createFiles();
    const original = readAll(files);
    const toolkit = open(files);
    const start = await toolkit.history.checkpoint("start");
    for (const seed of [1000, 2000, 3000]) await writeAll(toolkit, files, seed);
    await toolkit.history.prune();
    expect(sizeOfHistory(files)).toBeGreaterThan(maxBytes);
    expect((await toolkit.history.rewind(start.id)).isDone).toBe(true);
    expect(readAll(files)).toEqual(original);
  });
});
