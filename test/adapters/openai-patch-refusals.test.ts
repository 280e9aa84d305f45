/** Patches of the OpenAI Agents SDK that are not made, and what the model is told. */
import { readdirSync } from "node:fs";
import { RunContext } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { createFileTools, createPatchEditor } from "../../src/adapters/openai-agents/index.js";
import { createNodeFileSystem } from "../../src/index.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { tempWorkspace } from "../support/workspace.js";
import { openBench } from "./support/patch-bench.js";

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: a patch that may not be made`, () => {
  it("is refused until the file has been read, and tells nothing of what is in it [OAI-43]", async () => {
    const { workspace, update } = openBench({ "a.txt": "alpha\nbeta\n" });
    const right = await update("a.txt", "@@\n alpha\n-beta\n+gamma\n");
    const wrong = await update("a.txt", "@@\n alpha\n-other\n+gamma\n");
    expect(right).toEqual({ status: "failed", output: expect.stringContaining("Read it first") });
    expect(wrong).toEqual(right);
    expect(workspace.read("a.txt")).toBe("alpha\nbeta\n");
  });

  it("may be sent again once its refusal has shown what others changed [OAI-43, LEDGER-472]", async () => {
    const { workspace, read, update } = openBench({ "a.txt": "alpha\nbeta\n" });
    await read("a.txt");
    workspace.write("a.txt", "alpha\nbeta\nby another\n");
    const patch = "@@\n alpha\n-beta\n+gamma\n";
    expect((await update("a.txt", patch)).output).toContain("That is the whole change");
    expect(await update("a.txt", patch)).toMatchObject({ status: "completed" });
    expect(workspace.read("a.txt")).toBe("alpha\ngamma\nby another\n");
  });

  it("needs no Read where the host says so; what others do meanwhile is safe all the same [OAI-44]", async () => {
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const { workspace, update } = openBench(
      { "a.txt": "alpha\nbeta\n" },
      { readFirst: false, toolkit: (files) => files.editor({ fileSystem }) },
    );
    expect(await update("a.txt", "@@\n alpha\n-beta\n+gamma\n")).toMatchObject({ status: "completed" });
    expect(await update("none.txt", "@@\n-beta\n+gamma\n")).toMatchObject({ status: "failed" });
    // Another writer comes after the file was read and before the change is planned.
    fileSystem.inject({
      operation: "readSmallFile",
      nth: 3,
      before: () => workspace.write("a.txt", "alpha\ngamma\nby another\n"),
    });
    const late = await update("a.txt", "@@\n alpha\n-gamma\n+delta\n");
    expect(late.status).toBe("failed");
    expect(workspace.read("a.txt")).toBe("alpha\ngamma\nby another\n");
  });

  it("tells nothing of a file that a person would be asked about, also without a Read [OAI-44]", async () => {
    const { workspace, read, update } = openBench(
      { "secret.txt": "alpha\n" },
      {
        readFirst: false,
        toolkit: (files) => files.editor({ permissions: { deny: ["Read(secret.txt)"] } }),
      },
    );
    workspace.write("../aside.txt", "alpha\n");
    for (const path of ["../aside.txt", "../none.txt", "secret.txt"]) {
      const right = await update(path, "@@\n-alpha\n+beta\n");
      const wrong = await update(path, "@@\n-other\n+beta\n");
      expect([path, right.status]).toEqual([path, "failed"]);
      expect(wrong).toEqual(right);
    }
    await read("../aside.txt");
    expect(await update("../aside.txt", "@@\n-alpha\n+beta\n")).toMatchObject({ status: "completed" });
    expect([workspace.read("../aside.txt"), workspace.read("secret.txt")]).toEqual(["beta\n", "alpha\n"]);
  });

  it("tells neither content nor existence of a file outside the roots that was not read [FIX-243]", async () => {
    for (const asks of ["sdk", "toolkit"] as const) {
      const workspace = tempWorkspace({ link: { link: "../aside.txt" }, dangling: { link: "../none.txt" } });
      workspace.write("../aside.txt", "alpha\n");
      workspace.write("../folder/a.txt", "alpha\n");
      const files = createFileTools(workspace.toolkit(), { asks });
      const { editor, needsApproval } = createPatchEditor(files);
      const context = new RunContext();
      for (const path of ["../aside.txt", "../none.txt", "../folder", "link", "dangling"]) {
        for (const diff of ["@@\n-alpha\n+beta\n", "@@\n-other\n+beta\n", "@@\n alpha\n"]) {
          const operation = { type: "update_file", path, diff } as const;
          expect(await needsApproval(context, operation, "call-1")).toBe(false);
          const answer = await editor.updateFile(operation);
          const words = `The user has to be asked before ${workspace.path(path)} is looked at. Nothing was changed. Read it first, which asks them.`;
          expect(answer).toEqual({ status: "failed", output: words });
        }
      }
    }
  });

  it("is made outside the roots once the file was read and the person agrees [FIX-243]", async () => {
    const { workspace, read, update } = openBench({});
    workspace.write("../aside.txt", "alpha\n");
    await read("../aside.txt");
    const wrong = await update("../aside.txt", "@@\n-other\n+beta\n");
    expect(wrong.output).toContain("The diff does not apply");
    expect(await update("../aside.txt", "@@\n-alpha\n+beta\n")).toMatchObject({ status: "completed" });
    expect(workspace.read("../aside.txt")).toBe("beta\n");
  });

  it("is refused with what has changed, if another writer has been there since the Read [OAI-45]", async () => {
    const { workspace, read, update } = openBench({ "a.txt": "alpha\nbeta\n" });
    await read("a.txt");
    workspace.write("a.txt", "alpha\nbeta\nby another\n");
    const { status, output } = await update("a.txt", "@@\n alpha\n-beta\n+gamma\n");
    expect(status).toBe("failed");
    expect(output).toContain("modified since read");
    expect(output).toContain("+by another");
    expect(workspace.read("a.txt")).toBe("alpha\nbeta\nby another\n");
  });

  it("needs only its own lines to have been shown [OAI-46]", async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1} of many`);
    const { workspace, toolkit, update } = openBench({ "big.txt": `${lines.join("\n")}\n` });
    await toolkit.call("Read", { file_path: workspace.path("big.txt"), offset: 100, limit: 50 });
    const seen = await update("big.txt", "@@\n line 120 of many\n-line 121 of many\n+changed\n");
    const unseen = await update("big.txt", "@@\n line 9000 of many\n-line 9001 of many\n+changed\n");
    expect(seen).toMatchObject({ status: "completed" });
    expect(unseen).toEqual({ status: "failed", output: expect.stringContaining("Next call: Read") });
    expect(workspace.read("big.txt")).toBe(`${lines.with(120, "changed").join("\n")}\n`);
  });

  it("that does not apply changes nothing and says what to do [OAI-47]", async () => {
    const { workspace, read, update } = openBench({ "a.txt": "one\ntwo\nthree\n" });
    await read("a.txt");
    const before = workspace.stamp("a.txt");
    const bad: readonly (readonly [string, RegExp])[] = [
      ["", /changes nothing/],
      ["@@\n one\n", /changes nothing/],
      ["@@\n-nowhere\n+x\n", /does not apply to a\.txt[^]*nowhere[^]*Read the file/],
      ["no mark at all", /does not apply[^]*Invalid Line/],
      ["@@ one\n@@ nowhere\n-two\n+zwei\n", /does not apply[^]*nowhere/],
      ["@@\n-one\n+1\n@@\n-three\n+3\n@@\n-two\n+2\n", /does not apply/],
      ["*** Begin Patch\n@@\n-one\n+1\n", /does not apply/],
      [`@@\n-${"long ".repeat(5000)}\n`, /does not apply/],
    ];
    for (const [diff, words] of bad) {
      const { status, output } = await update("a.txt", diff);
      expect([diff.slice(0, 40), status]).toEqual([diff.slice(0, 40), "failed"]);
      expect(output).toMatch(words);
      expect(output.length).toBeLessThan(1000);
    }
    expect(workspace.stamp("a.txt")).toEqual(before);
  });

  it("of what is no text file is refused in the tools' own words [OAI-48]", async () => {
    const { workspace, read, update } = openBench({
      "book.ipynb": '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}\n',
      "logo.png": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      "sub/a.txt": "a\n",
      "huge.txt": "x\n".repeat(2_200_000),
    });
    await read("book.ipynb");
    const refused: readonly (readonly [string, RegExp])[] = [
      ["book.ipynb", /NotebookEdit/],
      ["logo.png", /PNG|image/],
      ["sub", /directory/],
      ["huge.txt", /Read it first/],
      ["nome.txt", /does not exist|not found/i],
      ["", /path is empty/],
      ["a\0b", /NUL/],
      ["/dev/zero", /device/],
    ];
    for (const [path, words] of refused) {
      const { status, output } = await update(path, "@@\n-a\n+b\n");
      expect([path, status, output]).toEqual([path, "failed", expect.stringMatching(words)]);
    }
    expect(readdirSync(workspace.root).toSorted()).toEqual(["book.ipynb", "huge.txt", "logo.png", "sub"]);
  });

  it("of a file too large for diffs, by its bytes or its lines, says to use Edit [OAI-48]", async () => {
    const { workspace, toolkit, update } = openBench({
      "huge.txt": "x\n".repeat(2_200_000),
      "long.txt": `${"x\n".repeat(500_000)}y\n`,
    });
    for (const name of ["huge.txt", "long.txt"]) {
      await toolkit.call("Read", { file_path: workspace.path(name), offset: 1, limit: 10 });
      const before = workspace.stamp(name);
      const { status, output } = await update(name, "@@\n-x\n+z\n");
      expect([name, status, output]).toEqual([name, "failed", expect.stringContaining("Use Edit")]);
      expect(workspace.stamp(name)).toEqual(before);
    }
  });

  it("leaves the old content where the disk fails, and says so [OAI-49]", async () => {
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const { workspace, read, update, create } = openBench(
      { "a.txt": "one\n" },
      { toolkit: (files) => files.editor({ fileSystem }) },
    );
    await read("a.txt");
    fileSystem.inject({ operation: "replaceIfUnchanged", times: 2, code: "ENOSPC" });
    expect(await update("a.txt", "@@\n-one\n+two\n")).toMatchObject({ status: "failed" });
    expect(await create("b.txt", "+two")).toMatchObject({ status: "failed" });
    expect(workspace.read("a.txt")).toBe("one\n");
    expect(readdirSync(workspace.root)).toEqual(["a.txt"]);
    fileSystem.inject({ operation: "readSmallFile", times: 9, code: "EIO" });
    expect(await update("a.txt", "@@\n-one\n+two\n")).toMatchObject({ status: "failed" });
    expect(workspace.read("a.txt")).toBe("one\n");
  });
});
