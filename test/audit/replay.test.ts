/** The log is enough to do it all again: every change in its order, with the contents that the history keeps. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditRecord } from "../../src/audit/audit-record.js";
import type { Toolkit } from "../../src/index.js";
import { verifyAudit } from "../../src/index.js";
import { code, notebookOf } from "../support/notebook-files.js";
import { tempWorkspace } from "../support/workspace.js";

function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, "latin1")]));
}

async function work(toolkit: Toolkit, path: (name: string) => string): Promise<void> {
  const call = async (name: string, input: object): Promise<void> => {
    const result = await toolkit.call(name, input);
    expect(result.error?.message).toBeUndefined();
  };
  await call("Read", { file_path: path("a.txt") });
  await call("Edit", { file_path: path("a.txt"), old_string: "one", new_string: "two" });
  await call("Write", { file_path: path("deep/down/b.txt"), content: "b\r\n" });
  await call("Write", { file_path: path("gone.txt"), content: "soon gone\n" });
  await toolkit.history.undo();
  await call("Edit", { file_path: path("a.txt"), old_string: "three", new_string: "3" });
  await toolkit.history.undo();
  await toolkit.history.redo();
  await call("Read", { file_path: path("n.ipynb") });
  await call("NotebookEdit", { notebook_path: path("n.ipynb"), cell_id: "a", new_source: "x = 2" });
  const { id } = await toolkit.history.checkpoint("before");
  await call("Write", { file_path: path("deep/down/b.txt"), content: "other\n" });
  await call("Write", { file_path: path("c.txt"), content: "c\n" });
  await toolkit.history.rewind(id);
  await call("Write", { file_path: path("d.txt"), content: "ünï\n" });
}

describe("The changes of an audit log", () => {
  it("made again over a copy give the same files [AUDIT-7]", async () => {
    const tree = {
      "a.txt": "one\nthree\n",
      "n.ipynb": notebookOf([code("x = 1", { id: "a" })]),
      "left/alone.txt": "same\n",
    };
    const files = tempWorkspace(tree);
    const copy = tempWorkspace(tree);
    const toolkit = files.editor({ audit: true });
    await work(toolkit, (name) => files.path(name));
    await toolkit.close();
    const text = readFileSync(join(files.root, "../state/audit/audit.jsonl"), "utf8");
    expect((await verifyAudit(text)).broken).toBeUndefined();
    const records = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AuditRecord);
    const contents = new Map<string, Uint8Array>();
    for (const { record } of await toolkit.history.list({ limit: 1000 })) {
      for (const side of ["before", "after"] as const) {
        const bytes = await toolkit.history.readContent(record.id, side);
        const name = record[side]?.id;
        if (bytes !== undefined && name !== undefined) contents.set(name, bytes);
      }
    }
    const changes = records.filter(({ event }) => event === "file-changed");
    expect(changes.length).toBeGreaterThan(10);
    for (const { path = "", after } of changes) {
      const target = copy.path(relative(files.root, path));
      if (after === null || after === undefined) rmSync(target);
      else {
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, contents.get(after) ?? "the history does not have it");
      }
    }
    expect(treeOf(copy.root)).toEqual(treeOf(files.root));
  });
});
