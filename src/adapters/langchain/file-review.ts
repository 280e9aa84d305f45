/**
 * Asks a person between the model's answer and its tools, in two steps, because LangGraph runs an interrupted node again from
 * its beginning, perhaps in another process:
 *
 * 1. `examine` decides the calls when the model has answered, and writes into its message which of them have to be asked
 *    about, with a digest of each question. That is kept with the checkpoint.
 * 2. `review` asks about exactly those, however often it is run, so that every decision meets the call it was made for. An
 *    approval counts if the question is the one that was written down; whatever else was seen, or forgotten with a process,
 *    approves nothing.
 *
 * A call that was refused is answered here and never reaches its tool, which a rule might let through by then. What was
 * approved goes with the call as its answers, and the engine looks again whether the file is still as the person saw it.
 */
import { AIMessage, type BaseMessage, type ToolCall, ToolMessage } from "@langchain/core/messages";
import type { ToolError } from "../../errors/tool-error.js";
import { digestQuestion } from "../../permissions/question-digest.js";
import { refuseCallByPerson, refuseOutdatedAnswer } from "../../permissions/refusals.js";
import { type Approvals, isSameCall, type PendingApproval, type SdkCall } from "../common/approvals.js";
import { askFor, makeRequest } from "./decisions.js";
import { describeQuestions } from "./describe-question.js";
import { reviseMessage, withEditedCalls } from "./revise-message.js";

/** The part of a graph's state that is looked at. */
export interface ReviewedState {
  readonly messages: BaseMessage[];
}

/** What LangGraph gives a node besides its state, as far as it is used. */
export interface ReviewRuntime {
  readonly interrupt?: (value: unknown) => unknown;
  readonly signal?: AbortSignal;
}

export interface ReviewUpdate {
  /** The model's message, if calls in it were edited, and answers to calls that were refused. */
  readonly messages: BaseMessage[];
}

/** Where a message says what has to be asked: this key of its metadata, which no provider is sent. */
const METADATA_KEY = "filewright";

/** A call that has to be asked about. */
interface AskedCall {
  readonly call: SdkCall & { readonly input: Record<string, unknown> };
  /** What was written down of its questions. */
  readonly digest: string;
  /** What would be asked by now; nothing, if it has become needless or the call can only fail. */
  readonly pending: PendingApproval | undefined;
}

interface ReviewParts {
  readonly approvals: Approvals;
  /** The schema of each tool, by its name. */
  readonly schemas: ReadonlyMap<string, object>;
}

export class FileReview {
  readonly #approvals: Approvals;
  readonly #schemas: ReadonlyMap<string, object>;

  constructor({ approvals, schemas }: ReviewParts) {
    this.#approvals = approvals;
    this.#schemas = schemas;
  }

  /** The model's message with what has to be asked about its calls, or as it is when nothing has to be. */
  async examine(message: AIMessage, { signal }: Pick<ReviewRuntime, "signal"> = {}): Promise<AIMessage> {
    const digests = new Map<string, string>();
    for (const { id, name, args } of message.tool_calls ?? []) {
      if (id === undefined || !this.#schemas.has(name)) continue;
      const pending = await this.#approvals.request({ id, name, input: args }, signal);
      if (pending !== undefined) digests.set(id, digestOf(pending));
    }
    if (digests.size === 0) return message;
    // In pairs: the model gives the ids, and an object has names that can't be given.
    const written = { questions: [...digests] };
    const response_metadata = { ...message.response_metadata, [METADATA_KEY]: written };
    return reviseMessage(message, { response_metadata });
  }

  /** Asks about the calls of the last message that the model wrote, and carries out what the person decided. */
  async review({ messages }: ReviewedState, { interrupt, signal }: ReviewRuntime): Promise<ReviewUpdate> {
    const message = messages.findLast((each) => AIMessage.isInstance(each));
    const asked = message === undefined ? [] : await this.#findAsked(message, messages, signal);
    if (message === undefined || asked.length === 0) return { messages: [] };
    if (interrupt === undefined) throw new Error("A review needs LangGraph, whose interrupt() it asks with.");
    const requests = asked.map(({ call: { id, name, input }, pending }) => {
      const { text, isWhole } =
        pending === undefined ? { text: NO_QUESTION, isWhole: true } : describeQuestions(pending.questions);
      return { id, name, args: input, description: text, isWhole };
    });
    const decisions = askFor(
      makeRequest(requests, (name) => this.#schemas.get(name) ?? {}),
      interrupt,
    );
    const edited = new Map<string, ToolCall>();
    const refusals: ToolMessage[] = [];
    for (const [index, each] of asked.entries()) {
      const decision = decisions[index];
      const { call } = each;
      if (decision?.type === "edit") {
        const { name, args } = decision.editedAction;
        edited.set(call.id, { type: "tool_call", id: call.id, name, args });
        await this.#approveEdited({ id: call.id, name, input: args }, signal);
        continue;
      }
      const refusal =
        decision?.type === "approve" ? this.#approve(each) : this.#reject(call, decision?.message);
      if (refusal !== undefined) refusals.push(toRefusal(call, refusal));
    }
    return { messages: [...(edited.size === 0 ? [] : [withEditedCalls(message, edited)]), ...refusals] };
  }

  async #findAsked(
    message: AIMessage,
    messages: readonly BaseMessage[],
    signal: AbortSignal | undefined,
  ): Promise<readonly AskedCall[]> {
    const digests = readDigests(message);
    const answered = findAnswered(messages);
    const asked: AskedCall[] = [];
    for (const { id, name, args } of message.tool_calls ?? []) {
      const digest = id === undefined ? undefined : digests.get(id);
      if (id === undefined || digest === undefined || answered.has(id)) continue;
      const call = { id, name, input: args };
      const kept = this.#approvals.find(id);
      const isKept = kept !== undefined && isSameCall(kept, call);
      const pending = isKept ? kept : await this.#approvals.request(call, signal);
      asked.push({ call, digest, pending });
    }
    return asked;
  }

  #approve({ call: { id }, digest, pending }: AskedCall): ToolError | undefined {
    const [question] = pending?.questions ?? [];
    // It needs no one by now, or can only fail: the tool will tell.
    if (pending === undefined || question === undefined) return undefined;
    if (digestOf(pending) !== digest) {
      this.#approvals.forget(id);
      return refuseOutdatedAnswer(question);
    }
    // What the host has had the person say besides stays.
    if (pending.answer === undefined) this.#approvals.answer(id, { answer: "allow" });
    return undefined;
  }

  /** What a person wrote they have seen. It is decided anew, so that what rules deny stays denied. */
  async #approveEdited(call: SdkCall, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#schemas.has(call.name)) return this.#approvals.forget(call.id);
    if ((await this.#approvals.request(call, signal)) !== undefined)
      this.#approvals.answer(call.id, { answer: "allow" });
  }

  #reject({ id, name }: SdkCall, reason: string | undefined): ToolError {
    this.#approvals.forget(id);
    return refuseCallByPerson(name, reason);
  }
}

/** Whether every call of the model's last message has its answer, so that there is nothing for tools to do. */
export function isAllAnswered(messages: readonly BaseMessage[]): boolean {
  const message = messages.findLast((each) => AIMessage.isInstance(each));
  const answered = findAnswered(messages);
  return (message?.tool_calls ?? []).every(({ id }) => id !== undefined && answered.has(id));
}

/** For a call whose question is gone; the decision is asked for all the same, so that all of them stay in order. */
const NO_QUESTION = "As things stand, this call needs no approval, or can't be carried out.";

function digestOf({ questions }: PendingApproval): string {
  return questions.map(digestQuestion).join(" ");
}

function readDigests({ response_metadata }: AIMessage): ReadonlyMap<string, string> {
  const written: unknown = response_metadata[METADATA_KEY];
  if (typeof written !== "object" || written === null || !("questions" in written)) return new Map();
  const pairs: readonly unknown[] = Array.isArray(written.questions) ? written.questions : [];
  return new Map(pairs.filter(isPair));
}

function isPair(value: unknown): value is [id: string, digest: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

/** The calls of the model's last message that have their answer: one of an earlier message may have had the same id. */
function findAnswered(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const later = messages.slice(messages.findLastIndex((each) => AIMessage.isInstance(each)) + 1);
  return new Set(later.flatMap((each) => (ToolMessage.isInstance(each) ? [each.tool_call_id] : [])));
}

function toRefusal({ id, name }: SdkCall, { message }: ToolError): ToolMessage {
  return new ToolMessage({ content: message, name, tool_call_id: id, status: "error" });
}
