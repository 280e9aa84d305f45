/** Patches of the OpenAI Agents SDK that create, move or delete, and where their paths lead. */
import { readdirSync } from "node:fs";
import { applyDiff } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { createFileTools, createPatchEditor } from "../../src/adapters/openai-agents/index.js";
import { createNodeFileSystem } from "../../src/index.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { openBench } from "./support/patch-bench.js";

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: a patch that creates, moves or deletes`, () => {
  it("creates files with their folders, empty ones too, as the SDK's own function reads them [OAI-50]", async () => {
    const { workspace, create } = openBench({});
    expect(await create("src/new/a.ts", "+export {};\n+\n")).toMatchObject({ status: "completed" });
    expect(await create("src/__init__.py", "")).toMatchObject({ status: "completed" });
    expect(workspace.read("src/new/a.ts")).toBe(applyDiff("", "+export {};\n+\n", "create"));
    expect(workspace.read("src/__init__.py")).toBe("");
  });

  it("never replaces what is there, read or not, nor what comes while it is created [OAI-50]", async () => {
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const { workspace, read, create } = openBench(
      { "seen.txt": "seen\n", "unseen.txt": "unseen\n", "folder/a.txt": "a\n" },
      { toolkit: (files) => files.editor({ fileSystem }) },
    );
    await read("seen.txt");
    for (const [name, diff] of [
      ["seen.txt", "+mine"],
      ["seen.txt", ""],
      ["unseen.txt", "+mine"],
    ] as const) {
      const { status, output } = await create(name, diff);
      expect([status, output]).toEqual(["failed", expect.stringContaining("update_file")]);
    }
    expect(await create("folder", "+mine")).toMatchObject({ status: "failed" });
    fileSystem.inject({
      operation: "replaceIfUnchanged",
      before: () => workspace.write("late.txt", "by another\n"),
    });
    expect(await create("late.txt", "+mine")).toMatchObject({ status: "failed" });
    expect([workspace.read("seen.txt"), workspace.read("unseen.txt")]).toEqual(["seen\n", "unseen\n"]);
    expect(workspace.read("late.txt")).toBe("by another\n");
  });

  it("creates nothing of a diff whose lines do not all begin with + [OAI-50]", async () => {
    const { workspace, create } = openBench({});
    const { status, output } = await create("a.txt", "+one\ntwo\n");
    expect([status, output]).toEqual(["failed", expect.stringContaining("Begin every line")]);
    expect(workspace.stamp("a.txt")).toBeUndefined();
  });

  it("neither deletes nor moves; the model is told how to go on, and not what exists [OAI-51]", async () => {
    const { workspace, read, update, remove } = openBench({ "a.txt": "one\n" });
    await read("a.txt");
    const gone = await remove("a.txt");
    const none = await remove("none.txt");
    expect(gone).toEqual({ status: "failed", output: expect.stringContaining("tell the user") });
    expect(none.output).toBe(gone.output.replaceAll("a.txt", () => "none.txt"));
    const moved = await update("a.txt", "@@\n-one\n+two\n", "b.txt");
    expect(moved).toEqual({ status: "failed", output: expect.stringContaining("create the file there") });
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
    expect(workspace.read("a.txt")).toBe("one\n");
  });

  it("takes relative paths from the working directory, the first root, or the folder it is given [OAI-52]", async () => {
    const tree = { "packages/app/a.txt": "", "other/a.txt": "" };
    const inside = openBench(tree, {
      toolkit: (files) => files.editor({ workingDirectory: files.path("packages/app") }),
    });
    await inside.create("b.txt", "+b");
    expect(inside.workspace.read("packages/app/b.txt")).toBe("b");
    const outside = openBench(tree, {
      toolkit: (files) => files.editor({ roots: [files.path("other"), files.root], workingDirectory: "/" }),
    });
    await outside.create("./b.txt", "+b");
    expect(outside.workspace.read("other/b.txt")).toBe("b");
    const { workspace, create } = openBench(tree);
    await create("packages/../c.txt", "+c");
    await create(workspace.path("d.txt"), "+d");
    expect([workspace.read("c.txt"), workspace.read("d.txt")]).toEqual(["c", "d"]);
    const given = createPatchEditor(createFileTools(workspace.editor()), { folder: workspace.path("other") });
    await given.editor.createFile({ type: "create_file", path: "e.txt", diff: "+e" });
    expect(workspace.read("other/e.txt")).toBe("e");
  });
});
