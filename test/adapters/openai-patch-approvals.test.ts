/** Patches that a person is asked about, in the SDK's real loop. */
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFileTools, createPatchEditor } from "../../src/adapters/openai-agents/index.js";
import type { Question } from "../../src/index.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { tempWorkspace } from "../support/workspace.js";
import { offlineRunner } from "./support/openai-agents-harness.js";
import {
  CHANGE,
  create,
  createPatchAgent,
  readAndPatch,
  runPatches,
  update,
} from "./support/openai-patch-harness.js";

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: a patch that needs a person`, () => {
  it("shows them the difference, and is made once they agree [OAI-53]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(workspace, [CHANGE, create("b.txt", "+new\n+")]);
    const asked: Question[] = [];
    await runPatches(patcher, (question) => {
      asked.push(question);
      return { decision: "approve" };
    });
    expect(asked.map(({ realPath, change }) => [realPath, change?.before, change?.after])).toEqual([
      [workspace.path("a.txt"), "alpha\nbeta\n", "alpha\ngamma\n"],
      [workspace.path("b.txt"), null, "new\n"],
    ]);
    expect(patcher.answers()).toMatchObject([{ status: "completed" }, { status: "completed" }]);
    expect(patcher.answers()[0]?.output).toContain("-beta\n+gamma");
    expect([workspace.read("a.txt"), workspace.read("b.txt")]).toEqual(["alpha\ngamma\n", "new\n"]);
    expect(patcher.files.approvals.pending).toEqual([]);
  });

  it("fails with their reason when they refuse, and leaves the file [OAI-54]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(workspace, [CHANGE]);
    await runPatches(patcher, () => ({ decision: "deny", reason: "beta is right" }));
    expect(patcher.answers()).toEqual([{ status: "failed", output: "beta is right" }]);
    expect(workspace.read("a.txt")).toBe("alpha\nbeta\n");
  });

  it("has what they made of it, and says so [OAI-55]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(workspace, [CHANGE], [update("a.txt", "@@\n-delta\n+epsilon\n")]);
    const contents = ["alpha\ndelta\n", "alpha\nepsilon\n"];
    await runPatches(patcher, () => ({ decision: "change", content: contents.shift() ?? "" }));
    const [first, second] = patcher.answers();
    expect(first).toEqual({ status: "completed", output: expect.stringContaining("delta") });
    expect(second).toMatchObject({ status: "completed" });
    expect(workspace.read("a.txt")).toBe("alpha\nepsilon\n");
  });

  it("changes nothing that they have not seen, if the file changes while they think [OAI-56]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(workspace, [CHANGE, create("b.txt", "+mine")]);
    await runPatches(patcher, ({ realPath }) => {
      if (realPath.endsWith("a.txt")) workspace.write("a.txt", "alpha\nbeta\nby another\n");
      else workspace.write("b.txt", "by another\n");
      return { decision: "approve" };
    });
    const [changed, created] = patcher.answers();
    expect(changed).toEqual({ status: "failed", output: expect.stringContaining("modified since read") });
    expect(created).toEqual({ status: "failed", output: expect.stringContaining("exists already") });
    expect(workspace.read("a.txt")).toBe("alpha\nbeta\nby another\n");
    expect(workspace.read("b.txt")).toBe("by another\n");
  });

  it("passes with another one of the same file and turn, wherever that has moved it [OAI-57]", async () => {
    const middle = Array.from({ length: 20 }, (_, index) => `middle ${index}\n`).join("");
    const workspace = tempWorkspace({ "a.txt": `first\n${middle}last\n` });
    const patcher = await readAndPatch(workspace, [
      update("a.txt", "@@\n-first\n+1\n+2\n"),
      update("a.txt", "@@\n-last\n+end\n"),
    ]);
    await runPatches(patcher);
    expect(patcher.answers()).toMatchObject([{ status: "completed" }, { status: "completed" }]);
    expect(workspace.read("a.txt")).toBe(`1\n2\n${middle}end\n`);
  });

  it("is told apart from one that says the same, of which one is refused [OAI-58]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(workspace, [CHANGE, CHANGE]);
    const { agent, files } = patcher;
    const asked = await offlineRunner.run(agent, "Patch.");
    const [first, second] = asked.interruptions;
    if (first === undefined || second === undefined) throw new Error("not asked twice");
    files.approvals.answer("patch-1", { answer: "allow", content: "of the first\n" });
    files.approvals.answer("patch-2", { answer: "allow", content: "of the second\n" });
    asked.state.reject(first, { message: "once is enough" });
    asked.state.approve(second);
    await offlineRunner.run(agent, asked.state);
    expect(patcher.answers().map(({ status }) => status)).toEqual(["failed", "completed"]);
    expect(workspace.read("a.txt")).toBe("of the second\n");
  });

  it("is not made by a yes to a call of another tool that says the same [OAI-58]", async () => {
    const workspace = tempWorkspace();
    const { files, agent } = createPatchAgent(workspace.toolkit(), [[create("b.txt", "+b")]]);
    const file_path = workspace.path("b.txt");
    await files.approvals.request({ id: "write-1", name: "Write", input: { file_path, content: "b" } });
    const { editor } = createPatchEditor(files);
    const unasked = await editor.createFile({ type: "create_file", path: "b.txt", diff: "+b" });
    expect(unasked).toMatchObject({ status: "failed" });
    const { interruptions } = await offlineRunner.run(agent, "Patch.");
    expect(interruptions).toHaveLength(1);
    expect(workspace.stamp("b.txt")).toBeUndefined();
  });

  it("of a file that need not be read is asked about, and made, like any other [OAI-44]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = createPatchAgent(workspace.toolkit(), [[CHANGE]], { readFirst: false });
    const asked: Question[] = [];
    await runPatches(patcher, (question) => {
      asked.push(question);
      return { decision: "approve" };
    });
    expect(asked).toMatchObject([{ change: { before: "alpha\nbeta\n", after: "alpha\ngamma\n" } }]);
    expect(workspace.read("a.txt")).toBe("alpha\ngamma\n");
  });

  it("that can only fail is not asked about [OAI-59]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n", "unread.txt": "u\n" });
    const patcher = await readAndPatch(workspace, [
      update("unread.txt", "@@\n-u\n+v\n"),
      update("a.txt", "@@\n-nowhere\n+x\n"),
      create("a.txt", "+mine"),
      { type: "delete_file", path: "a.txt" },
    ]);
    const result = await offlineRunner.run(patcher.agent, "Patch.");
    expect(result.interruptions).toEqual([]);
    expect(patcher.answers().map(({ status }) => status)).toEqual(["failed", "failed", "failed", "failed"]);
    expect(workspace.read("a.txt")).toBe("alpha\nbeta\n");
  });

  it("that leads out of the roots is asked about with the place it leads to; unasked, it is refused [OAI-60]", async () => {
    const workspace = tempWorkspace({ link: { link: "../aside" } });
    mkdirSync(workspace.path("..", "aside"));
    const ways = ["../x.txt", "sub/../../x.txt", "link/x.txt"];
    const patcher = createPatchAgent(workspace.toolkit(), [ways.map((way) => create(way, "+out"))]);
    const asked: Question[] = [];
    await runPatches(patcher, (question) => {
      asked.push(question);
      return { decision: "deny", reason: "stay inside" };
    });
    const outside = workspace.path("..", "x.txt");
    expect(asked.map(({ realPath }) => realPath)).toEqual([
      outside,
      outside,
      workspace.path("..", "aside", "x.txt"),
    ]);
    // Straight to the editor, past the question.
    const { editor } = createPatchEditor(createFileTools(workspace.toolkit()));
    for (const path of ways) {
      const answer = await editor.createFile({ type: "create_file", path, diff: "+out" });
      expect(answer).toEqual({ status: "failed", output: expect.stringContaining("Nothing was changed") });
    }
    expect(workspace.stamp("../x.txt")).toBeUndefined();
    expect(workspace.stamp("../aside/x.txt")).toBeUndefined();
  });

  it("is refused where rules deny, and made without a question where they allow [OAI-61]", async () => {
    const workspace = tempWorkspace({ "secret.txt": "s\n", "a.txt": "alpha\nbeta\n" });
    const toolkit = workspace.toolkit({
      permissions: { deny: ["Read(secret.txt)", "Edit(locked/**)"], allow: ["Edit(a.txt)"] },
    });
    await toolkit.call("Read", { file_path: workspace.path("a.txt") });
    const patcher = createPatchAgent(toolkit, [
      [update("secret.txt", "@@\n-s\n+t\n"), create("secret.txt", "+t"), create("locked/x", "+x"), CHANGE],
    ]);
    const result = await offlineRunner.run(patcher.agent, "Patch.");
    expect(result.interruptions).toEqual([]);
    const denied = {
      status: "failed",
      output: expect.stringContaining("denied by the user's permission rules"),
    };
    expect(patcher.answers()).toEqual([
      denied,
      denied,
      denied,
      expect.objectContaining({ status: "completed" }),
    ]);
    expect([workspace.read("secret.txt"), workspace.read("a.txt")]).toEqual(["s\n", "alpha\ngamma\n"]);
  });
});
