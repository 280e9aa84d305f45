/**
 * Approvals that an SDK asks for before it runs a tool. `request` decides a call and keeps what a person would be asked under
 * the call's id; the host shows it and answers the SDK; when the SDK then makes the call, `take` hands over the answers that
 * go with it. What was approved is what was shown: if the call would do something else by then, it is refused.
 *
 * Nothing here says yes by itself: an id that was never requested, or a call with another input, has no answers.
 */
import { isDeepStrictEqual } from "node:util";
import type { Answer, GivenAnswer, Question } from "../../permissions/ask.js";
import { weighQuestion } from "../../permissions/question-weight.js";
import type { SavedFile } from "../../session/saved-ledger.js";
import type { Toolkit } from "../../toolkit.js";

/** A call as an SDK knows it. */
export interface SdkCall {
  /** The id that the SDK or the model gave it. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** What its caller has seen of the file, where that is not what the session knows: it goes with the call as `seen` too. */
  readonly seen?: SavedFile | undefined;
}

/** A call that waits for a person. */
export interface PendingApproval extends SdkCall {
  /** What to show: one question, but for a search in several places. */
  readonly questions: readonly Question[];
  /** What the person has said besides yes, if anything: see `answer`. */
  readonly answer?: Answer;
}

/** Who asks a person: the SDK in its own way, or the toolkit, by its `onAsk` or at the console, while the call waits. */
export type Asker = "sdk" | "toolkit";

/** More than any person can look at; the oldest go first, and are asked about again if they ever come. */
const MAX_PENDING = 200;
/** What their questions may take together: thousands of usual ones, some dozen of the largest. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;

/** What decides calls: a toolkit, or what an adapter makes of its calls before they reach one. */
export type Decider = Pick<Toolkit, "decide" | "workspace">;

export class Approvals {
  readonly #toolkit: Decider;
  /** Who asks. */
  readonly asker: Asker;
  readonly #kept = new Map<string, PendingApproval>();
  /** In bytes, roughly, by the call's id. */
  readonly #weights = new Map<string, number>();
  #held = 0;
  /** Calls that needed no one when they were decided. */
  readonly #passed = new Set<string>();

  /** By default the SDK asks, unless the toolkit's host has said whom to ask. */
  constructor(toolkit: Decider, asker?: Asker) {
    this.#toolkit = toolkit;
    this.asker = asker ?? (toolkit.workspace.access.questions.hasHandler ? "toolkit" : "sdk");
  }

  /** Calls that wait for an answer, oldest first. */
  get pending(): readonly PendingApproval[] {
    return [...this.#kept.values()];
  }

  find(callId: string): PendingApproval | undefined {
    return this.#kept.get(callId);
  }

  /** Whether this very call waits: the id alone may be another call's. */
  isWaiting(call: SdkCall): boolean {
    const kept = this.#kept.get(call.id);
    return kept !== undefined && isSameCall(kept, call);
  }

  /**
   * Decides a call that the SDK is about to make, or one as its reviewer has changed it: what a person has to be asked, or undefined when it needs no one. A call
   * that can only fail needs no one either: it is made, and tells the model why. The toolkit is another one where an agent has
   * started others, each with a conversation of its own.
   */
  async request(
    call: SdkCall,
    signal?: AbortSignal,
    toolkit: Decider = this.#toolkit,
  ): Promise<PendingApproval | undefined> {
    this.forget(call.id);
    if (this.asker === "toolkit") return undefined;
    const verdict = await toolkit.decide(call.name, call.input, {
      ...(signal === undefined ? {} : { signal }),
      ...(call.seen === undefined ? {} : { seen: call.seen }),
    });
    const { id, name, input } = call;
    if (verdict.answer !== "ask") {
      this.#passed.add(id);
      const [oldest] = this.#passed;
      if (this.#passed.size > MAX_PENDING && oldest !== undefined) this.#passed.delete(oldest);
      return undefined;
    }
    const pending = { id, name, input, questions: verdict.questions };
    this.#keep(pending);
    return pending;
  }

  /**
   * What the person has to say besides yes: other content, a comment, a rule to remember. It counts once the SDK makes the
   * call, which is for the host to tell it. False when no such call waits.
   */
  answer(callId: string, answer: Answer): boolean {
    const kept = this.#kept.get(callId);
    if (kept === undefined) return false;
    this.#kept.set(callId, { ...kept, answer });
    return true;
  }

  /**
   * Takes over calls that wait from another process, as `pending` told them there: they are plain data. What the agent has
   * read there comes with `session.import`.
   */
  restore(pending: readonly PendingApproval[]): void {
    for (const each of pending) this.#keep(each);
  }

  /** Ends a call's wait, because it will not be made. */
  forget(callId: string): void {
    this.#kept.delete(callId);
    this.#passed.delete(callId);
    this.#held -= this.#weights.get(callId) ?? 0;
    this.#weights.delete(callId);
  }

  /**
   * The answers that go with a call which the SDK now makes. They are handed over once. None, but a list, if it needed no one
   * when it was decided; undefined if it never was, so that the call tells who asks and who does not.
   */
  take(call: SdkCall): readonly GivenAnswer[] | undefined {
    const kept = this.#kept.get(call.id);
    const hasPassed = this.#passed.has(call.id);
    this.forget(call.id);
    if (kept === undefined) return hasPassed ? [] : undefined;
    if (!isSameCall(kept, call)) return undefined;
    const answer = kept.answer ?? { answer: "allow" };
    return kept.questions.map((question) => ({ question, answer }));
  }

  #keep(pending: PendingApproval): void {
    this.forget(pending.id);
    const weight = pending.questions.reduce((sum, question) => sum + weighQuestion(question), 0);
    this.#kept.set(pending.id, pending);
    this.#weights.set(pending.id, weight);
    this.#held += weight;
    while (this.#kept.size > 1 && (this.#kept.size > MAX_PENDING || this.#held > MAX_HELD_BYTES))
      this.#forgetOldest(pending.id);
  }

  #forgetOldest(newest: string): void {
    const others = this.pending.filter(({ id }) => id !== newest);
    // What a person has said goes last: a no that is forgotten is no longer one, nor is other content.
    const oldest = others.find(({ answer }) => answer === undefined) ?? others[0];
    if (oldest !== undefined) this.forget(oldest.id);
  }
}

/** Parameters may have changed places: some stores of messages do not keep the order of keys. */
export function isSameCall(one: SdkCall, other: SdkCall): boolean {
  return one.name === other.name && isDeepStrictEqual(one.input, other.input);
}
