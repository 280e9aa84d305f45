/**
 * The questions that wait for a person, wherever that person sits: in the host's own handler, at a console, behind a
 * protocol. Whoever answers first has answered. A question ends with its call: cancelled, it is withdrawn.
 */
import { ToolError } from "../errors/tool-error.js";
import type { MaybePromise } from "../fs/file-system.js";
import type { Answer, AskHandler, OpenQuestion, Question } from "./ask.js";

export interface Asking {
  readonly question: Question;
  readonly sessionId: string;
  readonly callId: string;
  readonly signal: AbortSignal | undefined;
  /** Who is asked about this call, in the place of the workspace's own handler. */
  readonly handler?: AskHandler | undefined;
  /** Told the question's id before anyone is asked. */
  readonly onOpen: (id: string) => void;
  /** Whether the call would pass by now without an answer, because a rule has come to allow it. */
  readonly isCovered: () => MaybePromise<boolean>;
}

interface Waiting {
  readonly open: OpenQuestion;
  readonly isCovered: () => MaybePromise<boolean>;
  readonly settle: (answer: Answer) => void;
}

/** More than any person can look at; whatever asks beyond is in a loop. */
const MAX_OPEN = 200;

export class QuestionQueue {
  readonly #now: () => number;
  readonly #handler: AskHandler | undefined;
  readonly #waiting = new Map<string, Waiting>();
  #answerers = 0;
  #asked = 0;

  constructor(handler: AskHandler | undefined, now: () => number) {
    this.#handler = handler;
    this.#now = now;
  }

  /** Whether there is anyone to ask. */
  get isAnswered(): boolean {
    return this.#handler !== undefined || this.#answerers > 0;
  }

  /** Says that someone looks at `open` and answers, until the returned function is called. */
  attach(): () => void {
    this.#answerers += 1;
    let isAttached = true;
    return () => {
      if (!isAttached) return;
      isAttached = false;
      this.#answerers -= 1;
    };
  }

  /** Oldest first. */
  get open(): readonly OpenQuestion[] {
    return [...this.#waiting.values()].map(({ open }) => open);
  }

  /** False when the question is no longer open: answered, withdrawn or never asked. */
  answer(id: string, answer: Answer): boolean {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return false;
    requireAnswer(answer);
    waiting.settle(answer);
    return true;
  }

  /** Answers at once if the handler does. Throws the signal's reason when the call is cancelled. */
  ask(asking: Asking): MaybePromise<Answer> {
    if (this.#waiting.size >= MAX_OPEN) throw refuseTooMany();
    this.#asked += 1;
    const { question, sessionId, callId } = asking;
    const open = { ...question, id: `q${this.#asked}`, sessionId, callId, askedAt: this.#now() };
    asking.onOpen(open.id);
    // Over when anyone has answered, or the call is cancelled: then the handler need not go on asking.
    const over = new AbortController();
    const handler = asking.handler ?? this.#handler;
    if (handler === undefined) return this.#wait(open, asking, undefined, over);
    const answer = handler(open, { signal: over.signal });
    return isPromiseLike(answer) ? this.#wait(open, asking, answer, over) : requireAnswer(answer);
  }

  /** Answers those that a new rule has made needless. */
  async settleCovered(): Promise<void> {
    for (const { isCovered, settle } of this.#waiting.values()) {
      if (await isSurely(isCovered)) settle({ answer: "allow" });
    }
  }

  async #wait(
    open: OpenQuestion,
    { signal, isCovered }: Asking,
    given: PromiseLike<Answer> | undefined,
    over: AbortController,
  ): Promise<Answer> {
    let stop = (): void => undefined;
    try {
      return await new Promise<Answer>((settle, reject) => {
        const settleFirst = (answer: Answer): void => {
          // At once: who answers in the same moment must not be told that theirs counted.
          this.#waiting.delete(open.id);
          settle(answer);
        };
        this.#waiting.set(open.id, { open, isCovered, settle: settleFirst });
        // A cancelled call does not wait for a person who may never answer, whatever the host does with the signal.
        stop = () => reject(signal?.reason as Error);
        signal?.addEventListener("abort", stop, { once: true });
        if (signal?.aborted === true) stop();
        given?.then((answer) => settleFirst(requireAnswer(answer))).then(undefined, reject);
      });
    } finally {
      this.#waiting.delete(open.id);
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

/** A handler that answers with anything else has made a mistake, and a mistake allows nothing. */
function requireAnswer(answer: Answer): Answer {
  const { answer: kind, content } = (answer ?? {}) as {
    readonly answer?: unknown;
    readonly content?: unknown;
  };
  const isKnown = kind === "allow" || kind === "deny";
  if (isKnown && (content === undefined || typeof content === "string")) return answer;
  throw new TypeError(
    `onAsk answered ${JSON.stringify(answer)} instead of { answer: "allow" | "deny" }, with content that is text if any`,
  );
}

function refuseTooMany(): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `${MAX_OPEN} questions are waiting for the user already. Wait until they are answered.`,
  );
}
