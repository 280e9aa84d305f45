/** Work done side by side, a few pieces at a time, until it is done or the time is over. */
export interface Clock {
  readonly isOver: () => boolean;
}

export function clockFor(milliseconds: number): Clock {
  const end = performance.now() + milliseconds;
  return { isOver: () => performance.now() >= end };
}

/** Calls `work` with each item, in order, in as many lanes; returns how many items were done. */
export async function inLanes<T, Lane>(
  lanes: readonly Lane[],
  items: Iterable<T>,
  clock: Clock,
  work: (item: T, lane: Lane) => Promise<void>,
): Promise<number> {
  const iterator = items[Symbol.iterator]();
  let count = 0;
  let hasFailed = false;
  const run = async (lane: Lane): Promise<void> => {
    while (!clock.isOver() && !hasFailed) {
      const next = iterator.next();
      if (next.done === true) return;
      try {
        await work(next.value, lane);
      } catch (cause) {
        hasFailed = true;
        throw cause;
      }
      count += 1;
    }
  };
  const ended = await Promise.allSettled(lanes.map(run));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return count;
}

export const LANES = 2;
