/** Tells how far a search has come: not before it has taken a while, not often, and never once it is over. */
import { FoundMeter } from "../search/found-meter.js";
import type { CallContext } from "./context.js";

const FIRST_AFTER_MS = 500;
const THEN_EVERY_MS = 250;

/** Runs a search with a meter that is read now and then, or without one when nobody listens. */
export async function reportingProgress<T>(
  { onProgress }: Pick<CallContext, "onProgress">,
  what: string,
  search: (meter: FoundMeter | undefined) => Promise<T>,
): Promise<T> {
  if (onProgress === undefined) return search(undefined);
  const meter = new FoundMeter();
  let told = -1;
  const tell = (): void => {
    timer = wait(THEN_EVERY_MS);
    if (meter.found <= told) return;
    told = meter.found;
    try {
      onProgress({ done: told, what });
    } catch {
      // A listener of the host's own; who can't listen is not told again, and the search goes on.
      clearTimeout(timer);
    }
  };
  // Nobody's process is kept running by it.
  const wait = (milliseconds: number): NodeJS.Timeout => setTimeout(tell, milliseconds).unref();
  let timer = wait(FIRST_AFTER_MS);
  try {
    return await search(meter);
  } finally {
    clearTimeout(timer);
  }
}
