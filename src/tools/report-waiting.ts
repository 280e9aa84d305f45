/** Says now and then that a person is waited for: clients give up on a call of which they hear nothing. */
import type { MaybePromise } from "../fs/file-system.js";
import type { CallContext } from "./context.js";

const EVERY_MS = 5000;

export async function reportingWait<T>(
  { onProgress }: Pick<CallContext, "onProgress">,
  awaited: MaybePromise<T>,
): Promise<T> {
  if (onProgress === undefined || !(awaited instanceof Promise)) return awaited;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += EVERY_MS / 1000;
    try {
      onProgress({ done: seconds, what: "seconds waited for the user's answer" });
    } catch {
      // A listener of the host's own; who can't listen is not told again, and the question stands.
      clearInterval(timer);
    }
  }, EVERY_MS).unref();
  try {
    return await awaited;
  } finally {
    clearInterval(timer);
  }
}
