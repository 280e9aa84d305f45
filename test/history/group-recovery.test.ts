/** Groups of changes that a dead process has begun and not ended, and records that only claim to be such. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../src/index.js";
import { imageOf, plantHistoryFile, recordOf } from "../support/history-files.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const OLD = "old\n";
const NEW = "new\n";

/** As if a process had died after it had changed these files from old to new, as one step. */
function plantGroup(files: TempWorkspace, names: readonly string[]): string {
  const owner = { kind: "owner", at: 1, owner: "999999 1 elsewhere" };
  const paths = names.map((name) => files.path(name));
  const changes = paths.map((path, index) =>
    recordOf({
      id: `change-${index}`,
      at: 2,
      path,
      before: imageOf(OLD),
      after: imageOf(NEW),
      step: "group-1",
    }),
  );
  plantHistoryFile(files, {
    contents: [OLD, NEW],
    records: [owner, ...changes],
    isOpen: true,
  });
  return plantHistoryFile(files, {
    records: [owner, { kind: "group", id: "group-1", at: 1, paths, seq: 1 }],
    isOpen: true,
  });
}

function open(files: TempWorkspace, root: string, deny: readonly string[] = []): Toolkit {
  return files.editor({
    roots: [files.path(root)],
    workingDirectory: files.path(root),
    permissions: { deny },
  });
}

describe("A group that was not ended", () => {
  it("is rolled back by the first process that works there, not by others [SAFE-176]", async () => {
    const files = tempWorkspace({ "in/a.txt": NEW, "in/b.txt": NEW, "other/c.txt": "c\n" });
    const group = plantGroup(files, ["in/a.txt", "in/b.txt"]);
    const elsewhere = open(files, "other");
    await elsewhere.call("Write", { file_path: files.path("other/new.txt"), content: "x\n" });
    await elsewhere.close();
    expect([files.read("in/a.txt"), files.read("in/b.txt")]).toEqual([NEW, NEW]);
    expect(existsSync(`${group}.idx`)).toBe(false);
    const here = open(files, "in");
    const changes = (await here.history.list()).filter(({ record }) =>
      record.path.startsWith(files.path("in")),
    );
    expect([files.read("in/a.txt"), files.read("in/b.txt")]).toEqual([OLD, OLD]);
    expect(changes.map(({ record, state }) => `${record.tool} ${state}`)).toEqual([
      "rollback applied",
      "rollback applied",
      "Write undone",
      "Write undone",
    ]);
    // Only a file in which everything is settled has an index.
    expect(existsSync(`${group}.idx`)).toBe(true);
  });

  it("does not undo work that was done since [SAFE-176]", async () => {
    const files = tempWorkspace({ "in/a.txt": "mine\n", "in/b.txt": NEW });
    plantGroup(files, ["in/a.txt", "in/b.txt"]);
    await open(files, "in").history.list();
    expect([files.read("in/a.txt"), files.read("in/b.txt")]).toEqual(["mine\n", OLD]);
  });

  it("writes to no file that rules deny, nor to our own, whatever it claims [SAFE-176]", async () => {
    const files = tempWorkspace({
      "in/.env": NEW,
      "in/a.txt": NEW,
      "in/.filewright/settings.json": NEW,
    });
    plantGroup(files, ["in/.env", "in/a.txt", "in/.filewright/settings.json"]);
    const toolkit = files.editor({
      roots: [files.path("in")],
      permissions: { deny: ["Edit(.env)"], settings: false },
    });
    await toolkit.history.list();
    expect(files.read("in/.env")).toBe(NEW);
    expect(files.read("in/.filewright/settings.json")).toBe(NEW);
    expect(files.read("in/a.txt")).toBe(OLD);
  });

  it("is finished by a process that may, where an earlier one was refused a file [SAFE-176]", async () => {
    const files = tempWorkspace({ "in/a.txt": NEW, "in/b.txt": NEW });
    const group = plantGroup(files, ["in/a.txt", "in/b.txt"]);
    const states = () => [files.read("in/a.txt"), files.read("in/b.txt"), existsSync(`${group}.idx`)];
    for (const time of ["first", "second"]) {
      const refused = open(files, "in", ["Edit(b.txt)"]);
      await refused.call("Write", { file_path: files.path(`in/${time}.txt`), content: "x\n" });
      await refused.close();
      expect(states()).toEqual([OLD, NEW, false]);
    }
    await open(files, "in").history.list();
    expect(states()).toEqual([OLD, OLD, true]);
  });

  it("leaves alone what was changed before a process came that may finish it [SAFE-176]", async () => {
    const files = tempWorkspace({ "in/a.txt": NEW, "in/b.txt": NEW });
    const group = plantGroup(files, ["in/a.txt", "in/b.txt"]);
    const refused = open(files, "in", ["Edit(b.txt)"]);
    await refused.history.list();
    await refused.close();
    files.write("in/b.txt", "mine\n");
    await open(files, "in").history.list();
    expect([files.read("in/a.txt"), files.read("in/b.txt")]).toEqual([OLD, "mine\n"]);
    expect(existsSync(`${group}.idx`)).toBe(true);
  });

  it("removes no root, nor a folder above it [SAFE-176]", async () => {
    const files = tempWorkspace({ "in/a.txt": NEW });
    const owner = { kind: "owner", at: 1, owner: "999999 1 elsewhere" };
    const path = files.path("in/a.txt");
    const change = { path, before: null, after: imageOf(NEW), createdFolder: "/", step: "group-1", at: 2 };
    plantHistoryFile(files, {
      contents: [NEW],
      records: [owner, { kind: "group", id: "group-1", at: 1, paths: [path] }, recordOf(change)],
      isOpen: true,
    });
    await open(files, "in").history.list();
    expect(existsSync(path)).toBe(false);
    expect(existsSync(files.path("in"))).toBe(true);
  });

  it("outside all roots stays as it is [SAFE-176]", async () => {
    const files = tempWorkspace({ "in/a.txt": NEW, "out/b.txt": NEW });
    plantGroup(files, ["in/a.txt", "in/../out/b.txt"]);
    await open(files, "in").history.list();
    expect([files.read("in/a.txt"), files.read("out/b.txt")]).toEqual([NEW, NEW]);
  });
});
