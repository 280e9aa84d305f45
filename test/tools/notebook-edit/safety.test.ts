/** A change of a notebook is one like any other: asked about, made whole or not at all, side by side, taken back. */
import { chmodSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, createToolkit, type Question } from "../../../src/index.js";
import { errorOf } from "../../support/answers.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { code, deskOf, NAME, notebookOf, openNotebook, stream } from "../../support/notebook-files.js";
import { tempWorkspace } from "../../support/workspace.js";

const ran = { execution_count: 1, outputs: [stream("hi\n")] };
const cells = Array.from({ length: 8 }, (_, index) => code(`x = ${index}`, { id: `c${index}`, ...ran }));
const original = notebookOf(cells);

describe("History", () => {
  it("takes every mode back to the byte, and makes it again [UNDO-1]", async () => {
    // Not as any program writes it, so that nothing but the bytes themselves can bring it back.
    const odd = `\ufeff ${original.replaceAll("\n", "\r\n").replace('"cells": ', '"cells":\t')}\t`;
    const desk = openNotebook(odd);
    await desk.read();
    const { history } = desk.toolkit;
    const { id } = await history.checkpoint("before");
    const states = [desk.files.bytes(NAME)];
    for (const edit of [
      { cell_id: "c1", new_source: "y" },
      { edit_mode: "insert", cell_id: "c1", cell_type: "markdown", new_source: "é\u0000" },
      { edit_mode: "delete", cell_id: "c7" },
      { cell_id: "c2", cell_type: "markdown", new_source: "# z" },
    ]) {
      expect((await desk.edit(edit)).isError).toBe(false);
      states.push(desk.files.bytes(NAME));
    }
    for (const state of states.slice(0, -1).toReversed()) {
      expect((await history.undo()).isDone).toBe(true);
      expect(desk.files.bytes(NAME).equals(state)).toBe(true);
    }
    for (const state of states.slice(1)) {
      expect((await history.redo()).isDone).toBe(true);
      expect(desk.files.bytes(NAME).equals(state)).toBe(true);
    }
    expect((await history.rewind(id)).isDone).toBe(true);
    expect(desk.text()).toBe(odd);
  });

  it("takes back one change by its name, and the agent has to look again [UNDO-1, NB-9]", async () => {
    const desk = openNotebook(original);
    await desk.read();
    const { output } = await desk.edit({ cell_id: "c0", new_source: "first" });
    expect((await desk.toolkit.history.undo(output?.change)).isDone).toBe(true);
    expect(desk.text()).toBe(original);
    const stale = await desk.edit({ cell_id: "c0", new_source: "again" });
    expect(errorOf(stale).code).toBe("FILE_CHANGED_SINCE_READ");
    await desk.read();
    expect((await desk.edit({ cell_id: "c0", new_source: "again" })).isError).toBe(false);
  });
});

describe("Changes of one notebook side by side", () => {
  const everyCell = cells.map((_, index) => ({ cell_id: `c${index}`, new_source: `new ${index}` }));
  const changed = notebookOf(cells.map(({ id }, index) => code(`new ${index}`, { id: `${id}` })));

  it("by callAll and by calls at once all land [CHANGE-2]", async () => {
    const desk = openNotebook(original);
    await desk.read();
    const calls = everyCell.map((edit) => ({
      name: "NotebookEdit",
      input: { notebook_path: desk.notebook_path, ...edit },
    }));
    const results = await desk.toolkit.callAll(calls.slice(0, 4));
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false]);
    const others = await Promise.all(everyCell.slice(4).map((edit) => desk.edit(edit)));
    expect(others.map(({ isError }) => isError)).toEqual([false, false, false, false]);
    expect(desk.text()).toBe(changed);
  });

  it.each(["in one process", "as if in two"])(
    "by two conversations %s lose nothing [CHANGE-2]",
    async (where) => {
      const files = tempWorkspace({ [NAME]: original });
      const first = files.editor();
      const onAsk = () => ({ answer: "allow" }) as const;
      const second =
        where === "in one process" ? createToolkit({ workspace: first.workspace, onAsk }) : files.editor();
      const work = async (desk: ReturnType<typeof deskOf>, own: typeof everyCell): Promise<Set<string>> => {
        const refusals = new Set<string>();
        await desk.read();
        for (const edit of own) {
          for (let result = await desk.edit(edit); result.isError; result = await desk.edit(edit)) {
            refusals.add(errorOf(result).code);
            if (refusals.size > 1) break;
            await desk.read();
          }
        }
        return refusals;
      };
      const refusals = await Promise.all([
        work(deskOf(files, first), everyCell.slice(0, 4)),
        work(deskOf(files, second), everyCell.slice(4)),
      ]);
      expect(files.read(NAME)).toBe(changed);
      for (const code of refusals.flatMap((each) => [...each])) expect(code).toBe("FILE_CHANGED_SINCE_READ");
    },
  );
});

describe("A question about a cell", () => {
  it("shows what would become of the file [CHANGE-1]", async () => {
    const files = tempWorkspace({ [NAME]: original });
    const questions: Question[] = [];
    const desk = deskOf(
      files,
      files.toolkit({
        onAsk: (question) => {
          questions.push(question);
          return { answer: "allow" };
        },
      }),
    );
    await desk.read();
    const { output } = await desk.edit({ cell_id: "c3", new_source: "y" });
    expect(questions).toMatchObject([
      {
        tool: "NotebookEdit",
        operation: "write",
        path: desk.notebook_path,
        realPath: desk.notebook_path,
        reason: "changes need permission",
        change: {
          kind: "update",
          structuredPatch: output?.structuredPatch,
          before: output?.original_file,
          after: output?.updated_file,
          isRevisable: true,
        },
        flags: [],
        suggestions: expect.any(Array),
      },
    ]);
    const lines = questions[0]?.change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? [];
    expect(lines.filter((line) => /^[-+].*"[xy]/.test(line))).toEqual(['-    "x = 3"', '+    "y"']);
    expect(lines.filter((line) => line.startsWith("-")).join("\n")).toContain('"text": "hi\\n"');
  });

  it.each([
    ["denied", () => ({ answer: "deny", reason: "not now" }) as const],
    ["answered by nobody", undefined],
  ])("that is %s changes nothing [CHANGE-5]", async (_, onAsk) => {
    const files = tempWorkspace({ [NAME]: original });
    const desk = deskOf(files, files.toolkit(onAsk === undefined ? {} : { onAsk }));
    await desk.read();
    const before = files.stamp(NAME);
    for (const edit_mode of ["replace", "insert", "delete"]) {
      const result = await desk.edit({ cell_id: "c0", edit_mode, cell_type: "code", new_source: "x" });
      expect(errorOf(result).code).toBe("PERMISSION_DENIED");
    }
    expect(files.stamp(NAME)).toEqual(before);
    expect(await desk.toolkit.history.list()).toEqual([]);
  });
});

describe("A change that fails", () => {
  it.each([
    ["the disk is full", "replaceIfUnchanged", "ENOSPC"],
    ["the disk breaks", "replaceIfUnchanged", "EIO"],
    ["the disk is read-only", "replaceIfUnchanged", "EROFS"],
    ["the history can't be written", "append", "ENOSPC"],
    ["the file can't be read", "readSmallFile", "EACCES"],
  ] as const)(
    "because %s leaves everything as it was, and may be tried again [CHANGE-5]",
    async (_, operation, errno) => {
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const desk = openNotebook(original, { fileSystem });
      await desk.read();
      const before = desk.files.stamp(NAME);
      // What we read of our own does not count.
      const path = operation === "readSmallFile" ? { path: desk.files.path(NAME), times: 9 } : {};
      fileSystem.inject({ operation, code: errno, times: 1, ...path });
      const failed = errorOf(await desk.edit({ cell_id: "c0", new_source: "x" }));
      fileSystem.clear();
      expect(failed.code).not.toBe("INTERNAL");
      expect(desk.files.stamp(NAME)).toEqual(before);
      expect(readdirSync(desk.files.root)).toEqual([NAME]);
      expect((await desk.edit({ cell_id: "c0", new_source: "x" })).isError).toBe(false);
    },
  );

  it("in a folder that takes no files is made in place or not at all [CHANGE-5]", async () => {
    const desk = openNotebook(original);
    await desk.read();
    chmodSync(desk.files.root, 0o555);
    const result = await desk.edit({ cell_id: "c0", new_source: "changed" });
    chmodSync(desk.files.root, 0o755);
    const changed = notebookOf(cells.with(0, code("changed", { id: "c0" })));
    expect(desk.text()).toBe(result.isError ? original : changed);
    expect(readdirSync(desk.files.root)).toEqual([NAME]);
  });

  it("because it was cancelled changes nothing [CHANGE-5]", async () => {
    const desk = openNotebook(original);
    await desk.read();
    const before = desk.files.stamp(NAME);
    const input = { notebook_path: desk.notebook_path, cell_id: "c0", new_source: "x" };
    const result = await desk.toolkit.call("NotebookEdit", input, { signal: AbortSignal.abort() });
    expect(result.isError).toBe(true);
    expect(desk.files.stamp(NAME)).toEqual(before);
  });
});
