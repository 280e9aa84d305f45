/** Drives the agents of the OpenAI Agents SDK: its real runner and interruptions, with its own scripted model. */
import { Agent, Runner, type RunToolApprovalItem } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createFileTools, type FileTools } from "../../../src/adapters/openai-agents/index.js";
import type { AgentHarness, AgentTask, OfferedTool, Reviewer, SeenResult, Turn } from "./agents.js";

/** Nothing is sent anywhere: no model is real, and no trace is kept. */
export const offlineRunner: Runner = new Runner({ tracingDisabled: true });

export const openaiAgentsHarness: AgentHarness = {
  async run({ toolkit, turns, review = () => ({ decision: "approve" }), signal }: AgentTask) {
    const files = createFileTools(toolkit);
    const model = scriptModel(turns);
    const agent = new Agent({ name: "Editor", tools: files.tools, model });
    const options = { maxTurns: 30, ...(signal === undefined ? {} : { signal }) };
    let result = await offlineRunner.run(agent, "Do what is to be done.", options);
    while (result.interruptions.length > 0) {
      await reviewAll(result, files, review);
      result = await offlineRunner.run(agent, result.state, options);
    }
    return {
      results: seenResults(model),
      said: result.finalOutput ?? "",
      offered: offeredTools(model),
    };
  },
};

/** A run that waits for a person, whatever its agent is. */
interface InterruptedRun {
  readonly interruptions: readonly RunToolApprovalItem[];
  readonly state: {
    approve(item: RunToolApprovalItem): void;
    reject(item: RunToolApprovalItem, options: { message: string }): void;
  };
}

/** Answers all interruptions of a run, so that it can go on. */
export async function reviewAll(
  { interruptions, state }: InterruptedRun,
  files: FileTools,
  review: Reviewer,
): Promise<void> {
  for (const item of interruptions) {
    const pending = files.approvalOf(item);
    const [question] = pending?.questions ?? [];
    if (pending === undefined || question === undefined) throw new Error("nothing to show a person");
    const verdict = await review(question);
    if (verdict.decision === "deny") {
      files.approvals.forget(pending.id);
      state.reject(item, { message: verdict.reason });
      continue;
    }
    if (verdict.decision === "change")
      files.approvals.answer(pending.id, { answer: "allow", content: verdict.content });
    state.approve(item);
  }
}

/** Ids of calls follow those made before, in a conversation that goes on. */
export function scriptModel(turns: readonly Turn[], madeBefore: number = 0): ScriptedModel {
  let made = madeBefore;
  return new ScriptedModel(
    turns.map((turn) =>
      "say" in turn
        ? [assistantMessage(turn.say)]
        : turn.calls.map(({ tool, input }) => functionCall(tool, input, { callId: `call-${++made}` })),
    ),
  );
}

/** What the model was last sent for its calls. */
export function seenResults(model: ScriptedModel): SeenResult[] {
  const sent = model.lastCall?.request.input ?? [];
  const seen = (typeof sent === "string" ? [] : sent).flatMap((item) => {
    if (item.type !== "function_call_result") return [];
    const { output } = item;
    const parts = typeof output === "string" ? [{ type: "text", text: output } as const] : [output].flat();
    const texts = parts.flatMap((part) => ("text" in part ? [part.text] : []));
    const images = parts.flatMap((part) => (part.type === "input_image" ? [mediaTypeOf(part.image)] : []));
    return [{ callId: item.callId, text: texts.join("\n"), images, isError: undefined }];
  });
  const order = (callId: string): number => Number(callId.split("-").at(-1));
  return seen
    .toSorted((one, other) => order(one.callId) - order(other.callId))
    .map(({ text, images, isError }) => ({ text, images, isError }));
}

function mediaTypeOf(image: unknown): string {
  return /^data:([^;]+);base64,/.exec(String(image))?.[1] ?? "none";
}

function offeredTools(model: ScriptedModel): OfferedTool[] {
  const tools = model.firstCall?.request.tools ?? [];
  return tools.flatMap((tool) =>
    tool.type === "function"
      ? [{ name: tool.name, description: tool.description, schema: { ...tool.parameters } }]
      : [],
  );
}
