/** The history stays within its size and age, keeps what is still needed, and never lives in the project. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/index.js";
import { errorOf, textOf } from "../support/answers.js";
import {
  historyFilesOf,
  historyFolderOf,
  imageOf,
  plantHistoryFile,
  recordOf,
  sizeOfHistory,
  stateOf,
} from "../support/history-files.js";
import { noise } from "../support/noise.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const DAY_MS = 86_400_000;
const allow = { onAsk: (): Answer => ({ answer: "allow" }) };

/** The clock was read so many days ago, and this is what it said. */
function sawClock(files: TempWorkspace, { daysAgo }: { readonly daysAgo: number }): void {
  const seen = Math.floor(Date.now() - daysAgo * DAY_MS);
  mkdirSync(historyFolderOf(files), { recursive: true });
  writeFileSync(join(historyFolderOf(files), "clock"), `0 ${seen}`);
}

async function writeVersions(files: TempWorkspace, count: number, history: object): Promise<void> {
  const toolkit = files.toolkit({
    ...allow,
    history,
    durability: "none",
    limits: { maxTokens: 10_000_000 },
    countTokens: () => 1,
  });
  const path = files.path("a.txt");
  await toolkit.call("Read", { file_path: path });
  for (let version = 1; version <= count; version += 1) {
    const { error } = await toolkit.call("Write", { file_path: path, content: noise(60_000, version) });
    expect(error).toBeUndefined();
  }
  // The newest change can still be taken back.
  expect((await toolkit.history.undo()).isDone).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(noise(60_000, count - 1));
  await toolkit.close();
}

describe("The size of the history", () => {
  const maxBytes = 1024 * 1024;

  it("stays within bounds over many processes [HISTORY-2]", async () => {
    const files = tempWorkspace({ "a.txt": "first" });
    for (let process = 0; process < 6; process += 1) {
      await writeVersions(files, 12, { maxBytes });
      const toolkit = files.toolkit({ ...allow, history: { maxBytes } });
      await toolkit.history.prune();
      expect(sizeOfHistory(files)).toBeLessThanOrEqual(maxBytes);
      await toolkit.close();
    }
  });

  it("stays within bounds in one process that runs for long [HISTORY-2]", async () => {
    const files = tempWorkspace({ "a.txt": "first" });
    await writeVersions(files, 120, { maxBytes });
    // What was being written to may come on top.
    expect(sizeOfHistory(files)).toBeLessThanOrEqual(maxBytes * 2);
  });

  it("is not made smaller by taking away what a living process is about to write [HISTORY-2]", async () => {
    const files = tempWorkspace({ "a.txt": "first" });
    // Created, and not a byte in it yet: so it is for a moment when a process begins.
    const path = plantHistoryFile(files, {});
    const toolkit = files.toolkit(allow);
    await toolkit.call("Write", { file_path: files.path("b.txt"), content: "b" });
    await toolkit.history.prune();
    expect(existsSync(path)).toBe(true);
  });
});

describe("The age of the history", () => {
  const plantOld = (files: TempWorkspace, days: number): string => {
    const at = Date.now() - days * DAY_MS;
    const path = files.path("a.txt");
    const file = plantHistoryFile(files, {
      contents: ["old\n"],
      records: [recordOf({ id: "ancient", at, path, before: null, after: imageOf("old\n") })],
    });
    utimesSync(file, new Date(at), new Date(at));
    return file;
  };

  it("ends with whole files [HISTORY-3]", async () => {
    const files = tempWorkspace({ "a.txt": "new\n" });
    const path = files.path("a.txt");
    const oldFile = plantOld(files, 40);
    plantHistoryFile(files, {
      contents: ["old\n", "new\n"],
      records: [recordOf({ id: "young", path, before: imageOf("old\n"), after: imageOf("new\n") })],
    });
    sawClock(files, { daysAgo: 2 });
    const toolkit = files.toolkit({ ...allow, history: { maxAgeDays: 30 } });
    await toolkit.history.prune();
    expect(existsSync(oldFile)).toBe(false);
    expect((await toolkit.history.list()).map(({ record }) => record.id)).toEqual(["young"]);
    expect((await toolkit.history.undo("young")).isDone).toBe(true);
    expect(readFileSync(path, "utf8")).toBe("old\n");
  });

  it.each([
    ["a clock that no earlier reading confirms", undefined],
    ["a clock that was read a moment ago", 0],
    ["a clock that was ahead of this one", -40],
  ])("is not judged by %s [SAFE-11]", async (_, daysAgo) => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    const oldFile = plantOld(files, 40);
    if (daysAgo !== undefined) sawClock(files, { daysAgo });
    const toolkit = files.toolkit({ ...allow, history: { maxAgeDays: 30 } });
    await toolkit.history.prune();
    await toolkit.history.prune();
    expect(existsSync(oldFile)).toBe(true);
  });

  it("counts from what came before, for a file that was written by a clock behind [SAFE-11]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    const first = files.toolkit(allow);
    await first.call("Write", { file_path: files.path("b.txt"), content: "b" });
    const second = files.toolkit(allow);
    await second.call("Write", { file_path: files.path("c.txt"), content: "c" });
    await first.close();
    await second.close();
    const [, behind = ""] = historyFilesOf(files);
    const time = new Date(Date.now() - 40 * DAY_MS);
    utimesSync(behind, time, time);
    sawClock(files, { daysAgo: 2 });
    const toolkit = files.toolkit(allow);
    await toolkit.history.prune();
    expect(existsSync(behind)).toBe(true);
  });

  it("spares what a living process writes, however old it is [HISTORY-3]", async () => {
    const files = tempWorkspace({ "a.txt": "first\n" });
    const living = files.toolkit(allow);
    await living.call("Read", { file_path: files.path("a.txt") });
    await living.call("Write", { file_path: files.path("a.txt"), content: "second\n" });
    const other = files.toolkit({ ...allow, history: { maxAgeDays: 0, maxBytes: 1 } });
    await other.history.prune();
    expect((await living.history.undo()).isDone).toBe(true);
    expect(readFileSync(files.path("a.txt"), "utf8")).toBe("first\n");
  });

  it("is that of saved results, too [HISTORY-4]", async () => {
    const files = tempWorkspace();
    const results = join(stateOf(files), "results");
    for (const [name, days] of [
      ["old-session/1.txt", 32],
      ["mixed/old.txt", 32],
      ["mixed/young.txt", 29],
    ] as const) {
      const path = join(results, name);
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, "result");
      const time = (Date.now() - days * DAY_MS) / 1000;
      utimesSync(path, time, time);
    }
    sawClock(files, { daysAgo: 1 });
    const toolkit = files.toolkit(allow);
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a" });
    expect(Object.keys(takeSnapshot(results))).toEqual(["mixed", "mixed/young.txt"]);
  });
});

describe("The project", () => {
  it("gets no file but those that were asked for, and .git is left alone [HISTORY-5]", async () => {
    const files = tempWorkspace({ "a.txt": "first\n" });
    execFileSync("git", ["init", "-q", files.root]);
    const before = takeSnapshot(files.root);
    const toolkit = files.toolkit(allow);
    const path = files.path("a.txt");
    await toolkit.call("Read", { file_path: path });
    for (let version = 0; version < 20; version += 1) {
      await toolkit.call("Write", { file_path: path, content: `version ${version}\n` });
    }
    await toolkit.call("Write", { file_path: files.path("new/b.txt"), content: "b" });
    await toolkit.history.undo();
    await toolkit.history.undo();
    await toolkit.close();
    const { "a.txt": changed, ...others } = takeSnapshot(files.root);
    const { "a.txt": _, ...othersBefore } = before;
    expect(others).toEqual(othersBefore);
    expect(changed?.content).toBe("version 18\n");
  });

  it("can't reach the history through the tools, and no one else can read it [HISTORY-5]", async () => {
    const files = tempWorkspace({ "a.txt": "first\n" });
    const toolkit = files.toolkit({ ...allow, roots: ["/"] });
    await toolkit.call("Write", { file_path: files.path("b.txt"), content: "b" });
    const [file = ""] = historyFilesOf(files);
    const before = readFileSync(file);
    expect(errorOf(await toolkit.call("Read", { file_path: file })).code).toBe("PERMISSION_DENIED");
    expect(errorOf(await toolkit.call("Write", { file_path: file, content: "x" })).code).toBe(
      "PERMISSION_DENIED",
    );
    const created = join(historyFolderOf(files), "new.log");
    const input = { file_path: created, old_string: "", new_string: "x" };
    expect(errorOf(await toolkit.call("Edit", input)).code).toBe("PERMISSION_DENIED");
    expect(readFileSync(file)).toEqual(before);
    expect(existsSync(created)).toBe(false);
    const state = takeSnapshot(stateOf(files));
    for (const [name, { kind, mode }] of Object.entries(state)) {
      if (kind !== "link") expect({ name, mode }).toEqual({ name, mode: kind === "folder" ? "700" : "600" });
    }
  });
});

describe("A file past maxFileBytes", () => {
  it("is changed, the result says that this can't be undone, and undo says why [HISTORY-6]", async () => {
    const files = tempWorkspace({ "a.txt": noise(2000, 1) });
    const path = files.path("a.txt");
    const toolkit = files.toolkit({ ...allow, durability: "none", history: { maxFileBytes: 1000 } });
    await toolkit.call("Read", { file_path: path });
    const result = await toolkit.call("Write", { file_path: path, content: "small" });
    expect(result.isError).toBe(false);
    expect(textOf(result)).toContain(
      "[This change can't be undone: the file is too large for its former content to be kept.]",
    );
    expect(readFileSync(path, "utf8")).toBe("small");
    expect(sizeOfHistory(files)).toBeLessThan(1500);
    const { files: outcomes } = await toolkit.history.undo();
    expect(outcomes).toMatchObject([
      { outcome: "unavailable", reason: "its former content was too large to be kept" },
    ]);
    expect(readFileSync(path, "utf8")).toBe("small");
  });
});
