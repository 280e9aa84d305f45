import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createDesk } from "../../src/desk/workspace-desk.js";
import { numberedLines } from "../support/desks.js";
import { fakeDesk } from "../support/language-desk.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The sessions at a desk", () => {
  it("are those that have made a call and are not over, with who they are [DESK-15]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n", "b.txt": "b\n" });
    const first = files.toolkit();
    const second = files.toolkit({ workspace: first.workspace });
    const desk = createDesk(first.workspace);
    const begun = Date.now();
    expect(desk.sessions()).toEqual([]);
    await first.call("Read", { file_path: files.path("a.txt") });
    await first.call("Read", { file_path: files.path("b.txt") });
    await second.call("Glob", { pattern: "*" });
    second.session.introduce(`  ${"agent ".repeat(50)}`);
    const [one, two] = desk.sessions();
    expect([one?.id, one?.name, one?.calls, one?.files, one?.grants]).toEqual([
      first.session.id,
      null,
      2,
      2,
      [],
    ]);
    expect([two?.id, two?.name?.length, two?.calls, two?.files]).toEqual([second.session.id, 120, 1, 0]);
    expect(Math.abs((one?.startedAt ?? 0) - begun)).toBeLessThan(60_000);
    await first.close();
    expect(desk.sessions().map(({ id }) => id)).toEqual([second.session.id]);
    second.session.introduce("   ");
    expect(desk.sessions()[0]?.name).toMatch(/^agent agent/);
  });
});

describe("The files that a session has seen", () => {
  it("are listed newest first, with what was shown and whether it still holds [DESK-16]", async () => {
    const files = tempWorkspace({
      "whole.txt": "a\nb\n",
      "part.txt": numberedLines(50),
      "stale.txt": "old\n",
      "sized.txt": "old\n",
      "gone.txt": "a\n",
      "linked.txt": "a\n",
      "secret.txt": "s\n",
      "again.txt": "a\n",
    });
    const toolkit = files.editor();
    const read = (name: string, more: object = {}): Promise<unknown> =>
      toolkit.call("Read", { file_path: files.path(name), ...more });
    await read("again.txt");
    for (const name of ["whole.txt", "stale.txt", "sized.txt", "gone.txt", "linked.txt", "secret.txt"])
      await read(name);
    await read("part.txt", { offset: 11, limit: 10 });
    await toolkit.call("Write", { file_path: files.path("made.txt"), content: "1\n2\n3\n" });
    await toolkit.call("Edit", { file_path: files.path("again.txt"), old_string: "a", new_string: "b" });
    files.write("stale.txt", "new\n");
    files.write("sized.txt", "longer\n");
    rmSync(files.path("gone.txt"));
    rmSync(files.path("linked.txt"));
    symlinkSync("whole.txt", files.path("linked.txt"));
    await toolkit.permissions.add("deny", "Read(secret.txt)");
    const desk = createDesk(toolkit.workspace);
    const lines = (from: number, to: number): object[] => [{ from, to }];
    const all = await desk.seen(toolkit.session.id);
    const told = all?.files.map(({ path, total, shown, origin, state }) => ({
      name: path.split("/").at(-1),
      total,
      shown,
      origin,
      state,
    }));
    expect(told).toEqual([
      { name: "again.txt", total: 1, shown: lines(1, 1), origin: "edit", state: "fresh" },
      { name: "made.txt", total: 3, shown: lines(1, 3), origin: "write", state: "fresh" },
      { name: "part.txt", total: 50, shown: lines(11, 20), origin: "read", state: "partial" },
      { name: "linked.txt", total: 1, shown: lines(1, 1), origin: "read", state: "stale" },
      { name: "gone.txt", total: 1, shown: lines(1, 1), origin: "read", state: "gone" },
      { name: "sized.txt", total: 1, shown: lines(1, 1), origin: "read", state: "stale" },
      { name: "stale.txt", total: 1, shown: lines(1, 1), origin: "read", state: "stale" },
      { name: "whole.txt", total: 2, shown: lines(1, 2), origin: "read", state: "fresh" },
    ]);
    expect([all?.left, await desk.seen("nobody")]).toEqual([0, undefined]);
  });

  it("are listed and looked at up to a bound: the newest, and of these the first [DESK-17]", async () => {
    const names = Array.from({ length: 2050 }, (_, index) => `f${index}.txt`);
    const files = tempWorkspace(Object.fromEntries(names.map((name) => [name, "x\n"])));
    const toolkit = files.toolkit();
    for (const name of names) await toolkit.call("Read", { file_path: files.path(name) });
    const seen = await createDesk(toolkit.workspace).seen(toolkit.session.id);
    const states = seen?.files.map(({ state }) => state) ?? [];
    expect([states.length, seen?.left, seen?.files[0]?.path]).toEqual([2000, 50, files.path("f2049.txt")]);
    expect([states.lastIndexOf("fresh"), states.indexOf("unchecked")]).toEqual([299, 300]);
  });

  it("that are large are not read for it [DESK-17]", async () => {
    const files = tempWorkspace({ "large.txt": `${"x".repeat(99)}\n`.repeat(60_000) });
    const toolkit = files.toolkit();
    await toolkit.call("Read", { file_path: files.path("large.txt"), limit: 10 });
    const desk = createDesk(toolkit.workspace);
    expect((await desk.seen(toolkit.session.id))?.files[0]?.state).toBe("unchecked");
    files.write("large.txt", "small\n");
    expect((await desk.seen(toolkit.session.id))?.files[0]?.state).toBe("stale");
  });
});

describe("The language servers at a desk", () => {
  it("are those that run for the workspace [DESK-18]", async () => {
    const plain = tempWorkspace({}).toolkit();
    expect(createDesk(plain.workspace).languageServers()).toEqual([]);
    const language = fakeDesk({}, { "a.fake": "one\n" });
    const { toolkit, workspace, server } = language;
    const desk = createDesk(toolkit.workspace);
    expect(desk.languageServers()).toEqual([]);
    await language.edit("a.fake", "one", "two");
    expect(desk.languageServers()).toEqual([
      { name: "fake", root: workspace.root, state: "ready", pid: server.pids()[0], openDocuments: 1 },
    ]);
  });
});
