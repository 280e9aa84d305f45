/** Patches that a person has approved earlier: in a stored state, with all others, or by a handler. */
import { Agent, applyPatchTool, RunState } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { createPatchEditor } from "../../src/adapters/openai-agents/index.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { tempWorkspace } from "../support/workspace.js";
import { offlineRunner } from "./support/openai-agents-harness.js";
import {
  CHANGE,
  create,
  createPatchAgent,
  type PatchAgent,
  readAndPatch,
} from "./support/openai-patch-harness.js";

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: a patch that was approved`, () => {
  it("goes on from stored state: here, or in another process that brings what was shown [OAI-62]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const first = await readAndPatch(workspace, [CHANGE]);
    const asked = await offlineRunner.run(first.agent, "Patch.");
    const stored = asked.state.toString();
    const { approvals, toolkit } = first.files;

    const stranger = createPatchAgent(workspace.toolkit(), []);
    await approveAll(stranger, stored);
    expect(stranger.answers()).toEqual([
      { status: "failed", output: expect.stringContaining("Read it first") },
    ]);
    const reader = await readAndPatch(workspace);
    await approveAll(reader, stored);
    expect(reader.answers()).toEqual([{ status: "failed", output: expect.stringContaining("call again") }]);
    expect(workspace.read("a.txt")).toBe("alpha\nbeta\n");

    const heir = createPatchAgent(workspace.toolkit(), []);
    heir.files.toolkit.session.import(toolkit.session.export());
    heir.files.approvals.restore(structuredClone(approvals.pending));
    await approveAll(heir, stored);
    expect(heir.answers()).toMatchObject([{ status: "completed" }]);
    expect(workspace.read("a.txt")).toBe("alpha\ngamma\n");
  });

  it("goes on in the same process from stored state [OAI-62]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(workspace, [CHANGE]);
    const asked = await offlineRunner.run(patcher.agent, "Patch.");
    await approveAll(patcher, asked.state.toString());
    expect(patcher.answers()).toMatchObject([{ status: "completed" }]);
    expect(workspace.read("a.txt")).toBe("alpha\ngamma\n");
  });

  it("needs no one once all patches are approved, but for what is asked about each time [OAI-63]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\nbeta\n" });
    const patcher = await readAndPatch(
      workspace,
      [CHANGE],
      [create("b.txt", "+b"), create(".npmrc", "+x=1")],
    );
    const asked = await offlineRunner.run(patcher.agent, "Patch.");
    for (const item of asked.interruptions) asked.state.approve(item, { alwaysApprove: true });
    const done = await offlineRunner.run(patcher.agent, asked.state);
    expect(done.finalOutput).toBe("done");
    expect(patcher.answers()).toEqual([
      expect.objectContaining({ status: "completed" }),
      expect.objectContaining({ status: "completed" }),
      { status: "failed", output: expect.stringContaining("asked about each time") },
    ]);
    expect(workspace.read("b.txt")).toBe("b");
    expect(workspace.stamp(".npmrc")).toBeUndefined();
  });

  it("with all others is not one that was rejected before, if it is asked about each time [FIX-211]", async () => {
    const workspace = tempWorkspace();
    const patcher = createPatchAgent(workspace.toolkit(), [
      [create(".npmrc", "+x=1"), create("b.txt", "+b")],
      [create(".npmrc", "+x=1")],
    ]);
    const asked = await offlineRunner.run(patcher.agent, "Patch.");
    const [rejected, approved] = asked.interruptions;
    if (rejected === undefined || approved === undefined) throw new Error("not asked");
    asked.state.reject(rejected);
    asked.state.approve(approved, { alwaysApprove: true });
    await offlineRunner.run(patcher.agent, asked.state);
    expect(workspace.read("b.txt")).toBe("b");
    expect(workspace.stamp(".npmrc")).toBeUndefined();
  });

  it("may be answered at once by the SDK's onApproval [OAI-64]", async () => {
    const workspace = tempWorkspace();
    const { model, files } = createPatchAgent(workspace.toolkit(), [
      [create("yes.txt", "+y"), create("no.txt", "+n")],
    ]);
    const patching = applyPatchTool({
      ...createPatchEditor(files),
      onApproval: async (_, item) => {
        const path = files.approvalOf(item)?.questions[0]?.realPath ?? "";
        return path.endsWith("yes.txt") ? { approve: true } : { approve: false, reason: "no" };
      },
    });
    const agent = new Agent({ name: "Patcher", tools: [patching], model });
    const { interruptions } = await offlineRunner.run(agent, "Patch.");
    expect(interruptions).toEqual([]);
    expect(workspace.read("yes.txt")).toBe("y");
    expect(workspace.stamp("no.txt")).toBeUndefined();
  });
});

async function approveAll({ agent }: PatchAgent, stored: string): Promise<void> {
  const state = await RunState.fromString(agent, stored);
  for (const item of state.getInterruptions()) state.approve(item);
  await offlineRunner.run(agent, state);
}
