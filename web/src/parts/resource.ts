/**
 * Something that is loaded for a view. What was loaded stays in sight while it is loaded anew, and when that fails; it goes
 * at once when `deps` name another thing. An answer that comes after a later question is not heard.
 */
import { useCallback, useEffect, useState } from "preact/hooks";

export interface Resource<T> {
  readonly data: T | undefined;
  readonly failure: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface Loaded<T> {
  readonly key: string;
  readonly data: T | undefined;
  readonly failure: unknown;
  readonly isLoading: boolean;
}

/** `deps` name what is loaded; they are compared by what they say as JSON. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
): Resource<T> {
  const key = JSON.stringify(deps);
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>(() => nothing(key));
  useEffect(() => {
    const leaving = new AbortController();
    setLoaded((before) => (before.key === key ? { ...before, isLoading: true } : nothing(key)));
    void settle(load(leaving.signal)).then((end) => {
      if (leaving.signal.aborted) return undefined;
      return setLoaded((before) => ({ ...before, ...end, isLoading: false }));
    });
    return () => leaving.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const { data, failure, isLoading } = loaded.key === key ? loaded : nothing<T>(key);
  return { data, failure, isLoading, reload };
}

/** A failure leaves the data as they were. */
async function settle<T>(loading: Promise<T>): Promise<Partial<Loaded<T>>> {
  try {
    return { data: await loading, failure: undefined };
  } catch (failure) {
    return { failure };
  }
}

function nothing<T>(key: string): Loaded<T> {
  return { key, data: undefined, failure: undefined, isLoading: true };
}
