/** Tells how far a search has come: not before it has taken a while, not often, and never once it is over. */
import { FoundMeter } from "../search/found-meter.js";
import type { CallOrigin } from "./context.js";
import { notifyHook } from "./host-hooks.js";

const FIRST_AFTER_MS = 500;
const THEN_EVERY_MS = 250;

/** Runs a search with a meter that is read now and then, or without one when nobody listens. */
export async function reportingProgress<T>(
  origin: CallOrigin,
  what: string,
  search: (meter: FoundMeter | undefined) => Promise<T>,
): Promise<T> {
  const { onProgress } = origin;
  if (onProgress === undefined) return search(undefined);
  const meter = new FoundMeter();
  let told = -1;
  let hasFailed = false;
  // A hook that fails is not called again, and the search goes on.
  const stop = (): void => {
    hasFailed = true;
    clearTimeout(timer);
  };
  const tell = (): void => {
    if (hasFailed) return;
    timer = wait(THEN_EVERY_MS);
    if (meter.found <= told) return;
    told = meter.found;
    const progress = { done: told, what };
    notifyHook("onProgress", () => onProgress(progress), origin, stop);
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
