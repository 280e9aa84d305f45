/**
 * Many calls at once: neighbouring calls that are safe side by side run so, ten at most; every other call runs alone,
 * in its place. Results come back in the order of the calls.
 */
export interface PlannedCall<Result> {
  readonly isConcurrencySafe: boolean;
  readonly start: () => Promise<Result>;
}

const MAX_CONCURRENT_CALLS = 10;

export async function runInOrder<Result>(
  calls: readonly PlannedCall<Result>[],
  onResult?: (result: Result, index: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let next = 0; next < calls.length; ) {
    const group = groupFrom(calls, next);
    await runGroup(group, (result) => {
      results.push(result);
      onResult?.(result, results.length - 1);
    });
    next += group.length;
  }
  return results;
}

function groupFrom<Result>(
  calls: readonly PlannedCall<Result>[],
  from: number,
): readonly PlannedCall<Result>[] {
  let end = from;
  while (calls[end]?.isConcurrencySafe === true) end += 1;
  return calls.slice(from, Math.max(end, from + 1));
}

/** Delivers each result as soon as it and all before it are there. */
async function runGroup<Result>(
  group: readonly PlannedCall<Result>[],
  deliver: (result: Result) => void,
): Promise<void> {
  const results = new Map<number, Result>();
  let delivered = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < group.length; index = next) {
      next += 1;
      results.set(index, await (group[index] as PlannedCall<Result>).start());
      while (results.has(delivered)) {
        deliver(results.get(delivered) as Result);
        delivered += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, group.length) }, worker));
}
