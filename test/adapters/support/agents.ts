/**
 * What every SDK is driven with: a model that follows a script, and a person who reviews. A harness speaks one SDK; the
 * contract beside this file says what must happen with each of them.
 */
import type { Question, Toolkit } from "../../../src/index.js";

/** A call that the scripted model makes. Its id is `call-1`, `call-2`, …, counted over the whole run. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model: calls, which it makes all at once, or its last words. */
export type Turn = { readonly calls: readonly ScriptedCall[] } | { readonly say: string };

export type Review =
  | { readonly decision: "approve" }
  | { readonly decision: "deny"; readonly reason: string }
  /** Allowed, with this as the file's whole content. */
  | { readonly decision: "change"; readonly content: string };

/** The person. What is done before it answers is done while they think. */
export type Reviewer = (question: Question) => Review | Promise<Review>;

/** What the model was sent for one of its calls. */
export interface SeenResult {
  /** All text of it, in order, joined by line breaks. */
  readonly text: string;
  /** The media types of its pictures. */
  readonly images: readonly string[];
  /** Whether it was told as a failure; undefined where the SDK has no sign for that in what a model is sent. */
  readonly isError: boolean | undefined;
}

/** A tool as the model is offered it, past the SDK's own conversion. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface AgentRun {
  /** In the order of the calls. A call that was never answered is missing. */
  readonly results: readonly SeenResult[];
  readonly said: string;
  readonly offered: readonly OfferedTool[];
}

export interface AgentTask {
  readonly toolkit: Toolkit;
  readonly turns: readonly Turn[];
  /** Asked by the SDK's own means. Without one, every question is approved. */
  readonly review?: Reviewer;
  readonly signal?: AbortSignal;
}

/** Runs an agent of one SDK to its end; rejects when it is aborted, or answers what it has by then. */
export interface AgentHarness {
  run(task: AgentTask): Promise<AgentRun>;
}
