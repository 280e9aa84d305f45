/** Values that tell when they change, and the hook by which components read them. */
import { useLayoutEffect, useState } from "preact/hooks";

export interface ReadonlySignal<Value> {
  /** As it is now. In a component, `useValue` is what follows it. */
  readonly value: Value;
  /** Calls `listener` after every change, until the result is called. */
  subscribe(listener: () => void): () => void;
}

export class Signal<Value> implements ReadonlySignal<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set value(next: Value) {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    // Those who follow it now: whoever comes meanwhile knows it already.
    const told = [...this.#listeners];
    for (const listener of told) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Made of other signals when it is read: the same object for as long as they have the same values. */
export function computed<Value>(
  sources: readonly ReadonlySignal<unknown>[],
  compute: () => Value,
): ReadonlySignal<Value> {
  let known: { readonly of: readonly unknown[]; readonly value: Value } | undefined;
  return {
    get value() {
      const of = sources.map((source) => source.value);
      if (known === undefined || of.some((value, index) => !Object.is(value, known?.of[index]))) {
        known = { of, value: compute() };
      }
      return known.value;
    },
    subscribe: (listener) => {
      const stops = sources.map((source) => source.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** The value; the component is rendered anew when there is another one. */
export function useValue<Value>(signal: ReadonlySignal<Value>): Value {
  const [, setSeen] = useState(() => signal.value);
  useLayoutEffect(() => {
    const look = (): void => setSeen(() => signal.value);
    // It may have changed since it was rendered.
    look();
    return signal.subscribe(look);
  }, [signal]);
  return signal.value;
}
