/**
 * The desk of an engine, as far as one listener uses it: its requests are carried out a few at a time, and it is not read on
 * while these are under way or their replies unread, so that however much it asks for, little is held for it.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  type DeskRequest,
  deskChangedMessage,
  findAttending,
  findRequest,
  replyMessage,
} from "./desk-messages.js";
import { MAX_LINE_BYTES, type Message, renderMessage } from "./json-lines.js";

/** What an engine lets listeners do. Loaded when one first wants it. */
export interface OfferedDesk {
  /** Rejects with a sentence for the person. */
  request(method: string, params: unknown): Promise<unknown>;
  /** A person is there, until the result is called; `onChange` must not throw. */
  attend(onChange: () => void): () => void;
  /** Whether a question waits. */
  readonly isAsking: boolean;
}

/** The connection that it is used over. */
export interface DeskWire {
  /** Resolves, never rejects, when the line has left the process or nobody is left to read it. */
  send(line: string): Promise<void>;
  /** Has the listener's next messages wait. */
  pause(): void;
  resume(): void;
  /** Whether the process has to stay for this listener's answers. */
  hold(is: boolean): void;
}

const MAX_RUNNING = 4;
/** However fast questions come and go, a listener is told that they did only so often. */
const TELL_MS = 30;
const UNANSWERABLE = "This program could not answer. Its version may be another one.";

export class LinkedDesk {
  readonly #open: () => Promise<OfferedDesk>;
  readonly #wire: DeskWire;
  readonly #queue: DeskRequest[] = [];
  #running = 0;
  #isEnded = false;
  #isAttended = false;
  #leave: (() => void) | undefined;
  /** Since the listener was last told. */
  #hasChanged = false;
  #isTelling = false;

  constructor(open: () => Promise<OfferedDesk>, wire: DeskWire) {
    this.#open = open;
    this.#wire = wire;
  }

  /** Whether the listener has said that a person is there. */
  get isAttended(): boolean {
    return this.#isAttended;
  }

  hear(message: Message): void {
    const attending = findAttending(message);
    if (attending !== undefined) void this.setAttended(attending);
    const request = findRequest(message);
    if (request === undefined) return;
    this.#queue.push(request);
    this.#goOn();
  }

  /** Resolves, never rejects, when questions wait for the listener's person, or no longer do. */
  async setAttended(is: boolean): Promise<void> {
    this.#isAttended = is;
    if (!is) {
      this.#stopAttending();
      return;
    }
    try {
      const desk = await this.#open();
      if (!this.#isAttended || this.#isEnded || this.#leave !== undefined) return;
      const hold = (): void => this.#wire.hold(desk.isAsking);
      this.#leave = desk.attend(() => {
        hold();
        void this.#tellSoon();
      });
      hold();
    } catch {
      // Without a desk nobody can be asked at it: calls are refused as if nobody were there.
    }
  }

  /** The listener has gone, and its person with it. */
  end(): void {
    this.#isEnded = true;
    this.#queue.length = 0;
    this.#stopAttending();
  }

  #stopAttending(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#wire.hold(false);
  }

  async #tellSoon(): Promise<void> {
    this.#hasChanged = true;
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#hasChanged && this.#leave !== undefined) {
      await pause(TELL_MS, undefined, { ref: false });
      this.#hasChanged = false;
      await this.#wire.send(renderMessage(deskChangedMessage));
    }
    this.#isTelling = false;
  }

  #goOn(): void {
    while (this.#running < MAX_RUNNING) {
      const request = this.#queue.shift();
      if (request === undefined) return;
      this.#running += 1;
      void this.#carryOut(request);
    }
    this.#wire.pause();
  }

  async #carryOut({ id, method, params }: DeskRequest): Promise<void> {
    let line: string;
    try {
      const desk = await this.#open();
      line = renderMessage(replyMessage({ id, outcome: { result: await desk.request(method, params) } }));
      if (Buffer.byteLength(line) > MAX_LINE_BYTES) throw new Error("This is too much to be sent.");
    } catch (cause) {
      const error = cause instanceof Error && cause.message !== "" ? cause.message : UNANSWERABLE;
      line = renderMessage(replyMessage({ id, outcome: { error } }));
    }
    await this.#wire.send(line);
    this.#running -= 1;
    if (this.#isEnded) return;
    this.#goOn();
    if (this.#running < MAX_RUNNING) this.#wire.resume();
  }
}
