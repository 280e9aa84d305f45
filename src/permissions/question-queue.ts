/**
 * The questions that wait for a person, wherever that person sits: in the host's own handler, at a console, behind a
 * protocol. Whoever answers first has answered. A question ends with its call: cancelled, it is withdrawn.
 */
import type { MaybePromise } from "../fs/file-system.js";
import type { Answer, AskHandler, OpenQuestion, Question } from "./ask.js";
import { requireAnswer } from "./check-answer.js";
import { refuseTooMany, refuseTooMuch, weighQuestion } from "./question-weight.js";

export interface Asking {
  readonly question: Question;
  readonly sessionId: string;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
  /** Who is asked about this call, in the place of the workspace's own handler. */
  readonly handler?: AskHandler | undefined;
  /** Told the question's id before anyone is asked. */
  readonly onOpen: (id: string) => void;
  /** Called when the handler fails: it throws, rejects, or returns something that is not an answer. */
  readonly onFailure: (error: unknown) => void;
  /** Whether the call would pass by now without an answer, because a rule has come to allow it. */
  readonly isCovered: () => MaybePromise<boolean>;
}

interface Waiting {
  readonly open: OpenQuestion;
  readonly isCovered: () => MaybePromise<boolean>;
  readonly settle: (answer: Answer) => void;
  /** Ends a question that nobody is left to answer; undefined where a handler still may. */
  readonly abandon: (() => void) | undefined;
}

export interface AttachOptions {
  /**
   * How long those who were there last may stay away, in milliseconds: their questions wait so long for someone else, and are
   * then given up. Without it they wait for as long as their calls do.
   */
  readonly graceMs?: number;
}

/** Thrown into calls whose question waited for people who have all left. */
export class NobodyLeft extends Error {}

/** More than any person can look at; whatever asks beyond is in a loop. */
const MAX_OPEN = 200;
/** What the changes that are asked about take together: some dozen of the largest, which no person reads either. */
const MAX_HELD_BYTES = 512 * 1024 * 1024;

export class QuestionQueue {
  readonly #now: () => number;
  readonly #handler: AskHandler | undefined;
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Set<() => void>();
  readonly #leaving = new Set<() => void>();
  /** Runs while those who were there last may come back. */
  #grace: NodeJS.Timeout | undefined;
  #answerers = 0;
  #asked = 0;
  /** In bytes, roughly. */
  #held = 0;

  constructor(handler: AskHandler | undefined, now: () => number) {
    this.#handler = handler;
    this.#now = now;
  }

  /** Whether the host has said whom to ask. */
  get hasHandler(): boolean {
    return this.#handler !== undefined;
  }

  /** Whether there is anyone to ask. */
  get isAnswered(): boolean {
    return this.#handler !== undefined || this.isAttended;
  }

  /** Whether someone looks at `open`, or was there a moment ago and may come back. */
  get isAttended(): boolean {
    return this.#answerers > 0 || this.#grace !== undefined;
  }

  /** Says that someone looks at `open` and answers, until the returned function is called. */
  attach({ graceMs }: AttachOptions = {}): () => void {
    this.#answerers += 1;
    clearTimeout(this.#grace);
    this.#grace = undefined;
    let isAttached = true;
    return () => {
      if (!isAttached) return;
      isAttached = false;
      this.#answerers -= 1;
      if (this.#answerers > 0) return;
      if (graceMs === undefined) this.#tellLeft();
      else this.#awaitOthers(graceMs);
    };
  }

  /** Resolves as soon as nobody is there, or the question that this is wanted for is over. */
  whenUnattended(signal: AbortSignal | undefined): Promise<void> {
    if (!this.isAttended || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#leaving.delete(done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      this.#leaving.add(done);
      signal?.addEventListener("abort", done, { once: true });
    });
  }

  /** Tells when a question has come to stand, or no longer does; until the result is called. It must not throw. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #awaitOthers(graceMs: number): void {
    const grace = setTimeout(() => {
      this.#grace = undefined;
      for (const { abandon } of this.#waiting.values()) abandon?.();
      this.#tellLeft();
    }, graceMs);
    this.#grace = grace;
    // A process that has nothing else to do need not wait for people; a call that waits for them does.
    if (this.#waiting.size === 0) grace.unref();
  }

  #tellLeft(): void {
    for (const done of this.#leaving) done();
  }

  #keep(waiting: Waiting): void {
    this.#waiting.set(waiting.open.id, waiting);
    this.#held += weighQuestion(waiting.open);
    this.#grace?.ref();
    this.#tellChange();
  }

  #forget(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#held -= weighQuestion(waiting.open);
    if (this.#waiting.size === 0) this.#grace?.unref();
    this.#tellChange();
  }

  #tellChange(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Oldest first. */
  get open(): readonly OpenQuestion[] {
    return [...this.#waiting.values()].map(({ open }) => open);
  }

  /** False when the question is no longer open: answered, withdrawn or never asked. */
  answer(id: string, answer: Answer): boolean {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return false;
    waiting.settle(requireAnswer(answer, waiting.open));
    return true;
  }

  /**
   * Answers at once if the handler does. Throws the signal's reason when the call is cancelled. A handler that fails
   * counts as absent: the question stays open for those at the console, and without any NobodyLeft is thrown.
   */
  ask(asking: Asking): MaybePromise<Answer> {
    if (this.#waiting.size >= MAX_OPEN) throw refuseTooMany(MAX_OPEN);
    if (this.#waiting.size > 0 && this.#held + weighQuestion(asking.question) > MAX_HELD_BYTES)
      throw refuseTooMuch();
    this.#asked += 1;
    const { question, sessionId, callId } = asking;
    const open = { ...question, id: `q${this.#asked}`, sessionId, callId, askedAt: this.#now() };
    asking.onOpen(open.id);
    // Over when anyone has answered, or the call is cancelled: then the handler need not go on asking.
    const over = new AbortController();
    const handler = asking.handler ?? this.#handler;
    if (handler === undefined) return this.#wait(open, asking, undefined, over);
    try {
      const answer = handler(open, { signal: over.signal });
      return isPromiseLike(answer) ? this.#wait(open, asking, answer, over) : requireAnswer(answer, open);
    } catch (error) {
      asking.onFailure(error);
      if (!this.isAttended) throw new NobodyLeft();
      return this.#wait(open, asking, undefined, over);
    }
  }

  /** Answers those that a new rule has made needless. */
  async settleCovered(): Promise<void> {
    for (const { isCovered, settle } of this.#waiting.values()) {
      if (await isSurely(isCovered)) settle({ answer: "allow" });
    }
  }

  async #wait(
    open: OpenQuestion,
    { signal, isCovered, onFailure }: Asking,
    given: PromiseLike<Answer> | undefined,
    over: AbortController,
  ): Promise<Answer> {
    let stop = (): void => undefined;
    try {
      return await new Promise<Answer>((settle, reject) => {
        const settleFirst = (answer: Answer): void => {
          // At once: who answers in the same moment must not be told that theirs counted.
          this.#forget(open.id);
          settle(answer);
        };
        const abandon = (): void => reject(new NobodyLeft());
        const waiting = { open, isCovered, settle: settleFirst };
        this.#keep({ ...waiting, abandon: given === undefined ? abandon : undefined });
        // A cancelled call does not wait for a person who may never answer, whatever the host does with the signal.
        stop = () => reject(signal?.reason as Error);
        signal?.addEventListener("abort", stop, { once: true });
        if (signal?.aborted === true) stop();
        const handlerFailed = (error: unknown): void => {
          // Over already: a handler often rejects because it was told so by its signal.
          if (!this.#waiting.has(open.id) || signal?.aborted === true) return;
          onFailure(error);
          if (this.isAttended) this.#waiting.set(open.id, { ...waiting, abandon });
          else abandon();
        };
        given?.then((answer) => settleFirst(requireAnswer(answer, open))).then(undefined, handlerFailed);
      });
    } finally {
      this.#forget(open.id);
      signal?.removeEventListener("abort", stop);
      over.abort("This question is over.");
    }
  }
}

/** A question that can't be judged now, say because its call is being cancelled, stands; whoever has answered another is not to blame. */
async function isSurely(isCovered: () => MaybePromise<boolean>): Promise<boolean> {
  try {
    return await isCovered();
  } catch {
    return false;
  }
}

/** Whatever can be waited for, also a promise of another library. */
function isPromiseLike(answer: Answer | PromiseLike<Answer>): answer is PromiseLike<Answer> {
  // A host's own code has made it, so that it may be nothing at all.
  return typeof (answer as Partial<PromiseLike<Answer>> | undefined)?.then === "function";
}
