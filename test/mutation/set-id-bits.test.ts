/** A changed file does not keep the right to run as its owner or group: that was given to other content. */
import { chmodSync, linkSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type Toolkit } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const SCRIPT = "#!/bin/sh\necho one\n";
const LARGE = `${SCRIPT}${"# line\n".repeat(900_000)}`;

interface Case {
  readonly content: string;
  readonly prepare?: (files: TempWorkspace) => void;
  readonly change: (toolkit: Toolkit, file_path: string) => Promise<unknown>;
}

const edit: Case["change"] = async (toolkit, file_path) => {
  await toolkit.call("Read", { file_path, limit: 10 });
  return toolkit.call("Edit", { file_path, old_string: "echo one", new_string: "echo two" });
};

const cases: Readonly<Record<string, Case>> = {
  "an Edit": { content: SCRIPT, change: edit },
  "an Edit in place, because it has hard links": {
    content: SCRIPT,
    prepare: (files) => linkSync(files.path("run.sh"), files.path("second.sh")),
    change: edit,
  },
  "an Edit of a large file": { content: LARGE, change: edit },
  "a Write": {
    content: SCRIPT,
    change: async (toolkit, file_path) => {
      await toolkit.call("Read", { file_path });
      return toolkit.call("Write", { file_path, content: "#!/bin/sh\necho two\n" });
    },
  },
};

describe("Set-user-ID and set-group-ID bits", () => {
  it.each(Object.keys(cases))("are dropped by %s, which says so [HOST-38]", async (name) => {
    const { content, prepare, change } = cases[name] as Case;
    const files = tempWorkspace({ "run.sh": content });
    prepare?.(files);
    chmodSync(files.path("run.sh"), 0o6755);
    const toolkit = files.editor({ editRequires: "seen-lines" });
    const result = (await change(toolkit, files.path("run.sh"))) as Parameters<typeof textOf>[0];
    expect(files.read("run.sh")).toContain("echo two");
    expect((statSync(files.path("run.sh")).mode & 0o7777).toString(8)).toBe("755");
    expect(textOf(result)).toContain("set-user-ID and set-group-ID bits, which every change drops");
    await toolkit.history.undo();
    expect(files.read("run.sh")).toContain("echo one");
    expect((statSync(files.path("run.sh")).mode & 0o7777).toString(8)).toBe("755");
  });

  it.each(Object.keys(cases))("stay after %s if the host says so [HOST-38]", async (name) => {
    const { content, prepare, change } = cases[name] as Case;
    const files = tempWorkspace({ "run.sh": content });
    prepare?.(files);
    chmodSync(files.path("run.sh"), 0o6755);
    const fileSystem = createNodeFileSystem({ setIdBits: "keep" });
    await change(files.editor({ fileSystem, editRequires: "seen-lines" }), files.path("run.sh"));
    expect(files.read("run.sh")).toContain("echo two");
    expect((statSync(files.path("run.sh")).mode & 0o7777).toString(8)).toBe("6755");
  });
});
