/** What the adapter makes fits LangChain's own types as it is. Compiled, never run. */
import type { BaseChatModel, BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { ClientTool, StructuredToolInterface } from "@langchain/core/tools";
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import {
  type AgentMiddleware,
  type AnyAgentMiddleware,
  createAgent,
  type HITLRequest,
  type HITLResponse,
} from "langchain";
import {
  createFileTools,
  type FileReviewRequest,
  type FileReviewResponse,
} from "../../src/adapters/langchain/index.js";
import { createToolkit } from "../../src/index.js";

declare const model: BaseChatModel;
declare const request: FileReviewRequest;

const files = createFileTools({ roots: ["/home/me/project"] });
createFileTools();
createFileTools(createToolkit(), { asks: "toolkit", strict: true });

export const structured: readonly StructuredToolInterface[] = files.tools;
export const client: readonly ClientTool[] = files.tools;
export const bindable: readonly BindToolsInput[] = files.tools;
export const middleware: AgentMiddleware = files.middleware;
export const anyMiddleware: AnyAgentMiddleware = files.middleware;
export const shown: HITLRequest = request;
export const response: HITLResponse = { decisions: [{ type: "approve" }] } satisfies FileReviewResponse;
export const resuming = new Command({ resume: response });

export const bound = model.bindTools?.(files.tools);
export const agent = createAgent({
  model,
  tools: files.tools,
  middleware: [files.middleware],
  checkpointer: new MemorySaver(),
});
export const mixed = createAgent({ model, tools: [...files.tools], middleware: [files.middleware] });
export const graph = new StateGraph(MessagesAnnotation)
  .addNode("review", files.review)
  .addNode("tools", new ToolNode(files.tools));

/** A middleware without state of its own leaves the agent's state as it is. */
export async function lastWords(): Promise<string | undefined> {
  const state = await agent.invoke({ messages: [{ role: "user", content: "Tidy up." }] });
  return state.messages.at(-1)?.text;
}
