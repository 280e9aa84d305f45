import { describe, expect, it } from "vitest";
import { fakeDesk } from "../support/language-desk.js";

const CLEAN = "[Diagnostics, fresh: nothing introduced or resolved in this file.]";

describe("The result of a change", () => {
  it("tells exactly what the change introduced, then that it was resolved, and no old fault [LSP-34]", async () => {
    const desk = fakeDesk({}, { "a.fake": "ERROR(old)\none\ntwo\n" });
    const broken = await desk.edit("a.fake", "two", "ERROR(new)");
    expect(desk.told(broken)).toBe(
      "[Diagnostics, fresh: 1 introduced by this change; 2 errors remain, 1 of them older]\n3:1 error (fake ERROR): new",
    );
    expect(broken.diagnostics).toMatchObject([
      { state: "fresh", introduced: [{ line: 3, message: "new" }], resolved: [], isLate: false },
    ]);
    const moved = await desk.edit("a.fake", "one\n", "one\nmore\nlines\n");
    expect(desk.told(moved)).toBe(
      "[Diagnostics, fresh: nothing introduced or resolved in this file; 2 errors remain, both older.]",
    );
    const mended = await desk.edit("a.fake", "ERROR(new)", "two");
    expect(desk.told(mended)).toBe(
      "[Diagnostics, fresh: 1 resolved by this change; 1 error remains, older]\n5:1 error (fake ERROR): new",
    );
    expect(desk.server.pids()).toHaveLength(1);
  });

  it("tells of a new file, an overwritten one and a cell alike [LSP-34]", async () => {
    const cell = {
      cell_type: "code",
      id: "one",
      source: "x",
      metadata: {},
      outputs: [],
      execution_count: null,
    };
    const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
    const desk = fakeDesk({}, { "n.ipynb": notebook });
    const file_path = desk.workspace.path("new.fake");
    const made = await desk.toolkit.call("Write", { file_path, content: "WARN(careful)\n" });
    expect(desk.told(made)).toContain("1:1 warning (fake WARN): careful");
    const over = await desk.toolkit.call("Write", { file_path, content: "x\nWARN(careful)\nERROR(e)\n" });
    expect(desk.told(over)).toContain("3:1 error (fake ERROR): e");
    expect(desk.told(over)).not.toContain("careful");
    // No server is there for notebooks: nothing is said.
    const notebook_path = desk.workspace.path("n.ipynb");
    await desk.toolkit.call("Read", { file_path: notebook_path });
    const edited = await desk.toolkit.call("NotebookEdit", {
      notebook_path,
      cell_id: "one",
      new_source: "ERROR(x)",
    });
    expect(edited.isError).toBe(false);
    expect(edited.diagnostics).toBeUndefined();
  });

  it("says nothing of files that no server is for, and starts none [LSP-34]", async () => {
    const desk = fakeDesk({}, { "a.txt": "one\n" });
    const result = await desk.edit("a.txt", "one", "ERROR(x)");
    expect(result.isError).toBe(false);
    expect(result.diagnostics).toBeUndefined();
    expect(desk.server.pids()).toEqual([]);
  });

  it("is 'unknown' where a server is late, and the next result of any tool tells what it found [LSP-35]", async () => {
    const desk = fakeDesk({ delayMs: 300 }, { "a.fake": "one\n", "b.txt": "x\n" }, { waitMs: 1 });
    const result = await desk.edit("a.fake", "one", "ERROR(late)");
    expect(result.isError).toBe(false);
    expect(desk.told(result)).toBe(
      "[Diagnostics unknown: the language server did not answer within 1 ms. What is found comes with a later result.]",
    );
    expect(result.diagnostics).toMatchObject([{ state: "unknown" }]);
    expect(desk.toolkit.session.diagnostics()).toMatchObject([{ state: "unknown", diagnostics: [] }]);
    await expect.poll(() => desk.toolkit.session.diagnostics()[0]?.state, { timeout: 20_000 }).toBe("fresh");
    const next = await desk.toolkit.call("Read", { file_path: desk.workspace.path("b.txt") });
    expect(desk.told(next)).toBe(
      `[Diagnostics of ${desk.workspace.path("a.fake")}, fresh: 1 introduced since your change of it]\n1:1 error (fake ERROR): late`,
    );
    const after = await desk.toolkit.call("Read", { file_path: desk.workspace.path("b.txt") });
    expect(after.diagnostics).toBeUndefined();
  });

  it("keeps its word where a late server finds nothing: that is told once [FIX-140]", async () => {
    const desk = fakeDesk({ delayMs: 300 }, { "a.fake": "ERROR(old)\none\n", "b.txt": "x\n" }, { waitMs: 1 });
    expect(desk.told(await desk.edit("a.fake", "one", "two"))).toContain("comes with a later result");
    await expect.poll(() => desk.toolkit.session.diagnostics()[0]?.state, { timeout: 20_000 }).toBe("fresh");
    const file_path = desk.workspace.path("b.txt");
    expect(desk.told(await desk.toolkit.call("Read", { file_path }))).toBe(
      `[Diagnostics of ${desk.workspace.path("a.fake")}, fresh: nothing introduced or resolved since your change of it; 1 error remains, older.]`,
    );
    expect((await desk.toolkit.call("Read", { file_path })).diagnostics).toBeUndefined();
  });

  it("waits for nothing where the host says so, and says that [LSP-35]", async () => {
    const desk = fakeDesk({}, { "a.fake": "one\n" }, { waitMs: 0 });
    const result = await desk.edit("a.fake", "one", "two");
    expect(desk.told(result)).toMatch(/^\[Diagnostics unknown: the language server is not waited for\./);
  });

  it("leaves what came late to a shorter result where this one is long [LSP-35]", async () => {
    const long = "0123456789 0123456789 0123456789\n".repeat(1500);
    const desk = fakeDesk(
      { delayMs: 200 },
      { "a.fake": "one\n", "long.txt": long, "b.txt": "x\n" },
      { waitMs: 1 },
    );
    await desk.edit("a.fake", "one", "ERROR(late)");
    await expect.poll(() => desk.toolkit.session.diagnostics()[0]?.state, { timeout: 20_000 }).toBe("fresh");
    const read = await desk.toolkit.call("Read", { file_path: desk.workspace.path("long.txt") });
    expect(read.diagnostics).toBeUndefined();
    const next = await desk.toolkit.call("Read", { file_path: desk.workspace.path("b.txt") });
    expect(desk.told(next)).toContain("late");
  });

  it("tells each session of its own changes to one file, by one server [LSP-32]", async () => {
    const desk = fakeDesk({}, { "a.fake": "one\ntwo\n" });
    const other = desk.colleague();
    await desk.edit("a.fake", "one", "ERROR(mine)");
    const theirs = await desk.edit("a.fake", "two", "ERROR(theirs)", other);
    expect(desk.told(theirs)).toBe(
      "[Diagnostics, fresh: 1 introduced by this change; 2 errors remain, 1 of them older]\n2:1 error (fake ERROR): theirs",
    );
    expect(other.session.diagnostics()).toHaveLength(1);
    expect(desk.server.pids()).toHaveLength(1);
  });

  it("comes without what a person's editor has done in between [LSP-32]", async () => {
    const desk = fakeDesk({}, { "a.fake": "one\ntwo\n" });
    await desk.edit("a.fake", "one", "uno");
    desk.workspace.write("a.fake", "uno\ntwo\nERROR(human)\n");
    const result = await desk.edit("a.fake", "two", "ERROR(mine)");
    expect(desk.told(result)).toBe(
      "[Diagnostics, fresh: 1 introduced by this change; 2 errors remain, 1 of them older]\n2:1 error (fake ERROR): mine",
    );
  });

  it("tells with a later one what a change did to another file that the session has changed [LSP-36]", async () => {
    const desk = fakeDesk(
      { pull: "static", interFile: true },
      { "lib.fake": "DEFINES(x)\n", "use.fake": "first\n", "c.txt": "c\n" },
    );
    await desk.edit("lib.fake", "DEFINES(x)\n", "DEFINES(x)\nmore\n");
    expect(desk.told(await desk.edit("use.fake", "first", "USES(x)"))).toBe(CLEAN);
    const renamed = await desk.edit("lib.fake", "DEFINES(x)", "DEFINES(y)");
    const seen = [desk.told(renamed) ?? ""];
    await expect
      .poll(() => desk.toolkit.session.diagnostics().flatMap(({ diagnostics }) => diagnostics).length, {
        timeout: 20_000,
      })
      .toBe(1);
    seen.push(desk.told(await desk.toolkit.call("Read", { file_path: desk.workspace.path("c.txt") })) ?? "");
    expect(seen.join("\n")).toContain("1:1 error (fake USES): x is not defined");
    expect(seen.join("\n")).toContain(`Diagnostics of ${desk.workspace.path("use.fake")}`);
  });

  it("of an undo is told with the next call, and a deleted file is forgotten [LSP-36]", async () => {
    const desk = fakeDesk({}, { "a.fake": "one\n", "c.txt": "c\n" });
    await desk.edit("a.fake", "one", "ERROR(new)");
    await desk.toolkit.history.undo();
    await expect
      .poll(() => desk.toolkit.session.diagnostics()[0], { timeout: 20_000 })
      .toMatchObject({ state: "fresh", diagnostics: [] });
    const next = await desk.toolkit.call("Read", { file_path: desk.workspace.path("c.txt") });
    expect(desk.told(next)).toContain("1 resolved since your change of it");
    const file_path = desk.workspace.path("new.fake");
    await desk.toolkit.call("Write", { file_path, content: "ERROR(x)\n" });
    await desk.toolkit.history.undo();
    await expect.poll(() => desk.toolkit.session.diagnostics().length, { timeout: 20_000 }).toBe(1);
    await expect
      .poll(() => desk.server.documentStory().at(-1), { timeout: 20_000 })
      .toBe("didClose new.fake");
  });

  it("comes at once when the call is cancelled while it waits; the change stands [LSP-37]", async () => {
    const desk = fakeDesk({ silent: true }, { "a.fake": "one\n" });
    const file_path = desk.workspace.path("a.fake");
    await desk.toolkit.call("Read", { file_path });
    const cancel = new AbortController();
    desk.toolkit.workspace.events.on("file-changed", () => setTimeout(() => cancel.abort(), 20));
    const input = { file_path, old_string: "one", new_string: "two" };
    const result = await desk.toolkit.call("Edit", input, { signal: cancel.signal });
    expect(result.isError).toBe(false);
    expect(result.diagnostics).toBeUndefined();
    expect(desk.workspace.read("a.fake")).toBe("two\n");
  });

  it("holds back no other call: of many, each write begins when the one before it is made [LSP-37]", async () => {
    const desk = fakeDesk(
      { silent: true },
      { "a.fake": "one\ntwo\nthree\n", "b.fake": "b\n" },
      { waitMs: 1500 },
    );
    const file_path = desk.workspace.path("a.fake");
    await desk.toolkit.call("Read", { file_path });
    await desk.toolkit.call("Read", { file_path: desk.workspace.path("b.fake") });
    const order: string[] = [];
    desk.toolkit.workspace.events.on("file-changed", ({ after }) => order.push(after?.text ?? ""));
    desk.toolkit.workspace.events.on("call-finished", ({ callId }) => order.push(`end ${callId}`));
    const edit = (old_string: string, new_string: string) => ({
      name: "Edit",
      input: { file_path, old_string, new_string },
    });
    const results = await desk.toolkit.callAll([edit("one", "1"), edit("two", "2"), edit("three", "3")]);
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(order.slice(0, 3).filter((entry) => !entry.startsWith("end"))).toContain("1\ntwo\nthree\n");
    expect(order.indexOf("1\n2\n3\n")).toBeLessThan(order.indexOf("end 5"));
    // The first two were overtaken, which they say; none of them was called clean.
    const told = results.map((result) => desk.told(result));
    expect(told.slice(0, 2)).toEqual(
      Array(2).fill(
        "[Diagnostics unknown: the file has been changed again meanwhile. See the result of that change.]",
      ),
    );
    expect(told[2]).toMatch(/^\[Diagnostics unknown: the language server did not answer/);
  });
});
