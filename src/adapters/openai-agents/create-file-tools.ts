/** The file tools as function tools. They are plain objects, so that nothing of the SDK is loaded for them. */
import type { FunctionTool, RunContext, RunToolApprovalItem } from "@openai/agents";
import type { ToolInfo, Toolkit } from "../../toolkit.js";
import { Approvals, type Asker, type PendingApproval, type SdkCall } from "../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../common/open-toolkit.js";
import { toStrictSchema } from "../common/strict-schema.js";
import { type FileToolOutput, renderOutput } from "./render-output.js";
import { ANY_CALL, type Settled, settleShown, settleUnshown } from "./settle-approval.js";

export interface FileToolOptions {
  /**
   * Who asks a person: "sdk" interrupts the run, "toolkit" lets the call wait for `onAsk` or the console. By default the SDK,
   * unless the toolkit has an `onAsk`.
   */
  readonly asks?: Asker;
}

/** Takes whatever a model sends: the tool itself says what is wrong with it. For agents of any context. */
export type FileTool = Pick<
  FunctionTool<unknown, FunctionTool["parameters"], FileToolOutput>,
  "type" | "name" | "description" | "parameters" | "strict" | "isEnabled" | "needsApproval" | "invoke"
>;

export interface FileTools {
  /** For `new Agent({ tools })`. */
  readonly tools: FileTool[];
  readonly toolkit: Toolkit;
  readonly approvals: Approvals;
  /** What to show a person about an interruption; undefined for one that is not of these tools. */
  approvalOf(item: RunToolApprovalItem): PendingApproval | undefined;
}

export function createFileTools(source: ToolkitSource = {}, { asks }: FileToolOptions = {}): FileTools {
  const toolkit = openToolkit(source, {
    client: "OpenAI Agents",
    capabilities: { pdf: true },
  });
  const approvals = new Approvals(toolkit, asks);
  return {
    tools: toolkit.tools.map((info) => toFunctionTool(info, toolkit, approvals)),
    toolkit,
    approvals,
    approvalOf: ({ rawItem }) =>
      "callId" in rawItem && rawItem.callId !== undefined ? approvals.find(rawItem.callId) : undefined,
  };
}

function toFunctionTool(
  { name, description, inputSchema }: ToolInfo,
  toolkit: Toolkit,
  approvals: Approvals,
): FileTool {
  const { type, properties, required, additionalProperties } = toStrictSchema(inputSchema);
  return {
    type: "function",
    name,
    description,
    parameters: { type, properties: { ...properties }, required: [...required], additionalProperties },
    strict: true,
    isEnabled: async () => true,
    needsApproval: async (_, input, id) =>
      id !== undefined && (await approvals.request({ id, name, input })) !== undefined,
    async invoke(runContext, text, { toolCall, signal } = {}) {
      const call = { id: toolCall?.callId ?? ANY_CALL, name, input: parseArguments(text) };
      const settled = await settle(call, runContext, approvals, signal);
      if ("refusal" in settled) return settled.refusal;
      const { answers } = settled;
      const options = signal === undefined ? { answers } : { answers, signal };
      return renderOutput((await toolkit.call(name, call.input, options)).content);
    },
  };
}

async function settle(
  call: SdkCall,
  runContext: Pick<RunContext, "isToolApproved">,
  approvals: Approvals,
  signal: AbortSignal | undefined,
): Promise<Settled> {
  const isApproved = (callId: string): boolean =>
    runContext.isToolApproved({ toolName: call.name, callId }) === true;
  const isStanding = isApproved(ANY_CALL);
  const pending = approvals.find(call.id);
  if (pending !== undefined) return settleShown(pending, call, { isStanding }, approvals);
  if (!isApproved(call.id)) return { answers: approvals.take(call) };
  return settleUnshown(call, { isStanding, signal }, approvals);
}

/** What is no JSON is handed on as it is: the tool has the words for it. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
