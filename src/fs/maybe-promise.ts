/**
 * Work that asks the disk again and again, written once for disks that answer at once and for those that take their
 * time: as a generator that waits with `yield* waitFor(…)`. On a local disk it runs through without a promise.
 */
import type { MaybePromise } from "./file-system.js";

export type Steps<T> = Generator<unknown, T, unknown>;

export function* waitFor<T>(value: MaybePromise<T>): Steps<T> {
  return (yield value) as T;
}

export function finish<T>(steps: Steps<T>): MaybePromise<T> {
  let step = steps.next();
  while (step.done !== true) {
    if (step.value instanceof Promise) return finishLater(steps, step.value);
    step = steps.next(step.value);
  }
  return step.value;
}

async function finishLater<T>(steps: Steps<T>, first: Promise<unknown>): Promise<T> {
  let waited: unknown = first;
  for (;;) {
    const step = await resume(steps, waited);
    if (step.done === true) return step.value;
    waited = step.value;
  }
}

async function resume<T>(steps: Steps<T>, waited: unknown): Promise<IteratorResult<unknown, T>> {
  let value: unknown;
  try {
    value = await waited;
  } catch (cause) {
    return steps.throw(cause);
  }
  return steps.next(value);
}

/** A promise that is awaited later: until then its failure must not count as an unhandled rejection, which ends the process. */
export function awaitedLater<T>(value: MaybePromise<T>): Promise<T> {
  const promise = Promise.resolve(value);
  promise.catch(() => undefined);
  return promise;
}
