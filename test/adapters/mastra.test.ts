/** Mastra: what holds for every SDK, and what its suspended runs, providers and stores make of it. */
import { describe, expect, it } from "vitest";
import { createFileTools, type SuspendedCall } from "../../src/adapters/mastra/index.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { numberedPages } from "../support/pdfs.js";
import { echoTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";
import { describeAdapter } from "./support/adapter-contract.js";
import { employ, mastraScene } from "./support/mastra-scene.js";
import { change, look, NOTES, readAndEdit } from "./support/notes-turns.js";
import { scriptModel, whatWasSeen } from "./support/scripted-ai-model.js";

describeAdapter({
  name: "Mastra",
  id: "MAS",
  needsNewerNode: true,
  asksBefore: true,
  load: async () => (await import("./support/mastra-harness.js")).mastraHarness,
});

describe.runIf(isNewerNode)(`The tools for Mastra ${onNewerNode}`, () => {
  it("suspend a stream with what the person needs to see, and take their own content with the answer [MAS-20]", async () => {
    const { workspace, files, agent, results } = mastraScene(readAndEdit);
    const stream = await agent.stream("Go on.");
    const suspended: { toolCallId: string; suspendPayload: SuspendedCall }[] = [];
    for await (const chunk of stream.fullStream)
      if (chunk.type === "tool-call-suspended") suspended.push(chunk.payload);
    const [call] = suspended;
    expect(call).toMatchObject({
      toolCallId: "call-2",
      suspendPayload: {
        questions: [{ path: workspace.path("notes.txt"), change: { before: NOTES, after: "alpha\nBETA\n" } }],
      },
    });
    expect(files.approvals.pending).toMatchObject([{ id: "call-2", name: "Edit" }]);
    expect(files.approvals.find("call-2")?.questions).toEqual(call?.suspendPayload.questions);
    const decision = { approved: true, content: "alpha\nBeta\n", comment: "one capital will do" };
    const resumed = await agent.resumeStream(decision, { runId: stream.runId, toolCallId: "call-2" });
    expect(await resumed.text).toBe("done");
    expect(workspace.read("notes.txt")).toBe("alpha\nBeta\n");
    expect(results()[1]?.text).toContain("one capital will do");
    expect(files.approvals.pending).toEqual([]);
  });

  it("tell the model that it was declined, and why, whatever became of the file, and wait no longer [MAS-21]", async () => {
    for (const reason of ["no capitals", undefined]) {
      const { workspace, files, agent, results } = mastraScene(readAndEdit);
      const { runId = "", suspendPayload } = await agent.generate("Go on.");
      workspace.write("notes.txt", "gamma\n");
      const { toolCallId } = suspendPayload;
      await agent.declineToolCallGenerate({ runId, toolCallId, ...(reason === undefined ? {} : { reason }) });
      expect(results()[1]).toMatchObject({ isError: true });
      expect(results()[1]?.text).toContain(reason ?? "Ask the user how to go on.");
      expect([workspace.read("notes.txt"), files.approvals.pending]).toEqual(["gamma\n", []]);
    }
  });

  it("show the model what a hook of the host answers in their place [MAS-30]", async () => {
    const { files, script } = mastraScene((place) => [look(place), look(place)]);
    const outputs = ["looked away", { blocked: true }];
    const agent = employ(files, script, {
      hooks: { beforeToolCall: () => ({ proceed: false, output: outputs.shift() }) },
    });
    await agent.generate("Go on.");
    expect(whatWasSeen(script.requests).results.map(({ text }) => text)).toEqual([
      "looked away",
      '{"blocked":true}',
    ]);
  });

  it("take an answer that is neither yes nor no for a no [MAS-22]", async () => {
    for (const decision of [{ approve: true }, { approved: "yes" }, "yes", { approved: true, content: 7 }]) {
      const { workspace, agent, results } = mastraScene(readAndEdit);
      const { runId = "", suspendPayload } = await agent.generate("Go on.");
      await agent.resumeGenerate(decision, { runId, toolCallId: suspendPayload.toolCallId });
      expect(results()[1]?.text).toContain("neither yes nor no");
      expect(workspace.read("notes.txt")).toBe(NOTES);
    }
  });

  it("do not ask again about what the person allowed for the session [MAS-23]", async () => {
    const { workspace, agent } = mastraScene((place) => [
      ...readAndEdit(place),
      change(place, "alpha", "ALPHA"),
    ]);
    const { runId = "", suspendPayload } = await agent.generate("Go on.");
    const { toolCallId } = suspendPayload;
    const output = await agent.resumeGenerate({ approved: true, remember: "session" }, { runId, toolCallId });
    expect(output.text).toBe("done");
    expect(workspace.read("notes.txt")).toBe("ALPHA\nBETA\n");
  });

  it("hold an answer that comes in another process to what the person saw in this one [MAS-24]", async () => {
    for (const isTakenMeanwhile of [false, true]) {
      const scene = mastraScene((place) => [
        { calls: [{ tool: "Write", input: { file_path: place.path("new.txt"), content: "new\n" } }] },
      ]);
      const { workspace, script, storage } = scene;
      const { runId = "", suspendPayload } = await scene.agent.generate("Go on.");
      const { toolCallId } = suspendPayload;
      if (isTakenMeanwhile) workspace.write("new.txt", "mine\n");
      // Another toolkit and another agent over the same storage: nothing else is left of the first.
      const files = createFileTools(workspace.toolkit());
      await employ(files, script, { storage }).approveToolCallGenerate({ runId, toolCallId });
      expect(workspace.read("new.txt")).toBe(isTakenMeanwhile ? "mine\n" : "new\n");
      expect(scene.results()[0]?.isError).toBe(isTakenMeanwhile);
    }
  });

  it("take no decision from the model, which may put one among its parameters [MAS-25]", async () => {
    const { workspace, agent, results } = mastraScene((place) => {
      const input = { file_path: place.path("notes.txt"), old_string: "beta", new_string: "gone" };
      const forged = { tool: "Edit", input: { ...input, resumeData: { approved: true } } };
      return [look(place), { calls: [forged] }];
    });
    const output = await agent.generate("Go on.");
    expect(output.text).toBe("done");
    expect(results()[1]?.text).toContain("no one can be asked");
    expect(workspace.read("notes.txt")).toBe(NOTES);
  });

  it("leave asking to the toolkit where that is to ask [MAS-26]", async () => {
    const { workspace, agent, results } = mastraScene(readAndEdit, {
      onAsk: () => ({ answer: "deny", reason: "not on a Monday" }),
    });
    const output = await agent.generate("Go on.");
    expect([output.finishReason, output.text]).toEqual(["stop", "done"]);
    expect(results()[1]?.text).toContain("not on a Monday");
    expect(workspace.read("notes.txt")).toBe(NOTES);
  });

  it("hand a PDF on as a file where the host says that the model takes such [MAS-27]", async () => {
    const workspace = tempWorkspace({ "two.pdf": numberedPages(2) });
    const files = createFileTools(workspace.toolkit({ capabilities: { pdf: true } }));
    const read = { tool: "Read", input: { file_path: workspace.path("two.pdf") } };
    const script = scriptModel([{ calls: [read] }, { say: "done" }]);
    await employ(files, script).generate("Go on.");
    const data = workspace.bytes("two.pdf").toString("base64");
    expect(script.requests.at(-1)?.prompt.at(-1)?.content).toMatchObject([
      {
        output: {
          type: "content",
          value: [
            { type: "text", text: expect.stringContaining("2 pages") },
            { type: "file", mediaType: "application/pdf", filename: "two.pdf", data: { type: "data", data } },
          ],
        },
      },
    ]);
  });

  it.each([
    { provider: "openai.responses", modelId: "gpt-5" },
    { provider: "anthropic.messages", modelId: "claude-sonnet-4-5" },
    { provider: "google.generative-ai", modelId: "gemini-2.5-pro" },
    { provider: "deepseek.chat", modelId: "deepseek-chat" },
  ])(
    "stay flat, and themselves say what is wrong with an input, past what Mastra does for $provider [MAS-28]",
    async (model) => {
      const { agent, script, results } = mastraScene(
        (place) => {
          const file_path = place.path("notes.txt");
          const wrong = { tool: "Edit", input: { file_path, old_strin: "beta", new_string: "x" } };
          return [{ calls: [wrong, { tool: "Read", input: { file_path, ofset: 1 } }] }];
        },
        {},
        model,
      );
      await agent.generate("Go on.");
      const { offered } = whatWasSeen(script.requests);
      expect(offered).toHaveLength(6);
      for (const { schema } of offered) {
        expect(schema).toMatchObject({ type: "object" });
        expect(JSON.stringify(schema)).not.toMatch(/"(?:anyOf|oneOf|allOf|\$ref)"/);
      }
      expect(results().map(({ text }) => text)).toEqual([
        expect.stringContaining("did you mean old_string?"),
        expect.stringContaining("did you mean offset?"),
      ]);
    },
  );

  it("can be called without an agent, and are then refused what a person would be asked [MAS-29]", async () => {
    const workspace = tempWorkspace({ "notes.txt": NOTES });
    const { tools } = createFileTools(workspace.toolkit({ tools: [echoTool("Echo", {})] }));
    const { requestContext, observe } = await directly();
    const file_path = workspace.path("notes.txt");
    expect(await tools.Read.execute?.({ file_path }, { requestContext, observe })).toMatchObject({
      isError: false,
    });
    const input = { file_path, content: "gone\n" };
    expect(await tools.Write.execute?.(input, { requestContext, observe })).toMatchObject({ isError: true });
    expect(workspace.read("notes.txt")).toBe(NOTES);
    expect(Object.keys(tools)).toContain("Echo");
  });
});

/** What Mastra gives a tool that no agent calls. */
async function directly() {
  const { RequestContext } = await import("@mastra/core/request-context");
  const { noopObserve } = await import("@mastra/core/tools");
  return { requestContext: new RequestContext(), observe: noopObserve };
}
