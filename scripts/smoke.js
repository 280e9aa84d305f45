// The built package makes a change, finds it and takes it back, under whatever Node runs this.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "../dist/index.js";

const folder = mkdtempSync(join(tmpdir(), "filewright-smoke-"));
try {
  const toolkit = createToolkit({
    roots: [folder],
    stateDirectory: join(folder, "state"),
    onAsk: () => ({ answer: "allow" }),
  });
  const file_path = join(folder, "a.txt");
  const read = () => readFileSync(file_path, "utf8");
  await toolkit.call("Write", { file_path, content: "one\r\ntwo\r\n" });
  const { error } = await toolkit.call("Edit", { file_path, old_string: "two\n", new_string: "2\nthree\n" });
  assert.equal(error, undefined);
  assert.equal(read(), "one\r\n2\r\nthree\r\n");
  const found = await toolkit.call("Grep", { pattern: "^three$", path: folder });
  assert.deepEqual(found.output?.filenames, [file_path]);
  const named = await toolkit.call("Glob", { pattern: "*.txt", path: folder });
  assert.deepEqual(named.output?.filenames, [file_path]);
  await toolkit.history.undo();
  assert.equal(read(), "one\r\ntwo\r\n");
  await toolkit.close();
  console.log("changed a file, found the change and took it back");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
