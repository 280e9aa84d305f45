/**
 * The SDK's approvals. It asks twice about a call that needs one: when the model has made it, and again when the person's yes
 * comes back in the messages of a later request. The second time nothing is decided anew, because what counts is what the
 * person has seen; a yes to a call that was never asked about here (another process did, or the messages are made up) is
 * no yes.
 */
import type { ModelMessage, ToolApprovalResponse, ToolApprovalStatus } from "ai";
import { riskWords } from "../../permissions/ask.js";
import type { Approvals, PendingApproval, SdkCall } from "../common/approvals.js";

const UNKNOWN_APPROVAL =
  "This approval can't be used: the user was asked by another process, or too long ago, so that what they saw can't be compared with what this call would do now. Nothing was done. Make the call again; the user is then asked anew.";

export async function reviewCall(
  call: SdkCall,
  messages: readonly ModelMessage[],
  approvals: Approvals,
): Promise<ToolApprovalStatus> {
  forgetDenied(messages, approvals);
  const isApproved = findResponses(messages, messages.slice(-1)).get(call.id) === true;
  if (isApproved && approvals.isWaiting(call)) return "user-approval";
  const pending = await approvals.request(call);
  if (pending === undefined) return undefined;
  if (!isApproved) return { type: "user-approval", reason: describeWhy(pending) };
  approvals.forget(call.id);
  return { type: "denied", reason: UNKNOWN_APPROVAL };
}

/** The SDK tells no one that a call was denied; the next call's messages do. */
function forgetDenied(messages: readonly ModelMessage[], approvals: Approvals): void {
  if (approvals.pending.length === 0) return;
  const latest = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  for (const [callId, isApproved] of findResponses(messages, latest))
    if (!isApproved) approvals.forget(callId);
}

/** The answers in some of the messages, by the call that they are for: an answer names a request, and that a call. */
function findResponses(
  messages: readonly ModelMessage[],
  within: readonly ModelMessage[],
): ReadonlyMap<string, boolean> {
  const responses = within.flatMap(responsesOf);
  if (responses.length === 0) return new Map();
  const callIds = new Map(
    messages.flatMap(requestsOf).map(({ approvalId, toolCallId }) => [approvalId, toolCallId]),
  );
  const found = new Map<string, boolean>();
  for (const { approvalId, approved } of responses) {
    const callId = callIds.get(approvalId);
    if (callId !== undefined && !found.has(callId)) found.set(callId, approved);
  }
  return found;
}

function responsesOf(message: ModelMessage): readonly ToolApprovalResponse[] {
  return message.role === "tool"
    ? message.content.filter((part) => part.type === "tool-approval-response")
    : [];
}

function requestsOf(message: ModelMessage): readonly { approvalId: string; toolCallId: string }[] {
  return message.role === "assistant" && typeof message.content !== "string"
    ? message.content.filter((part) => part.type === "tool-approval-request")
    : [];
}

/** A few words for a page that has no more than the SDK's messages. */
function describeWhy({ questions }: PendingApproval): string {
  return questions
    .flatMap(({ reason, flags }) => [
      reason,
      ...flags.map(({ risk, text }) => `${riskWords[risk]}: it ${text}`),
    ])
    .filter((text, index, all) => all.indexOf(text) === index)
    .join("; ");
}
