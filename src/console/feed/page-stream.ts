/**
 * What one open page is told: first all that there is now, then whatever changes. It writes as fast as the page takes it:
 * several events go in one line, and of engines and questions only the newest state.
 */
import type { ServerInfo, StreamMessage } from "../contract.js";
import type { Engines } from "../engines.js";
import type { ActivityFeed } from "./activity-feed.js";
import { StateReader } from "./state-reader.js";

export interface PageStreamOptions {
  readonly server: ServerInfo;
  readonly engines: Engines;
  readonly feed: ActivityFeed;
  /** The server and the event that the page knows last. */
  readonly knows: { readonly server: string; readonly cursor: number };
  readonly signal: AbortSignal;
  /** Resolves when the page can take more. */
  readonly write: (message: StreamMessage) => Promise<void>;
  readonly beatMs?: number;
}

const BEAT_MS = 5000;
/** Sessions count their calls and files; that need not be told with every call. */
const SESSIONS_MS = 1000;
const MAX_EVENTS_PER_LINE = 500;

/** Until the signal is aborted. */
export async function tellPage(options: PageStreamOptions): Promise<void> {
  const { server, engines, feed, knows, signal, beatMs = BEAT_MS } = options;
  const write = writeUntil(signal, options.write);
  const changes = new Changes();
  const state = new StateReader(() => changes.mark("state"));
  let isCountDue = false;
  const leave = [
    engines.attend(),
    engines.onChange(() => changes.mark("state")),
    feed.onAdded(() => {
      changes.mark("events");
      isCountDue = true;
    }),
  ];
  const beat = setInterval(() => {
    changes.mark("beat");
    // What nobody tells of, such as a session that has ended in another process, is noticed in time.
    changes.mark("state");
  }, beatMs);
  const recount = setInterval(() => {
    if (isCountDue) changes.mark("state");
    isCountDue = false;
  }, SESSIONS_MS);
  signal.addEventListener("abort", changes.wake);
  try {
    const isResumed = knows.server === server.id && knows.cursor <= feed.newest;
    let cursor = isResumed ? knows.cursor : 0;
    let told = await state.read(engines.all);
    await write({ kind: "hello", server, ...told, isResumed });
    changes.mark("events");
    while (!signal.aborted) {
      const due = await changes.next();
      if (due.has("state")) {
        const now = await state.read(engines.all);
        if (!isSame(now.questions, told.questions))
          await write({ kind: "questions", questions: now.questions });
        if (!isSame(now.engines, told.engines)) await write({ kind: "engines", engines: now.engines });
        told = now;
      }
      if (due.has("beat")) await write({ kind: "beat" });
      if (!due.has("events")) continue;
      const { events, missed } = feed.readAfter(cursor, MAX_EVENTS_PER_LINE);
      if (missed > 0 && cursor > 0) await write({ kind: "missed", count: missed });
      if (events.length > 0) await write({ kind: "events", events });
      cursor = events.at(-1)?.cursor ?? cursor + missed;
      if (cursor < feed.newest) changes.mark("events");
    }
  } finally {
    clearInterval(beat);
    clearInterval(recount);
    signal.removeEventListener("abort", changes.wake);
    for (const end of leave) end();
  }
}

/** A page that takes nothing must not be waited for when it is over: somebody would count as being there. */
function writeUntil(signal: AbortSignal, write: PageStreamOptions["write"]): PageStreamOptions["write"] {
  const over = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return async (message) => {
    if (!signal.aborted) await Promise.race([write(message), over]);
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

type Change = "state" | "events" | "beat";

/** What has changed since it was last asked for. */
class Changes {
  #due = new Set<Change>();
  #wake: (() => void) | undefined;

  mark(change: Change): void {
    this.#due.add(change);
    this.wake();
  }

  readonly wake = (): void => {
    this.#wake?.();
    this.#wake = undefined;
  };

  async next(): Promise<ReadonlySet<Change>> {
    if (this.#due.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const due = this.#due;
    this.#due = new Set();
    return due;
  }
}
