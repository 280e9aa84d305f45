/** For commands that go on until they are told to end. */

const ENDING_SIGNALS = ["SIGTERM", "SIGHUP"] as const;

/** Ctrl-C comes by the signal of the command line; what runs for long is ended by others as well. */
export function waitForEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const name of ENDING_SIGNALS) process.off(name, end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    for (const name of ENDING_SIGNALS) process.on(name, end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
