/** Settles as `wait` does, or rejects with the signal's reason, whichever comes first. */
export async function orAborted<T>(wait: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return wait;
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([wait, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
