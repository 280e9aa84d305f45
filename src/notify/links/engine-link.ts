/**
 * An engine's connection to one listener. It has a place among the events that the workspace keeps and no queue of its own:
 * a listener that reads slowly misses events and is told so, one that does not read at all is left. Nothing is written, or
 * even made into text, in the turn of the call that an event comes from.
 */
import type { LocalSocket } from "../../process/local-socket.js";
import { EventCursor, type EventsMissed } from "../event-cursor.js";
import { type EventJsonOptions, eventToJson } from "../event-json.js";
import type { EventRing } from "../event-ring.js";
import type { WorkspaceEvent } from "../events.js";
import { JsonLineReader, MAX_LINE_BYTES, type Message, renderMessage } from "./json-lines.js";
import { LinkedDesk, type OfferedDesk } from "./linked-desk.js";
import { type EngineInfo, engineMessage, eventMessage, findListenerInfo } from "./protocol.js";

export interface LinkOptions {
  readonly ring: EventRing;
  /** The last event before the listener was found: a listener that asks for no more than the present begins after it. */
  readonly foundAfter: number;
  readonly self: EngineInfo;
  /** How long a listener may leave things unread while it misses events, or not introduce itself. */
  readonly patienceMs: number;
  /** What listeners may ask, if anything; loaded with the first that does. */
  readonly openDesk: (() => Promise<OfferedDesk>) | undefined;
  /** Told once, with the reason where it failed. */
  readonly onEnd: (code: string | undefined) => void;
}

/** What is written before other work gets its turn. */
const EVENTS_PER_TURN = 20;
/** A listener introduces itself in a line that is far shorter. */
const MAX_GREETING_BYTES = 64 * 1024;

/** How a link ends whose listener has no use for this engine. */
export const NOT_WANTED = "NOT_WANTED";

export class EngineLink {
  readonly #socket: LocalSocket;
  readonly #options: LinkOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #ended: Promise<void>;
  readonly #desk: LinkedDesk | undefined;
  readonly #reader: JsonLineReader;
  /** Resolves when it is known whether a person is there behind the listener, and questions can wait for them if so. */
  readonly greeted: Promise<void>;
  #settleGreeting: () => void = () => undefined;
  #isGreeted = false;
  #wantsContent = true;
  #cursor: EventCursor | undefined;
  #stopWaiting: () => void = () => undefined;
  #wasBehind = false;
  #isFinishing = false;
  #failure: string | undefined;

  constructor(socket: LocalSocket, options: LinkOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#desk = options.openDesk === undefined ? undefined : this.#openDesk(options.openDesk);
    this.greeted = new Promise((resolve) => {
      this.#settleGreeting = () => {
        this.#isGreeted = true;
        resolve();
      };
    });
    this.#reader = new JsonLineReader((message) => this.#hear(message), MAX_GREETING_BYTES);
    socket.on("data", (chunk: Buffer) => {
      if (!this.#reader.take(chunk)) socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      this.#failure = error.code ?? error.name;
    });
    socket.on("drain", this.#write);
    this.#timer = setInterval(() => this.#losePatience(), options.patienceMs).unref();
    this.#ended = new Promise((resolve) => {
      socket.once("close", () => {
        clearInterval(this.#timer);
        this.#stopWaiting();
        this.#desk?.end();
        this.#settleGreeting();
        options.onEnd(this.#failure);
        resolve();
      });
    });
    socket.write(renderMessage(engineMessage(options.self)));
  }

  /** Resolves when everything so far has left the process, or the listener has. */
  finish(): Promise<void> {
    this.#isFinishing = true;
    // From here on the process waits for it.
    this.#socket.ref();
    this.#write();
    return this.#ended;
  }

  /** Whether the listener has said, or said last, that a person is there. */
  get isAttended(): boolean {
    return this.#desk?.isAttended ?? false;
  }

  /** Whether `greeted` has resolved. */
  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #openDesk(open: () => Promise<OfferedDesk>): LinkedDesk {
    const socket = this.#socket;
    return new LinkedDesk(open, {
      send: (line) =>
        new Promise((resolve) => {
          if (socket.destroyed) resolve();
          else socket.write(line, () => resolve());
        }),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      hold: (is) => {
        if (is) socket.ref();
        else if (!this.#isFinishing) socket.unref();
      },
    });
  }

  #hear(message: Message): void {
    if (this.#cursor !== undefined) {
      this.#desk?.hear(message);
      return;
    }
    const listener = findListenerInfo(message);
    if (listener === undefined) return;
    if (listener.except === this.#options.self.engine) {
      this.#failure = NOT_WANTED;
      this.#socket.destroy();
      return;
    }
    const { ring, foundAfter } = this.#options;
    // An answer may bring the whole text of a hunk.
    this.#reader.widen(MAX_LINE_BYTES);
    this.#wantsContent = listener.wantsContent;
    const attended = listener.attends ? this.#desk?.setAttended(true) : undefined;
    void (attended ?? Promise.resolve()).then(this.#settleGreeting);
    const since = listener.since === null ? foundAfter : ring.findLastBefore(listener.since);
    this.#cursor = new EventCursor(ring, since);
    this.#write();
  }

  readonly #write = (): void => {
    this.#stopWaiting();
    const { ring } = this.#options;
    for (let count = 0; count < EVENTS_PER_TURN; count += 1) {
      if (this.#cursor === undefined || this.#socket.destroyed || this.#socket.writableNeedDrain) return;
      const told = this.#cursor.take();
      if (told === undefined) {
        if (this.#isFinishing) this.#socket.end(() => this.#socket.destroy());
        else this.#stopWaiting = ring.wait(this.#writeSoon);
        return;
      }
      this.#socket.write(renderEvent(told, { withoutContent: !this.#wantsContent }));
    }
    this.#writeSoon();
  };

  readonly #writeSoon = (): void => {
    const soon = setImmediate(this.#write);
    this.#stopWaiting = () => clearImmediate(soon);
  };

  /** Only who is found behind twice in a row is left: a short pause is forgiven. */
  #losePatience(): void {
    const isBehind = this.#cursor?.isBehind ?? true;
    if (isBehind && this.#wasBehind) this.#socket.destroy();
    this.#wasBehind = isBehind;
  }
}

/** Without contents where those can't be sent: a listener can read the file. */
function renderEvent(told: WorkspaceEvent | EventsMissed, options: EventJsonOptions): string {
  try {
    const line = renderMessage(eventMessage(eventToJson(told, options)));
    // Control characters take six times their room in JSON.
    const isShort = line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES;
    if (isShort) return line;
  } catch {
    // A text that can't be made is no reason to tell nothing.
  }
  return renderMessage(eventMessage(eventToJson(told, { withoutContent: true })));
}
