/**
 * What a session has sent over streams, for a client that lost one and asks for the rest. Bounded: who stays away too long
 * finds that the past is gone, and makes its call again.
 */
export interface LoggedEvent {
  readonly id: string;
  readonly text: string;
}

interface Entry extends LoggedEvent {
  readonly stream: number;
  readonly index: number;
}

const MAX_EVENTS = 200;
/** In characters. The newest event is kept however long it is. */
const MAX_LENGTH = 512 * 1024;
const MAX_STREAMS = 200;

export class EventLog {
  readonly #entries: Entry[] = [];
  /** How many events each stream has had; oldest stream first. */
  readonly #counts = new Map<number, number>();
  #length = 0;
  #streams = 0;

  openStream(): number {
    this.#streams += 1;
    this.#counts.set(this.#streams, 0);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_STREAMS && oldest !== undefined) this.#counts.delete(oldest);
    return this.#streams;
  }

  /** A place in the stream to go on from, without an event of its own. */
  mark(stream: number): string {
    return `${stream}-${this.#counts.get(stream) ?? 0}`;
  }

  add(stream: number, text: string): string {
    const index = (this.#counts.get(stream) ?? 0) + 1;
    if (this.#counts.has(stream)) this.#counts.set(stream, index);
    const id = `${stream}-${index}`;
    this.#entries.push({ id, text, stream, index });
    this.#length += text.length;
    while (this.#entries.length > 1 && (this.#length > MAX_LENGTH || this.#entries.length > MAX_EVENTS))
      this.#length -= this.#entries.shift()?.text.length ?? 0;
    return id;
  }

  /** What came after an event, with the stream it belongs to; undefined when that can't be told any more. */
  findAfter(id: string): { readonly stream: number; readonly events: readonly LoggedEvent[] } | undefined {
    const [, stream, index] = (/^(\d{1,15})-(\d{1,15})$/.exec(id) ?? []).map(Number);
    if (stream === undefined || index === undefined) return undefined;
    const count = this.#counts.get(stream);
    if (count === undefined || index > count) return undefined;
    const events = this.#entries.filter((entry) => entry.stream === stream && entry.index > index);
    return events.length === count - index ? { stream, events } : undefined;
  }
}
