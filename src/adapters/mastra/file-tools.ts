/** The toolkit's tools as tools of Mastra. */
import { Tool } from "@mastra/core/tools";
import type { CallOptions, Toolkit, ToolOutputs } from "../../toolkit.js";
import type { CallResult } from "../../tools/run.js";
import type { Approvals } from "../common/approvals.js";
import { describeTool, forEachTool } from "../common/describe-tool.js";
import { toModelOutput } from "./model-output.js";
import { decisionSchema, suspensionSchema } from "./schemas.js";
import { isSuspendedCall, readAnswers } from "./suspended-call.js";

/** A model may send anything as input. The output is the whole result of the call, for programs and their pages. */
export type FileTool<Output = unknown> = Tool<unknown, CallResult<Output>>;

export type FileToolSet = { [Name in keyof ToolOutputs]: FileTool<ToolOutputs[Name]> };

export function createTools(toolkit: Toolkit, approvals: Approvals): FileToolSet {
  function adapt<Output>(
    name: string,
    makeCall: (input: unknown, options: CallOptions) => Promise<CallResult<Output>>,
  ): FileTool<Output> {
    return new Tool<unknown, CallResult<Output>>({
      id: name,
      ...describeTool(toolkit, name),
      suspendSchema: suspensionSchema,
      resumeSchema: decisionSchema,
      execute: async (input, { agent, abortSignal }) => {
        const signal = abortSignal === undefined ? {} : { signal: abortSignal };
        if (agent === undefined) return makeCall(input, signal);
        const { toolCallId, suspend, suspendPayload, resumeData } = agent;
        const call = { id: toolCallId, name, input };
        if (isSuspendedCall(suspendPayload)) {
          const answers = readAnswers(call, suspendPayload, resumeData, approvals);
          return makeCall(input, { ...signal, answers });
        }
        // A decision on what was never suspended is the model's own: Mastra finds such among a call's parameters.
        const isForged = resumeData !== undefined;
        const pending = isForged ? undefined : await approvals.request(call, abortSignal);
        if (pending === undefined) return makeCall(input, signal);
        await suspend({ questions: pending.questions });
        return undefined;
      },
      toModelOutput,
    });
  }
  const adaptOwn = <Name extends keyof ToolOutputs>(name: Name): FileTool<ToolOutputs[Name]> =>
    adapt(name, (input, options) => toolkit.call(name, input, options));

  return {
    ...forEachTool(toolkit, (name) => adapt(name, (input, options) => toolkit.call(name, input, options))),
    Read: adaptOwn("Read"),
    Write: adaptOwn("Write"),
    Edit: adaptOwn("Edit"),
    Glob: adaptOwn("Glob"),
    Grep: adaptOwn("Grep"),
    NotebookEdit: adaptOwn("NotebookEdit"),
  };
}
