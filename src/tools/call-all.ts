/**
 * Many calls at once: neighbouring calls that are safe side by side run so, ten at most; every other call runs alone,
 * in its place. Results come back in the order of the calls.
 */
export interface PlannedCall<Result> {
  readonly isConcurrencySafe: boolean;
  /** `onActed` is called, at most once, when all is done but waiting for what others have to say of it. */
  readonly start: (onActed: () => void) => Promise<Result>;
}

const MAX_CONCURRENT_CALLS = 10;

export async function runInOrder<Result>(
  calls: readonly PlannedCall<Result>[],
  onResult?: (result: Result, index: number) => void,
): Promise<Result[]> {
  const results = new OrderedResults(onResult);
  const finishing: Promise<void>[] = [];
  for (let next = 0; next < calls.length; ) {
    const group = groupFrom(calls, next);
    const [only] = group;
    if (only === undefined || only.isConcurrencySafe) await runGroup(group, next, results);
    else finishing.push((await runAlone(only, next, results)).finished);
    next += group.length;
  }
  await Promise.all(finishing);
  return results.delivered;
}

/** Delivers each result as soon as it and all before it are there. */
class OrderedResults<Result> {
  readonly delivered: Result[] = [];
  readonly #early = new Map<number, { readonly result: Result }>();
  readonly #onResult: ((result: Result, index: number) => void) | undefined;

  constructor(onResult: ((result: Result, index: number) => void) | undefined) {
    this.#onResult = onResult;
  }

  add(index: number, result: Result): void {
    this.#early.set(index, { result });
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      this.delivered.push(next.result);
      this.#onResult?.(next.result, this.delivered.length - 1);
    }
  }

  #take(): { readonly result: Result } | undefined {
    const index = this.delivered.length;
    const found = this.#early.get(index);
    this.#early.delete(index);
    return found;
  }
}

function groupFrom<Result>(
  calls: readonly PlannedCall<Result>[],
  from: number,
): readonly PlannedCall<Result>[] {
  let end = from;
  while (calls[end]?.isConcurrencySafe === true) end += 1;
  return calls.slice(from, Math.max(end, from + 1));
}

async function runGroup<Result>(
  group: readonly PlannedCall<Result>[],
  first: number,
  results: OrderedResults<Result>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next; index < group.length; index = next) {
      next += 1;
      const { start } = group[index] as PlannedCall<Result>;
      results.add(first + index, await start(() => undefined));
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, group.length) }, worker));
}

/** Resolves when the call has acted, with what resolves once its result is there. */
function runAlone<Result>(
  { start }: PlannedCall<Result>,
  index: number,
  results: OrderedResults<Result>,
): Promise<{ readonly finished: Promise<void> }> {
  return new Promise((resolve) => {
    const finished: Promise<void> = start(() => resolve({ finished })).then((result) =>
      results.add(index, result),
    );
    // A call that fails has acted too.
    const settle = (): void => resolve({ finished });
    finished.then(settle, settle);
  });
}
