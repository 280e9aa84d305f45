/**
 * What the server tells, for as long as the page is open. When the connection ends, for whatever reason, it is made anew,
 * ever slower while that fails, and goes on behind the last event that came.
 */
import type { StreamMessage } from "../../../src/console/contract.js";
import { RequestFailed, send } from "./request.js";

export type Connection = "connecting" | "connected" | "lost" | "signed-out";

export interface StreamHandlers {
  readonly onMessage: (message: StreamMessage) => void;
  readonly onConnection: (state: Connection) => void;
  /** The server and its last event that are known. */
  readonly whatIsKnown: () => { readonly server: string; readonly cursor: number };
}

const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 5000;
/** The server says something every few seconds; after this the connection counts as lost. */
const SILENCE_MS = 20_000;

export function openStream(handlers: StreamHandlers): () => void {
  const closing = new AbortController();
  void keepOpen(handlers, closing.signal);
  return () => closing.abort();
}

async function keepOpen(handlers: StreamHandlers, closing: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  handlers.onConnection("connecting");
  while (!closing.aborted) {
    try {
      await readOnce(handlers, closing, () => (wait = FIRST_WAIT_MS));
    } catch (cause) {
      if (cause instanceof RequestFailed && (cause.status === 401 || cause.status === 403)) {
        handlers.onConnection("signed-out");
        return;
      }
    }
    if (closing.aborted) return;
    handlers.onConnection("lost");
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LAST_WAIT_MS);
  }
}

async function readOnce(handlers: StreamHandlers, closing: AbortSignal, onOpen: () => void): Promise<void> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const { server, cursor } = handlers.whatIsKnown();
    const answer = await send(`/api/stream?server=${encodeURIComponent(server)}&after=${cursor}`, "GET", {
      signal: AbortSignal.any([closing, silent.signal]),
    });
    onOpen();
    handlers.onConnection("connected");
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) handlers.onMessage(JSON.parse(line) as StreamMessage);
    }
  } finally {
    clearTimeout(timer);
  }
}
