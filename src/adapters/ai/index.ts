/** The file tools for the AI SDK (`ai`): for `generateText`, `streamText` and `ToolLoopAgent`. */
import type { ToolApprovalRequest, ToolApprovalResponse } from "ai";
import type { Answer } from "../../permissions/ask.js";
import type { Toolkit } from "../../toolkit.js";
import { Approvals, type Asker } from "../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../common/open-toolkit.js";
import { createToolApproval, createTools, type FileToolApproval, type FileToolSet } from "./file-tools.js";

export type { Approvals, Asker, PendingApproval } from "../common/approvals.js";
export type { ToolkitSource } from "../common/open-toolkit.js";
export type { FileTool, FileToolApproval, FileToolSet } from "./file-tools.js";

export interface FileToolsOptions {
  /** Who asks a person: by default the SDK, unless the toolkit has an `onAsk`. */
  readonly asks?: Asker;
}

export interface FileTools {
  readonly tools: FileToolSet;
  /** For the setting of that name: which calls wait for a person. */
  readonly toolApproval: FileToolApproval;
  /**
   * A person's answer to an approval request, as the part that goes into the next `tool` message. What the SDK has no place
   * for, such as other content, is kept here until the call is made.
   */
  readonly respond: (request: RequestToAnswer, answer: Answer) => ToolApprovalResponse;
  readonly toolkit: Toolkit;
  /** The calls that wait for a person, with what to show. */
  readonly approvals: Approvals;
}

/** As it is among a result's content, or among the parts of a message. */
export type RequestToAnswer = Pick<ToolApprovalRequest, "approvalId"> &
  (Pick<ToolApprovalRequest, "toolCallId"> | { readonly toolCall: { readonly toolCallId: string } });

export function createFileTools(source: ToolkitSource = {}, { asks }: FileToolsOptions = {}): FileTools {
  const toolkit = openToolkit(source, { client: "AI SDK", capabilities: {} });
  const approvals = new Approvals(toolkit, asks);
  return {
    tools: createTools(toolkit, approvals),
    toolApproval: createToolApproval(toolkit, approvals),
    respond: (request, answer) => respond(request, answer, approvals),
    toolkit,
    approvals,
  };
}

function respond(request: RequestToAnswer, answer: Answer, approvals: Approvals): ToolApprovalResponse {
  const callId = "toolCall" in request ? request.toolCall.toolCallId : request.toolCallId;
  const response = { type: "tool-approval-response", approvalId: request.approvalId } as const;
  if (answer.answer === "allow") {
    approvals.answer(callId, answer);
    return { ...response, approved: true };
  }
  approvals.forget(callId);
  return { ...response, approved: false, ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
}
