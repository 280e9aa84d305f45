/** LangChain's agent in its own loop, with its fake model, its checkpointer and its interrupts. */
import { HumanMessage } from "@langchain/core/messages";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { type AnyAgentMiddleware, createAgent, type Decision } from "langchain";
import {
  createFileTools,
  type FileReviewRequest,
  type FileTools,
} from "../../../src/adapters/langchain/index.js";
import type { AgentHarness, AgentRun, AgentTask, Reviewer } from "./agents.js";
import { type ScriptedModel, scriptModel } from "./langchain-model.js";

// Nothing is sent anywhere, whatever the machine is set to.
for (const prefix of ["LANGSMITH", "LANGCHAIN"])
  for (const name of ["TRACING", "TRACING_V2"]) delete process.env[`${prefix}_${name}`];

export interface AgentParts {
  readonly files: FileTools;
  readonly script: ScriptedModel;
  /** By default the one of the tools. */
  readonly middleware?: readonly AnyAgentMiddleware[];
  readonly checkpointer?: MemorySaver;
  readonly signal?: AbortSignal;
}

/** One conversation of an agent. */
export interface Conversation {
  readonly agent: ReturnType<typeof makeAgent>;
  readonly config: { readonly configurable: { readonly thread_id: string } };
  /** Says the first words; answers what it was interrupted with, if it was. */
  readonly start: () => Promise<FileReviewRequest | undefined>;
  readonly resume: (resume: unknown) => Promise<FileReviewRequest | undefined>;
}

function makeAgent({ files, script, middleware = [files.middleware], checkpointer }: AgentParts) {
  const { model } = script;
  return createAgent({
    model,
    tools: files.tools,
    middleware,
    checkpointer: checkpointer ?? new MemorySaver(),
  });
}

export function converse(parts: AgentParts): Conversation {
  const agent = makeAgent(parts);
  const { signal } = parts;
  const config = {
    configurable: { thread_id: "1" },
    recursionLimit: 100,
    ...(signal === undefined ? {} : { signal }),
  };
  return {
    agent,
    config,
    start: async () => findRequest(await agent.invoke({ messages: [new HumanMessage("go on")] }, config)),
    resume: async (resume) => findRequest(await agent.invoke(new Command({ resume }), config)),
  };
}

/** What a run was interrupted with, if it was. */
export function findRequest(state: unknown): FileReviewRequest | undefined {
  return isInterrupted<FileReviewRequest>(state) ? state[INTERRUPT][0]?.value : undefined;
}

export const langchainHarness: AgentHarness = {
  async run(task: AgentTask): Promise<AgentRun> {
    const { toolkit, turns, review = () => ({ decision: "approve" }), signal } = task;
    const files = createFileTools(toolkit);
    const script = scriptModel(turns);
    const conversation = converse({ files, script, ...(signal === undefined ? {} : { signal }) });
    let request = await conversation.start();
    while (request !== undefined) {
      const decisions = await decideAll(request, files, review);
      request = await conversation.resume({ decisions });
    }
    const { offered, said } = script;
    return { results: script.results(), said: said(), offered };
  },
};

async function decideAll(
  { actionRequests }: FileReviewRequest,
  { approvals }: FileTools,
  review: Reviewer,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  for (const { id } of actionRequests) {
    const [question] = approvals.find(id)?.questions ?? [];
    if (question === undefined) throw new Error(`${id} is asked about without a question`);
    const verdict = await review(question);
    if (verdict.decision === "deny") {
      decisions.push({ type: "reject", message: verdict.reason });
      continue;
    }
    if (verdict.decision === "change") approvals.answer(id, { answer: "allow", content: verdict.content });
    decisions.push({ type: "approve" });
  }
  return decisions;
}
