/** Places where nothing may be written, or only in place: the right code, and nothing left behind. */
import { chownSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import { edit, expectUntouched, last, orderFor, read, write } from "../support/disk-orders.js";
import { asStranger, findOwnMounts, isRoot, runActor, stranger } from "../support/run-actor.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

describe("A place that can't be written", () => {
  it.each([
    ["replaces a file", "a.txt", (path: string) => [read(path), write(path, "new")]],
    ["edits a file", "a.txt", (path: string) => [read(path), edit(path, "two", "2")]],
    ["creates a file", "b.txt", (path: string) => [write(path, "new")]],
    ["creates folders", "new/folder/b.txt", (path: string) => [write(path, "new")]],
  ])("as a read-only disk fails a call that %s [COMMIT-2]", async (_, name, callsFor) => {
    const through = findOwnMounts("a read-only disk");
    if (through === undefined) return;
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const prepare = `mount --bind '${files.root}' '${files.root}'; mount -o remount,bind,ro '${files.root}'`;
    const report = await runActor(orderFor(files, { calls: callsFor(files.path(name)) }), {
      through,
      prepare,
    });
    expect(errorOf(last(report)).code).toBe("READ_ONLY_DISK");
    expectUntouched(report);
  });

  it.each([
    ["b.txt", "ACCESS_DENIED"],
    ["new/folder/b.txt", "ACCESS_DENIED"],
  ])("as an unwritable folder takes no %s: %s [COMMIT-2]", async (name, code) => {
    const files = strangersWorkspace();
    const calls = [write(files.path("closed", name), "new")];
    const report = await runActor(orderFor(files, { calls }), {
      ...asStranger(),
      prepare: `chmod 555 '${files.path("closed")}'`,
    });
    expect(errorOf(last(report)).code).toBe(code);
    expectUntouched(report);
  });

  it.each(["Write", "Edit"])(
    "as an unwritable folder with a writable file: %s goes in place and says so [COMMIT-3]",
    async (tool) => {
      const files = strangersWorkspace();
      const path = files.path("closed/a.txt");
      const change = tool === "Write" ? write(path, "one\n2\n") : edit(path, "two", "2");
      const report = await runActor(orderFor(files, { calls: [read(path), change] }), {
        ...asStranger(),
        prepare: `chmod 555 '${files.path("closed")}'`,
      });
      expect(last(report).isError).toBe(false);
      expect(textOf(last(report))).toContain("[Written in place, because its folder takes no new file.]");
      const { inode } = report.before["closed/a.txt"] ?? {};
      expect(report.after["closed/a.txt"]).toMatchObject({ content: "one\n2\n", inode });
      expect(Object.keys(report.after)).toEqual(Object.keys(report.before));
    },
  );

  it.each(["rw", "ro"])(
    "as a single file mounted %s: goes in place, or is refused [COMMIT-3, COMMIT-2]",
    async (access) => {
      const through = findOwnMounts("a single mounted file");
      if (through === undefined) return;
      const files = tempWorkspace({ "a.txt": "one\ntwo\n", "elsewhere.txt": "one\ntwo\n" });
      const [path, source] = [files.path("a.txt"), files.path("elsewhere.txt")];
      const remount = access === "ro" ? `; mount -o remount,bind,ro '${path}'` : "";
      const report = await runActor(orderFor(files, { calls: [read(path), edit(path, "two", "2")] }), {
        through,
        prepare: `mount --bind '${source}' '${path}'${remount}`,
      });
      if (access === "ro") {
        expect(errorOf(last(report)).code).toBe("READ_ONLY_DISK");
        return expectUntouched(report);
      }
      expect(last(report).isError).toBe(false);
      expect(textOf(last(report))).toContain("[Written in place, because it can't be replaced by a rename.]");
      expect(report.after).toMatchObject({
        "a.txt": { content: "one\n2\n" },
        "elsewhere.txt": { content: "one\n2\n" },
      });
      expect(Object.keys(report.after)).toEqual(["a.txt", "elsewhere.txt"]);
    },
  );
});

/** A folder of the user that the actor will be, with one file in it. */
function strangersWorkspace(): TempWorkspace {
  const files = tempWorkspace({ "closed/a.txt": "one\ntwo\n" });
  if (!isRoot) return files;
  const base = dirname(files.root);
  const inside = readdirSync(base, { recursive: true }).map((name) => join(base, String(name)));
  for (const path of [base, ...inside]) chownSync(path, stranger.uid, stranger.gid);
  return files;
}
