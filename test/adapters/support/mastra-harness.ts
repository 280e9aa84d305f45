/** An agent of Mastra: suspended and resumed by its own means until it is done. */
import { createFileTools } from "../../../src/adapters/mastra/index.js";
import type { AgentHarness, AgentTask } from "./agents.js";
import { employ } from "./mastra-scene.js";
import { scriptModel, whatWasSeen } from "./scripted-ai-model.js";

export const mastraHarness: AgentHarness = {
  async run({ toolkit, turns, review = () => ({ decision: "approve" }), signal }: AgentTask) {
    const files = createFileTools(toolkit);
    const script = scriptModel(turns);
    const agent = employ(files, script);
    const options = { maxSteps: 20, ...(signal === undefined ? {} : { abortSignal: signal }) };
    let output = await agent.generate("Go on.", options);
    while (output.finishReason === "suspended") {
      const { runId, suspendPayload } = output;
      const { toolCallId } = suspendPayload;
      const [question] = files.approvals.find(toolCallId)?.questions ?? [];
      if (runId === undefined || question === undefined)
        throw new Error("A call waits that no one has decided.");
      const verdict = await review(question);
      if (verdict.decision === "change")
        files.approvals.answer(toolCallId, { answer: "allow", content: verdict.content });
      const resumed = { ...options, runId, toolCallId };
      output =
        verdict.decision === "deny"
          ? await agent.declineToolCallGenerate({ ...resumed, reason: verdict.reason })
          : await agent.approveToolCallGenerate(resumed);
    }
    signal?.throwIfAborted();
    return { said: output.text, ...whatWasSeen(script.requests) };
  },
};
