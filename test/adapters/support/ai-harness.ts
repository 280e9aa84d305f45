/** An agent of the AI SDK: `ToolLoopAgent`, run again with the person's answers until it is done. */
import { type ModelMessage, type ToolApprovalResponse, ToolLoopAgent } from "ai";
import { createFileTools } from "../../../src/adapters/ai/index.js";
import type { Answer } from "../../../src/index.js";
import type { AgentHarness, AgentTask, Review } from "./agents.js";
import { scriptModel, whatWasSeen } from "./scripted-ai-model.js";

export const aiHarness: AgentHarness = {
  async run({ toolkit, turns, review = () => ({ decision: "approve" }), signal }: AgentTask) {
    const { tools, toolApproval, approvals, respond } = createFileTools(toolkit);
    const { model, requests } = scriptModel(turns);
    const agent = new ToolLoopAgent({ model, tools, toolApproval });
    const messages: ModelMessage[] = [{ role: "user", content: "Go on." }];
    for (;;) {
      const result = await agent.generate({
        messages,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      messages.push(...result.responseMessages);
      const asked = result.content.filter((part) => part.type === "tool-approval-request");
      if (asked.length === 0) return { said: result.text, ...whatWasSeen(requests) };
      const content: ToolApprovalResponse[] = [];
      for (const request of asked) {
        const [question] = approvals.find(request.toolCall.toolCallId)?.questions ?? [];
        if (question === undefined) throw new Error("The SDK asks about a call that no one has decided.");
        content.push(respond(request, toAnswer(await review(question))));
      }
      messages.push({ role: "tool", content });
    }
  },
};

function toAnswer(review: Review): Answer {
  if (review.decision === "deny") return { answer: "deny", reason: review.reason };
  return review.decision === "change" ? { answer: "allow", content: review.content } : { answer: "allow" };
}
