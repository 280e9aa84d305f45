/** What a yes is worth with the OpenAI Agents SDK: kept in its state, given for all calls, with words, or to the toolkit. */
import { Agent, RunState } from "@openai/agents";
import type { ScriptedModel } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import {
  createFileTools,
  type FileTools,
  type PendingApproval,
} from "../../src/adapters/openai-agents/index.js";
import type { SavedLedger, Toolkit } from "../../src/index.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";
import type { ScriptedCall, Turn } from "./support/agents.js";
import { offlineRunner, scriptModel, seenResults } from "./support/openai-agents-harness.js";

interface Scene {
  readonly files: FileTools;
  readonly model: ScriptedModel;
  readonly agent: Agent;
}

function openScene(toolkit: Toolkit, turns: readonly Turn[], madeBefore: number = 0): Scene {
  const files = createFileTools(toolkit);
  const model = scriptModel(turns, madeBefore);
  return { files, model, agent: new Agent({ name: "Editor", tools: files.tools, model }) };
}

function write(workspace: TempWorkspace, name: string, content: string): ScriptedCall {
  return { tool: "Write", input: { file_path: workspace.path(name), content } };
}

function readAndEdit(workspace: TempWorkspace): Turn[] {
  const file_path = workspace.path("a.txt");
  return [
    { calls: [{ tool: "Read", input: { file_path } }] },
    { calls: [{ tool: "Edit", input: { file_path, old_string: "alpha", new_string: "beta" } }] },
  ];
}

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: an approval`, () => {
  it("counts for a run whose state was stored and brought back in the same process [OAI-27]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const { files, agent } = openScene(workspace.toolkit(), [...readAndEdit(workspace), { say: "done" }]);
    const asked = await offlineRunner.run(agent, "Edit it.");
    const state = await RunState.fromString(agent, asked.state.toString());
    const [item] = state.getInterruptions();
    if (item === undefined) throw new Error("not asked");
    expect(files.approvalOf(item)?.questions).toHaveLength(1);
    files.approvals.answer("call-2", { answer: "allow", content: "gamma\n" });
    state.approve(item);
    const done = await offlineRunner.run(agent, state);
    await files.toolkit.close();
    expect(done.finalOutput).toBe("done");
    expect(workspace.read("a.txt")).toBe("gamma\n");
  });

  it("counts in another process that brings what was shown and what was read [OAI-28]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const first = openScene(workspace.toolkit(), readAndEdit(workspace));
    const asked = await offlineRunner.run(first.agent, "Edit it.");
    const stored = JSON.stringify({
      state: asked.state.toString(),
      approvals: first.files.approvals.pending,
      ledger: first.files.toolkit.session.export(),
    });
    await first.files.toolkit.close();

    const { state, approvals, ledger } = JSON.parse(stored) as {
      readonly state: string;
      readonly approvals: readonly PendingApproval[];
      readonly ledger: SavedLedger;
    };
    const second = openScene(workspace.toolkit(), [{ say: "done" }]);
    second.files.toolkit.session.import(ledger);
    second.files.approvals.restore(approvals);
    const resumed = await RunState.fromString(second.agent, state);
    const [item] = resumed.getInterruptions();
    if (item === undefined) throw new Error("not asked");
    const question = second.files.approvalOf(item)?.questions[0];
    expect(question?.change).toMatchObject({ before: "alpha\n", after: "beta\n" });
    resumed.approve(item);
    await offlineRunner.run(second.agent, resumed);
    await second.files.toolkit.close();
    expect(workspace.read("a.txt")).toBe("beta\n");
  });

  it("from another process counts no more once the file is another [OAI-28]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const first = openScene(workspace.toolkit(), readAndEdit(workspace));
    const asked = await offlineRunner.run(first.agent, "Edit it.");
    const second = openScene(workspace.toolkit(), [{ say: "done" }]);
    second.files.toolkit.session.import(first.files.toolkit.session.export());
    second.files.approvals.restore(first.files.approvals.pending);
    await first.files.toolkit.close();
    workspace.write("a.txt", "alpha and more\n");
    const resumed = await RunState.fromString(second.agent, asked.state.toString());
    for (const item of resumed.getInterruptions()) resumed.approve(item);
    await offlineRunner.run(second.agent, resumed);
    await second.files.toolkit.close();
    expect(workspace.read("a.txt")).toBe("alpha and more\n");
    expect(seenResults(second.model)[1]?.text).toContain("modified since read");
  });

  it("counts for nothing in a process that does not know what was shown; the model is told to call again [OAI-29]", async () => {
    const workspace = tempWorkspace();
    const turn = { calls: [write(workspace, "new.txt", "new\n")] };
    const first = openScene(workspace.toolkit(), [turn]);
    const asked = await offlineRunner.run(first.agent, "Write it.");
    await first.files.toolkit.close();

    const second = openScene(workspace.toolkit(), [turn, { say: "done" }], 1);
    const resumed = await RunState.fromString(second.agent, asked.state.toString());
    for (const item of resumed.getInterruptions()) resumed.approve(item);
    const again = await offlineRunner.run(second.agent, resumed);
    expect(workspace.stamp("new.txt")).toBeUndefined();
    expect(seenResults(second.model)[0]?.text).toContain("Make the call again");
    // The model did, and the person is asked here.
    expect(again.interruptions.map((item) => second.files.approvalOf(item)?.name)).toEqual(["Write"]);
    for (const item of again.interruptions) again.state.approve(item);
    await offlineRunner.run(second.agent, again.state);
    await second.files.toolkit.close();
    expect(workspace.read("new.txt")).toBe("new\n");
  });

  it("of all calls of a tool is one of what a session can be allowed, and of nothing else [OAI-30]", async () => {
    const workspace = tempWorkspace();
    const { files, model, agent } = openScene(workspace.toolkit(), [
      { calls: [write(workspace, "one.txt", "1\n")] },
      { calls: [write(workspace, "two.txt", "2\n")] },
      { calls: [write(workspace, ".npmrc", "ignore-scripts=false\n")] },
      { say: "done" },
    ]);
    const asked = await offlineRunner.run(agent, "Write them.");
    for (const item of asked.interruptions) asked.state.approve(item, { alwaysApprove: true });
    const done = await offlineRunner.run(agent, asked.state);
    await files.toolkit.close();
    expect(done.finalOutput).toBe("done");
    expect([workspace.read("one.txt"), workspace.read("two.txt")]).toEqual(["1\n", "2\n"]);
    expect(workspace.stamp(".npmrc")).toBeUndefined();
    expect(seenResults(model)[2]?.text).toContain("asked about each time");
    expect(files.approvals.pending).toEqual([]);
  });

  it("of all calls takes no rejection back of what is asked about each time [FIX-211]", async () => {
    const workspace = tempWorkspace();
    const { files, model, agent } = openScene(workspace.toolkit(), [
      { calls: [".npmrc", ".yarnrc", "one.txt"].map((name) => write(workspace, name, "x\n")) },
      { say: "done" },
    ]);
    const asked = await offlineRunner.run(agent, "Write them.");
    const [rejected, answered, approved] = asked.interruptions;
    if (rejected === undefined || answered === undefined || approved === undefined)
      throw new Error("not asked");
    asked.state.reject(rejected);
    files.approvals.answer("call-2", { answer: "allow" });
    asked.state.approve(answered);
    asked.state.approve(approved, { alwaysApprove: true });
    await offlineRunner.run(agent, asked.state);
    await files.toolkit.close();
    expect(workspace.stamp(".npmrc")).toBeUndefined();
    expect([workspace.read(".yarnrc"), workspace.read("one.txt")]).toEqual(["x\n", "x\n"]);
    expect(seenResults(model)[0]?.text).toContain("asked about each time");
    expect(files.approvals.pending).toEqual([]);
  });

  it("may bring a comment for the model, and be remembered for the session [OAI-31]", async () => {
    const workspace = tempWorkspace();
    const { files, model, agent } = openScene(workspace.toolkit(), [
      { calls: [write(workspace, "one.txt", "1\n")] },
      { calls: [write(workspace, "one.txt", "2\n")] },
      { say: "done" },
    ]);
    const asked = await offlineRunner.run(agent, "Write it twice.");
    const answer = { answer: "allow", comment: "Mind the final newline.", remember: "session" } as const;
    for (const item of asked.interruptions) {
      files.approvals.answer("call-1", answer);
      asked.state.approve(item);
    }
    const done = await offlineRunner.run(agent, asked.state);
    await files.toolkit.close();
    expect(done.interruptions).toEqual([]);
    expect(seenResults(model)[0]?.text).toContain("Mind the final newline.");
    expect(workspace.read("one.txt")).toBe("2\n");
  });

  it("is the toolkit's to ask for where its host has said whom to ask [OAI-32]", async () => {
    const workspace = tempWorkspace();
    const asked: string[] = [];
    const toolkit = workspace.toolkit({
      onAsk: ({ realPath }) => {
        asked.push(realPath);
        return { answer: "deny", reason: "not today" };
      },
    });
    const { files, model, agent } = openScene(toolkit, [
      { calls: [write(workspace, "one.txt", "1\n")] },
      { say: "done" },
    ]);
    const { interruptions } = await offlineRunner.run(agent, "Write it.");
    await files.toolkit.close();
    expect(interruptions).toEqual([]);
    expect(asked).toEqual([workspace.path("one.txt")]);
    expect(seenResults(model)[0]?.text).toContain("not today");
  });

  it("is not asked for where rules deny or allow a call; a denied one is answered [OAI-33]", async () => {
    const workspace = tempWorkspace({ "secret.txt": "s\n" });
    const toolkit = workspace.toolkit({
      permissions: { deny: ["Read(secret.txt)"], allow: ["Edit(notes/**)"] },
    });
    const { files, model, agent } = openScene(toolkit, [
      {
        calls: [
          { tool: "Read", input: { file_path: workspace.path("secret.txt") } },
          write(workspace, "secret.txt", "mine\n"),
          write(workspace, "notes/a.md", "a\n"),
        ],
      },
      { say: "done" },
    ]);
    const { interruptions } = await offlineRunner.run(agent, "Try it.");
    await files.toolkit.close();
    expect(interruptions).toEqual([]);
    const [looked, wrote] = seenResults(model);
    expect(looked?.text).toContain("denied by the user's permission rules");
    expect(wrote?.text).toContain("denied by the user's permission rules");
    expect([workspace.read("secret.txt"), workspace.read("notes/a.md")]).toEqual(["s\n", "a\n"]);
  });
});
