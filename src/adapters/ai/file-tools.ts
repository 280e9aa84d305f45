/** The toolkit's tools in the SDK's shape. They are plain objects there, so that nothing of the SDK is loaded. */
import type { SingleToolApprovalFunction, Tool } from "ai";
import type { CallOptions, Toolkit, ToolOutputs } from "../../toolkit.js";
import type { CallResult } from "../../tools/run.js";
import type { Approvals } from "../common/approvals.js";
import { describeTool, forEachTool } from "../common/describe-tool.js";
import { toModelOutput } from "./model-output.js";
import { reviewCall } from "./review-call.js";

/** A model may send anything as input. The output is the whole result of the call, for programs and their pages. */
export type FileTool<Output = unknown> = Tool<unknown, CallResult<Output>, unknown>;

export type FileToolSet = { [Name in keyof ToolOutputs]: FileTool<ToolOutputs[Name]> };

type ReviewTool = SingleToolApprovalFunction<unknown, unknown, unknown>;

export type FileToolApproval = { [Name in keyof ToolOutputs]: ReviewTool };

export function createTools(toolkit: Toolkit, approvals: Approvals): FileToolSet {
  function adapt<Output>(
    name: string,
    call: (input: unknown, options: CallOptions) => Promise<CallResult<Output>>,
  ): FileTool<Output> {
    return {
      ...describeTool(toolkit, name),
      execute: (input, { toolCallId, abortSignal }) =>
        call(input, {
          answers: approvals.take({ id: toolCallId, name, input }),
          ...(abortSignal === undefined ? {} : { signal: abortSignal }),
        }),
      toModelOutput: ({ output }) => toModelOutput(output),
    };
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

export function createToolApproval(toolkit: Toolkit, approvals: Approvals): FileToolApproval {
  const review =
    (name: string): ReviewTool =>
    (input, { toolCallId, messages }) =>
      reviewCall({ id: toolCallId, name, input }, messages, approvals);
  return {
    ...forEachTool(toolkit, review),
    Read: review("Read"),
    Write: review("Write"),
    Edit: review("Edit"),
    Glob: review("Glob"),
    Grep: review("Grep"),
    NotebookEdit: review("NotebookEdit"),
  };
}
