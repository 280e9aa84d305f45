/** A process is killed at each step of a rewind in turn: all files are as before it, or all as after it. */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { linkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expectConsistentHistory } from "../support/history-checks.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const crasher: string = fileURLToPath(new URL("rewind-crasher.js", import.meta.url));

/** Large enough for several history files. The content does not matter, but must not compress well. */
function createFiles(): TempWorkspace {
  const filling = (): string => randomBytes(110_000).toString("base64").replaceAll(/.{60}/g, "$&\n");
  const names = ["a.txt", "b.txt", "c.txt", "linked.txt"];
  const files = tempWorkspace(Object.fromEntries(names.map((name) => [name, `old!\n${filling()}`])));
  linkSync(files.path("linked.txt"), files.path("second-name"));
  return files;
}

type Work = "rewind" | "failing-rewind" | "recover";

/** Whether the work was done before the fatal step. */
async function crash(files: TempWorkspace, work: Work, fatalStep: number): Promise<boolean> {
  const state = join(dirname(files.root), "state");
  const child = fork(crasher, [files.root, state, work, String(fatalStep)]);
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (code !== 0) expect({ work, fatalStep, signal }).toEqual({ work, fatalStep, signal: "SIGKILL" });
  return code === 0;
}

/** What a restart finds: "before" the rewind, "after" it, or which files are how. */
async function findState(files: TempWorkspace): Promise<unknown> {
  const toolkit = files.editor();
  await toolkit.history.list();
  const snapshot = takeSnapshot(files.root);
  const made = Object.keys(snapshot).filter((name) => /^made|filewright/.test(name));
  const names = ["a.txt", "b.txt", "c.txt", "linked.txt", "second-name"];
  const words = names.map((name) => snapshot[name]?.content.slice(0, 3));
  await expectConsistentHistory(toolkit, new Set());
  await toolkit.close();
  if (words.every((word) => word === "new") && made.join() === "made,made/folder,made/folder/d.txt")
    return "before";
  if (words.every((word) => word === "old") && made.length === 0) return "after";
  return { words, made };
}

describe("A process that is killed while it rewinds several files", () => {
  it("leaves all as before the rewind, or all as after it [SAFE-174]", { timeout: 120_000 }, async () => {
    const states: unknown[] = [];
    for (let fatalStep = 1; ; fatalStep += 1) {
      const files = createFiles();
      const isDone = await crash(files, "rewind", fatalStep);
      states.push(await findState(files));
      if (isDone) break;
    }
    // Only when the end is recorded, which closes the group's file, is the rewind done.
    const firstDone = states.indexOf("after");
    expect(firstDone).toBeGreaterThan(12);
    expect(states).toEqual(states.map((_, index) => (index < firstDone ? "before" : "after")));
  });

  it("while it rolls back, leaves all as before the rewind [SAFE-174]", { timeout: 120_000 }, async () => {
    let count = 0;
    // The steps before the failure are those of the test above.
    for (let fatalStep = 12; ; fatalStep += 1) {
      const files = createFiles();
      const isDone = await crash(files, "failing-rewind", fatalStep);
      expect({ fatalStep, state: await findState(files) }).toEqual({ fatalStep, state: "before" });
      count += 1;
      if (isDone) break;
    }
    expect(count).toBeGreaterThan(8);
  });

  it("and again while it recovers, leaves all as before the rewind [SAFE-174]", {
    timeout: 120_000,
  }, async () => {
    let count = 0;
    for (let fatalStep = 1; ; fatalStep += 1) {
      const files = createFiles();
      expect(await crash(files, "rewind", 12)).toBe(false);
      const isDone = await crash(files, "recover", fatalStep);
      expect({ fatalStep, state: await findState(files) }).toEqual({ fatalStep, state: "before" });
      count += 1;
      if (isDone) break;
    }
    expect(count).toBeGreaterThan(8);
  });
});
