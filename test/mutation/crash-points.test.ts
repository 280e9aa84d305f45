/** A process is killed at each step of its work in turn, and what it leaves is looked at. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { linkSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { HistoryOptions, Toolkit } from "../../src/index.js";
import { expectConsistentHistory } from "../support/history-checks.js";
import { historyFilesOf } from "../support/history-files.js";
import { readKeptContents } from "../support/kept-contents.js";
import { noise } from "../support/noise.js";
import { takeSnapshot } from "../support/snapshot.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const crasher: string = fileURLToPath(new URL("crasher.js", import.meta.url));

function crashWorkspace(): TempWorkspace {
  const files = tempWorkspace({ "plain.txt": "old\n", "linked.txt": OLD_LINKED });
  linkSync(files.path("linked.txt"), files.path("second-name.txt"));
  return files;
}

/** Without a kind of step, all kinds count. */
async function crash(
  files: TempWorkspace,
  fatalStep: number,
  kind = "",
  history: HistoryOptions = {},
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  const state = join(dirname(files.root), "state");
  const child = fork(crasher, [files.root, state, String(fatalStep), kind, JSON.stringify(history)]);
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  return { code, signal };
}

/** The crasher's second replacement is that of plain.txt; its third and fourth are of linked.txt, the fourth in place. */
const CHANGING_PLAIN = 2;
const WRITING_IN_PLACE = 4;
const OLD_LINKED = "old, and longer than the new\n";

/** The temporary name of the last change in the history of a process that died. Asking a toolkit would clear it up. */
function findTemporary({ stateDirectory }: TempWorkspace): string {
  const folder = join(stateDirectory, "history");
  const [name = ""] = readdirSync(folder);
  const records = readFileSync(join(folder, name), "latin1").matchAll(/"temporary":"([^"]+)"/g);
  return [...records].at(-1)?.[1] ?? "";
}

/** A new process's first change puts right what the dead one left. */
async function restart(files: TempWorkspace): Promise<Toolkit> {
  const toolkit = files.toolkit({ onAsk: () => ({ answer: "allow" }) });
  await toolkit.call("Write", { file_path: files.path("first-change.txt"), content: "first" });
  return toolkit;
}

describe("A process that is killed", () => {
  it("at any step of a change, an undo or a redo leaves each file as before or as after [CRASH-1, CRASH-2, CRASH-3]", async () => {
    for (let fatalStep = 1; ; fatalStep += 1) {
      const files = crashWorkspace();
      const { code, signal } = await crash(files, fatalStep);
      if (code === 0) {
        expect(fatalStep).toBeGreaterThan(20);
        return;
      }
      expect({ fatalStep, code, signal }).toEqual({ fatalStep, code: null, signal: "SIGKILL" });
      const toolkit = await restart(files);
      const snapshot = takeSnapshot(files.root);
      for (const name of ["plain.txt", "linked.txt"])
        expect(snapshot[name]?.content).toMatch(/^(old.*|new)\n$/);
      expect(snapshot["second-name.txt"]).toEqual(snapshot["linked.txt"]);
      const others = Object.keys(snapshot).filter((name) => /^new|filewright/.test(name));
      expect({ fatalStep, others }).toEqual({
        fatalStep,
        others: others.length === 0 ? [] : ["new", "new/folder", "new/folder/a.txt"],
      });
      await expectConsistentHistory(toolkit, new Set());
      await toolkit.close();
    }
  });

  it.each([
    ["another program's version is kept [SAFE-130]", "new\n", "theirs\n", true],
    [
      "another program's version is kept, whatever stands there since [SAFE-130]",
      "later\n",
      "theirs\n",
      true,
    ],
    ["the former content is not kept twice [SAFE-130]", "new\n", "old\n", false],
    ["an unfinished file is nobody's version [SAFE-130]", "old\n", "ne", false],
  ])("between exchanging names and removing the old one: %s", async (_, present, displaced, isKept) => {
    for (const suffix of [".tmp", ".former.tmp"]) {
      const files = crashWorkspace();
      await crash(files, CHANGING_PLAIN, "replaceIfUnchanged");
      const temporary = findTemporary(files).replace(/\.tmp$/, suffix);
      writeFileSync(files.path("plain.txt"), present);
      writeFileSync(temporary, displaced);
      const toolkit = await restart(files);
      const found = await toolkit.history.list({ path: files.path("plain.txt") });
      expect(found.flatMap((each) => each.displaced).length).toBe(isKept ? 1 : 0);
      if (isKept) expect(await readKeptContents(toolkit)).toContain(displaced);
      expect(Object.keys(takeSnapshot(files.root)).filter((name) => name.includes(".filewright"))).toEqual(
        [],
      );
      expect(files.read("plain.txt")).toBe(present);
    }
  });

  it("before a change that another, already at work, then makes: only that one counts [CRASH-3]", async () => {
    const files = crashWorkspace();
    const other = files.toolkit({ onAsk: () => ({ answer: "allow" }) });
    await other.call("Write", { file_path: files.path("probe.txt"), content: "at work" });
    expect(await crash(files, CHANGING_PLAIN, "replaceIfUnchanged")).toEqual({
      code: null,
      signal: "SIGKILL",
    });
    const path = files.path("plain.txt");
    await other.call("Read", { file_path: path });
    expect((await other.call("Write", { file_path: path, content: "other\n" })).error).toBeUndefined();
    const toolkit = await restart(files);
    const changes = await toolkit.history.list({ path });
    expect(changes.map(({ state, record }) => `${record.tool} ${state}`)).toEqual([
      "Write applied",
      "Edit failed",
    ]);
    await expectConsistentHistory(toolkit, new Set());
  });

  it.each([
    ["nothing was written yet", OLD_LINKED, OLD_LINKED],
    ["the beginning was written", `new\n${OLD_LINKED.slice(4)}`, OLD_LINKED],
    ["a part of the beginning was written", `ne${OLD_LINKED.slice(2)}`, OLD_LINKED],
    ["all was written and cut", "new\n", "new\n"],
    ["someone has written something else since", "theirs\n", "theirs\n"],
    ["someone has emptied it since", "", ""],
  ])("in the midst of writing in place: %s [CRASH-1]", async (_, found, expected) => {
    const files = crashWorkspace();
    expect(await crash(files, WRITING_IN_PLACE, "replaceIfUnchanged")).toEqual({
      code: null,
      signal: "SIGKILL",
    });
    const path = files.path("linked.txt");
    writeFileSync(path, found);
    const toolkit = await restart(files);
    expect(readFileSync(path, "utf8")).toBe(expected);
    const [change] = await toolkit.history.list({ path });
    if (expected === OLD_LINKED) expect(change?.state).toBe("failed");
    // What a crash has torn is put back, but not thrown away: it may be someone's work after all.
    expect([...(await readKeptContents(toolkit)), expected]).toContain(found);
  });

  it("in the midst of an edit in place of a file that the history keeps only by its places [CRASH-1]", async () => {
    const before = Array.from({ length: 40_000 }, (_, index) => `line ${index + 1}\n`).join("");
    const after = before.replace("line 5\n", "line five\n");
    const files = tempWorkspace({ "large-linked.txt": before });
    const path = files.path("large-linked.txt");
    linkSync(path, files.path("other-name.txt"));
    // Its first replacement finds that there are two names; the second is the one in place.
    expect(await crash(files, 2, "replaceIfUnchanged")).toEqual({ code: null, signal: "SIGKILL" });
    writeFileSync(path, after.slice(0, 1000) + before.slice(1000));
    const toolkit = await restart(files);
    expect(readFileSync(path, "utf8") === before).toBe(true);
    expect((await toolkit.history.list({ path })).map(({ state }) => state)).toEqual(["failed"]);
  });

  it("in the midst of writing in place, when the change alone fills a history file [CRASH-1, SAFE-3]", async () => {
    const before = `${noise(100_000, 1)}\nline 5\n${noise(100_000, 2)}`;
    const after = before.replace("line 5\n", "line five\n");
    const files = tempWorkspace({ "large-linked.txt": before });
    const path = files.path("large-linked.txt");
    linkSync(path, files.path("other-name.txt"));
    expect(await crash(files, 2, "replaceIfUnchanged", { maxBytes: 1 })).toEqual({
      code: null,
      signal: "SIGKILL",
    });
    // The record of the change filled the file; that it is written in place goes there too.
    expect(historyFilesOf(files)).toHaveLength(1);
    writeFileSync(path, after.slice(0, 60_000) + before.slice(60_000));
    const toolkit = await restart(files);
    expect(readFileSync(path, "utf8") === before).toBe(true);
    expect((await toolkit.history.list({ path })).map(({ state }) => state)).toEqual(["failed"]);
    expect(Object.keys(takeSnapshot(files.root)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("in the midst of writing in place, while another is already at work: it meets no torn file [CRASH-1]", async () => {
    const files = crashWorkspace();
    const other = files.toolkit({ onAsk: () => ({ answer: "allow" }) });
    await other.call("Write", { file_path: files.path("probe.txt"), content: "at work" });
    await crash(files, WRITING_IN_PLACE, "replaceIfUnchanged");
    const path = files.path("linked.txt");
    const torn = `new\n${OLD_LINKED.slice(4)}`;
    writeFileSync(path, torn);
    await other.call("Read", { file_path: path });
    const { error } = await other.call("Write", { file_path: path, content: "other\n" });
    // Either the torn content is put right first, and the agent is told that it saw something else, or not at all.
    expect(error?.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(readFileSync(path, "utf8")).toBe(OLD_LINKED);
  });
});
