/**
 * Whether a promise has settled in time, well or not, and before the call was cancelled. The timer keeps the process alive
 * meanwhile, also where nothing that is waited for does.
 */
export function withinTime(
  promise: Promise<unknown>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve(false);
    const finish = (isInTime: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      resolve(isInTime);
    };
    const giveUp = (): void => finish(false);
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener("abort", giveUp, { once: true });
    promise.then(
      () => finish(true),
      () => finish(true),
    );
  });
}
