/** The calls of one session that are under way, bounded in number and in the size of their inputs. */
import { ToolError } from "../errors/tool-error.js";
import { formatCount } from "../text/quantities.js";

export interface RunningCallsLimits {
  readonly maxCalls: number;
  /** Of all inputs together. */
  readonly maxCharacters: number;
}

/** Hosts may well start thousands of reads at once. */
const defaultLimits: RunningCallsLimits = { maxCalls: 10_000, maxCharacters: 256 * 1024 * 1024 };
/** Inputs are flat, but for lists of edits. */
const MAX_DEPTH = 3;

export class RunningCalls {
  readonly #limits: RunningCallsLimits;
  readonly #sizes = new Map<Promise<unknown>, number>();
  #characters = 0;

  constructor(limits: RunningCallsLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Starts a call, or returns why it can't be started now. */
  start<T>(input: unknown, begin: () => Promise<T>): Promise<T> | ToolError {
    const { maxCalls, maxCharacters } = this.#limits;
    const size = measure(input, MAX_DEPTH);
    if (this.#sizes.size >= maxCalls || (this.#sizes.size > 0 && this.#characters + size > maxCharacters))
      return refuseExcess(this.#sizes.size);
    const answer = begin();
    this.#sizes.set(answer, size);
    this.#characters += size;
    return answer;
  }

  end(answer: Promise<unknown>): void {
    this.#characters -= this.#sizes.get(answer) ?? 0;
    this.#sizes.delete(answer);
  }

  /** Waits for all of them, however they end. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#sizes.keys());
  }
}

function measure(value: unknown, depth: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || depth === 0) return 0;
  let size = 0;
  for (const each of Object.values(value)) size += measure(each, depth - 1);
  return size;
}

function refuseExcess(running: number): ToolError {
  return new ToolError(
    "TOO_MANY_CALLS",
    `This session has ${formatCount(running)} calls under way, and no more can be held with this one. Nothing was done. Wait for some of their results, then make the call again.`,
    { data: { running } },
  );
}
