/** Reads server-sent events from an answer, one after another. */
import type { IncomingMessage } from "node:http";

export interface SentEvent {
  readonly id: string | undefined;
  /** Parsed; undefined for an event without content. */
  readonly data: unknown;
}

/** All of them, to the end of the stream. */
export async function readAllEvents(response: IncomingMessage): Promise<readonly SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}

export async function* readEvents(response: IncomingMessage): AsyncGenerator<SentEvent, undefined> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += String(chunk);
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) if (!part.startsWith(":")) yield parse(part);
  }
  return undefined;
}

function parse(part: string): SentEvent {
  const field = (name: string): string | undefined =>
    part
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const data = field("data");
  return { id: field("id"), data: data === undefined || data === "" ? undefined : JSON.parse(data) };
}
