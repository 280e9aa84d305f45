/** Says now and then that a person is waited for: clients give up on a call of which they hear nothing. */
import type { MaybePromise } from "../fs/file-system.js";
import type { CallOrigin } from "./context.js";
import { notifyHook } from "./host-hooks.js";

const EVERY_MS = 5000;

export async function reportingWait<T>(origin: CallOrigin, awaited: MaybePromise<T>): Promise<T> {
  const { onProgress } = origin;
  if (onProgress === undefined || !(awaited instanceof Promise)) return awaited;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += EVERY_MS / 1000;
    const progress = { done: seconds, what: "seconds waited for the user's answer" };
    // A hook that fails is not called again, and the question stays open.
    notifyHook(
      "onProgress",
      () => onProgress(progress),
      origin,
      () => clearInterval(timer),
    );
  }, EVERY_MS).unref();
  try {
    return await awaited;
  } finally {
    clearInterval(timer);
  }
}
