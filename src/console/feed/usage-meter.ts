/**
 * Counts what the tools do, by minute and by tool. It hears of every event in the turn of its call, so it adds up numbers
 * and does nothing else.
 */
import type { Usage } from "../contract.js";

const MINUTES = 60;
const MINUTE_MS = 60_000;
/** Hosts have tools of their own, and engines of later versions codes of theirs; names beyond this count as one. */
const MAX_NAMES = 100;
const OTHERS = "other";

type Kind = "reads" | "changes" | "searches" | "refusals";
type Minute = { at: number } & Record<Kind, number>;
type ToolFigures = { calls: number; failures: number; durationMs: number; characters: number };

const searching: ReadonlySet<string> = new Set(["Glob", "Grep"]);

/** An event, of this process or of another one that may say anything. */
export type CountedEvent = Readonly<Record<string, unknown>> & { readonly type: string };

export class UsageMeter {
  readonly #now: () => number;
  readonly #since: number;
  readonly #minutes = new Map<number, Minute>();
  readonly #tools = new Map<string, ToolFigures>();
  readonly #refusals = new Map<string, number>();
  readonly #reads = { count: 0, deduplicated: 0, savedTokens: 0 };
  readonly #answers = { allowed: 0, denied: 0, withdrawn: 0 };

  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** What happened before it began to count, in engines that tell of their past, is left out. */
  note(event: CountedEvent): void {
    if (numberOf(event["at"] ?? this.#since) < this.#since) return;
    switch (event.type) {
      case "call-finished":
        this.#noteCall(event);
        return;
      case "file-read":
        this.#reads.count += 1;
        if (event["deduplicated"] === true) this.#reads.deduplicated += 1;
        this.#reads.savedTokens += numberOf(event["savedTokens"]);
        this.#count("reads");
        return;
      case "file-changed":
        this.#count("changes");
        return;
      case "permission-answered": {
        const { answer } = event;
        this.#answers[answer === "allow" ? "allowed" : answer === "deny" ? "denied" : "withdrawn"] += 1;
      }
    }
  }

  report(): Usage {
    return {
      since: this.#since,
      minutes: this.#lastHour(),
      tools: [...this.#tools]
        .map(([tool, figures]) => ({ tool, ...figures }))
        .toSorted((left, right) => right.calls - left.calls),
      refusals: [...this.#refusals]
        .map(([code, count]) => ({ code, count }))
        .toSorted((left, right) => right.count - left.count),
      reads: { ...this.#reads },
      answers: { ...this.#answers },
    };
  }

  #noteCall(event: CountedEvent): void {
    const { tool, code } = event;
    const figures = takeNamed(this.#tools, tool, { calls: 0, failures: 0, durationMs: 0, characters: 0 });
    figures.calls += 1;
    figures.durationMs += numberOf(event["durationMs"]);
    figures.characters += numberOf(event["characters"]);
    if (searching.has(String(tool))) this.#count("searches");
    if (event["isError"] !== true) return;
    figures.failures += 1;
    const name = nameIn(this.#refusals, code ?? "unknown");
    this.#refusals.set(name, (this.#refusals.get(name) ?? 0) + 1);
    this.#count("refusals");
  }

  #count(kind: Kind): void {
    const number = Math.floor(this.#now() / MINUTE_MS);
    let minute = this.#minutes.get(number);
    if (minute === undefined) {
      minute = emptyMinute(number);
      this.#minutes.set(number, minute);
      for (const old of this.#minutes.keys()) {
        // Also those that a clock put back has left in the future.
        if (Math.abs(old - number) >= MINUTES) this.#minutes.delete(old);
      }
    }
    minute[kind] += 1;
  }

  #lastHour(): Usage["minutes"] {
    const last = Math.floor(this.#now() / MINUTE_MS);
    return Array.from({ length: MINUTES }, (_, index) => {
      const number = last - MINUTES + 1 + index;
      return this.#minutes.get(number) ?? emptyMinute(number);
    });
  }
}

function emptyMinute(number: number): Minute {
  return { at: number * MINUTE_MS, reads: 0, changes: 0, searches: 0, refusals: 0 };
}

function takeNamed<Value>(counts: Map<string, Value>, name: unknown, fresh: Value): Value {
  const known = nameIn(counts, name);
  const value = counts.get(known) ?? fresh;
  counts.set(known, value);
  return value;
}

function nameIn(counts: ReadonlyMap<string, unknown>, name: unknown): string {
  const text = typeof name === "string" ? name.slice(0, 100) : OTHERS;
  return counts.has(text) || counts.size < MAX_NAMES ? text : OTHERS;
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
