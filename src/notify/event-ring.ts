/**
 * The last events of a workspace, for those who come late or read slowly. Readers share it: each has only a place in it,
 * so one that never reads costs nothing. It is bounded twice: by the number of events, and by the bytes of the contents
 * they carry. Past the second bound the oldest keep what they tell and let go of texts and patch.
 */
import { type ChangedContent, MAX_CARRIED_BYTES } from "./changed-content.js";
import type { WorkspaceEvent } from "./events.js";

export interface RingLimits {
  /** How many events are kept. */
  readonly events?: number;
  /** How many bytes of contents and patches they may carry in all. */
  readonly contentBytes?: number;
}

const DEFAULTS = { events: 1000, contentBytes: 4 * 1024 * 1024 } as const;

type FileChanged = WorkspaceEvent<"file-changed">;

export class EventRing {
  readonly #events = new Map<number, WorkspaceEvent>();
  /** What each carries, oldest first, of those that still carry something. */
  readonly #carried = new Map<number, number>();
  #carriedBytes = 0;
  #next: number;
  #maxEvents = 0;
  #maxContentBytes = 0;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  /** `next` is the number of the first event that will be added. */
  constructor(next: number, limits: RingLimits) {
    this.#next = next;
    this.widen(limits);
  }

  /** Nobody who asked for more gets less because another asked for little. */
  widen({ events = DEFAULTS.events, contentBytes = DEFAULTS.contentBytes }: RingLimits): void {
    this.#maxEvents = Math.max(this.#maxEvents, events);
    this.#maxContentBytes = Math.max(this.#maxContentBytes, contentBytes);
  }

  /** The number of the oldest event that is here; `next` when there is none. */
  get oldest(): number {
    return this.#next - this.#events.size;
  }

  /** The number of the event that will come next. */
  get next(): number {
    return this.#next;
  }

  /** Nothing more will come. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  find(sequence: number): WorkspaceEvent | undefined {
    return this.#events.get(sequence);
  }

  /** The number before the first event that is not older than a moment: what a reader since then knows already. */
  findLastBefore(moment: number): number {
    let sequence = this.oldest;
    while (sequence < this.#next && (this.#events.get(sequence)?.at ?? moment) < moment) sequence += 1;
    return sequence - 1;
  }

  add(event: WorkspaceEvent): void {
    this.#keep(event);
    this.#next = event.sequence + 1;
    if (this.#events.size > this.#maxEvents) this.#forget(event.sequence - this.#maxEvents);
    // The newest keeps its own, so that whoever is quick hears all of it.
    while (this.#carriedBytes > this.#maxContentBytes && this.#carried.size > 1) this.#lightenOldest();
    this.#wake();
  }

  /** Calls `wake` with the next event, or when the ring is closed; the returned function takes that back. */
  wait(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => void this.#waiting.delete(wake);
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #keep(event: WorkspaceEvent): void {
    if (event.type !== "file-changed") {
      this.#events.set(event.sequence, event);
      return;
    }
    const held = withoutLargeContents(event);
    const bytes = sizeOf(held.before) + sizeOf(held.after) + patchSize(held);
    this.#events.set(event.sequence, held);
    if (bytes === 0) return;
    this.#carried.set(event.sequence, bytes);
    this.#carriedBytes += bytes;
  }

  #forget(sequence: number): void {
    this.#events.delete(sequence);
    this.#putDown(sequence);
  }

  #lightenOldest(): void {
    const [sequence] = this.#carried.keys();
    if (sequence === undefined) return;
    const event = this.#events.get(sequence);
    if (event?.type === "file-changed") this.#events.set(sequence, lightened(event));
    this.#putDown(sequence);
  }

  #putDown(sequence: number): void {
    this.#carriedBytes -= this.#carried.get(sequence) ?? 0;
    this.#carried.delete(sequence);
  }
}

/** The patch goes with the texts: its lines are cut from them, and would hold them in memory. */
function lightened(event: FileChanged): FileChanged {
  const { before, after } = event;
  return {
    ...event,
    before: before?.withoutText(),
    after: after?.withoutText(),
    structuredPatch: [],
    isLightened: true,
  };
}

/** What is too large to be carried has no text, and is not to be held by its bytes either. */
function withoutLargeContents(event: FileChanged): FileChanged {
  const { before, after } = event;
  if (!isLarge(before) && !isLarge(after)) return event;
  return {
    ...event,
    before: isLarge(before) ? before?.withoutText() : before,
    after: isLarge(after) ? after?.withoutText() : after,
  };
}

function isLarge(content: ChangedContent | undefined): boolean {
  return content !== undefined && content.size > MAX_CARRIED_BYTES;
}

function sizeOf(content: ChangedContent | undefined): number {
  return content === undefined || isLarge(content) ? 0 : content.size;
}

/** In characters, which is near enough for a bound. */
function patchSize({ structuredPatch }: FileChanged): number {
  let size = 0;
  for (const { lines } of structuredPatch) for (const line of lines) size += line.length;
  return size;
}
