/** Something that is loaded for a view and loaded again, at a bearable pace, when events say that it has changed. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ActivityEvent } from "../../../src/console/contract.js";
import { type Resource, useResource } from "../parts/resource.js";
import { gaps, onEvent, server } from "./live.js";
import { ReloadPace } from "./reload-pace.js";

/** `isConcerned` may be another function every time; the newest is asked. */
export function usePacedResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  isConcerned: (event: ActivityEvent) => boolean,
): Resource<T> {
  const newest = useRef({ isConcerned, reload: (): void => {} });
  const pace = useMemo(
    () =>
      new ReloadPace({
        reload: () => newest.current.reload(),
        now: () => performance.now(),
        isVisible: () => document.visibilityState === "visible",
        later: (action, ms) => {
          const timer = setTimeout(action, ms);
          return () => clearTimeout(timer);
        },
      }),
    [],
  );
  const resource = useResource(async (signal) => {
    pace.began();
    try {
      return await load(signal);
    } finally {
      pace.ended();
    }
  }, deps);
  newest.current = { isConcerned, reload: resource.reload };
  useEffect(() => {
    const leave = onEvent((event) => {
      if (newest.current.isConcerned(event)) pace.ask();
    });
    // Whoever comes back to the server, or could not keep up, does not know what has happened in between.
    let known = server.value;
    const forget = server.subscribe(() => {
      if (known !== undefined) pace.ask();
      known = server.value;
    });
    const stopCounting = gaps.subscribe(() => pace.ask());
    const wake = (): void => pace.wake();
    document.addEventListener("visibilitychange", wake);
    return () => {
      leave();
      forget();
      stopCounting();
      document.removeEventListener("visibilitychange", wake);
      pace.close();
    };
  }, [pace]);
  return resource;
}
