/**
 * A listener whose workings are loaded with the first event that concerns it, so that a workspace in which nothing
 * happens pays for none of them. Events wait meanwhile, and are handed over in their order.
 */
import type { EventSource } from "./event-hub.js";
import type { EventType, WorkspaceEvent } from "./events.js";

export interface LazyListener {
  /** Resolves once every event so far has been handed over, and what the listener answered to it has settled. */
  settled(): Promise<void>;
  stop(): void;
}

/** `load` is called once; where it fails, each event is reported as one that its listener failed on. */
export function listenLazily<Type extends EventType>(
  events: EventSource,
  types: readonly Type[],
  load: () => Promise<(event: WorkspaceEvent<Type>) => unknown>,
): LazyListener {
  let loaded: Promise<(event: WorkspaceEvent<Type>) => unknown> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const hear = (event: WorkspaceEvent<Type>): Promise<unknown> => {
    loaded ??= load();
    const before = last;
    const done = loaded.then(async (listener) => {
      await before;
      return listener(event);
    });
    last = done.catch(() => undefined);
    return done;
  };
  const stops = types.map((type) => events.on(type, hear));
  return {
    async settled() {
      await last;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
