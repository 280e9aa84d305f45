/**
 * Times contestants in turns: every round gives each one sample, so that whatever else the machine does falls on all
 * of them. Absolute figures differ from run to run; ratios within a round hold. Garbage is not collected on purpose
 * between samples: a heap that has just been emptied has to grow again, which no program in use pays for every time.
 */

/** "MB" is what came on top of something, "MB in all" is not; "×" is for figures that are ratios themselves. */
export type Unit = "ms" | "MB" | "MB in all" | "×";

export interface Contestant {
  readonly name: string;
  /** Ours must not fail; a floor or a peer that fails is reported and left out. */
  readonly side: "ours" | "floor" | "peer";
  readonly note?: string;
  /** Milliseconds per operation. */
  sample(): Promise<number>;
}

export interface Series {
  readonly contestant: Omit<Contestant, "sample">;
  readonly samples: readonly number[];
  readonly failure: string | undefined;
}

export interface Rounds {
  readonly warmups: number;
  readonly rounds: number;
}

export interface Timing<Result> extends Omit<Contestant, "sample"> {
  /** Operations per sample: enough that the clock is exact and that each pays for its own garbage. */
  readonly repeat: number;
  readonly operation: () => Result;
  /** Done before each sample, before the clock starts. */
  readonly prepare?: () => void;
  /** Looks at the last result of each sample, after the clock has stopped; throws when it is wrong. */
  readonly verify?: (result: Awaited<Result>) => void;
}

/** A contestant that runs in this process. */
export function timed<Result>(timing: Timing<Result>): Contestant {
  const { repeat, operation, prepare, verify, ...about } = timing;
  return {
    ...about,
    async sample() {
      prepare?.();
      const startedAt = performance.now();
      let result = operation();
      if (result instanceof Promise) await result;
      for (let done = 1; done < repeat; done += 1) {
        result = operation();
        if (result instanceof Promise) await result;
      }
      const elapsed = performance.now() - startedAt;
      verify?.(await result);
      return elapsed / repeat;
    },
  };
}

export async function interleave(
  contestants: readonly Contestant[],
  { warmups, rounds }: Rounds,
): Promise<Series[]> {
  const running = contestants.map((contestant) => ({
    contestant,
    samples: [] as number[],
    failure: undefined as string | undefined,
  }));
  for (let round = 0; round < warmups + rounds; round += 1) {
    // In a new order each time, so that no one always pays for the garbage of the same neighbour.
    for (const entry of shuffled(running)) {
      if (entry.failure !== undefined) continue;
      try {
        const sample = await entry.contestant.sample();
        if (round >= warmups) entry.samples.push(sample);
      } catch (cause) {
        if (entry.contestant.side === "ours") throw cause;
        entry.failure = reasonOf(cause);
      }
    }
  }
  return running;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * The median of the ratios round by round, each after `allowance` was taken off the numerator; undefined when either side
 * has no complete series.
 */
export function pairedRatio(numerator: Series, denominator: Series, allowance = 0): number | undefined {
  if (numerator.failure !== undefined || denominator.failure !== undefined) return undefined;
  return median(
    numerator.samples.map(
      (sample, round) => (sample - allowance) / (denominator.samples[round] ?? Number.NaN),
    ),
  );
}

export function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split("\n", 1)[0] ?? message;
}
