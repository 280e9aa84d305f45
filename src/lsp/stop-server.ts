/** Ends a server: asks as the protocol has it, and does not wait for long. */
import { setTimeout as pause } from "node:timers/promises";
import type { StartedServer } from "./start-server.js";

const SHUTDOWN_MS = 1000;
const EXIT_MS = 500;
const KILL_MS = 500;

export interface StopOptions {
  /** One that is not has nothing to put in order, and is ended at once. */
  readonly isReady: boolean;
  /** Who waits for the end of it must not end before. */
  readonly isAwaited: boolean;
}

export async function stopServer(
  { program, connection }: StartedServer,
  { isReady, isAwaited }: StopOptions,
): Promise<void> {
  const endsWithin = async (ms: number): Promise<boolean> => {
    const waiting = new AbortController();
    const options = { signal: waiting.signal, ref: isAwaited };
    const late = pause(ms, "late" as const, options).catch(() => "late" as const);
    const first = await Promise.race([program.ended, late]);
    waiting.abort();
    return first !== "late";
  };
  program.setKeepsHostAlive(isAwaited);
  if (isReady && connection !== undefined) {
    await connection.request("shutdown", undefined, { timeoutMs: SHUTDOWN_MS });
    await connection.leave();
    if (await endsWithin(EXIT_MS)) return;
  }
  program.kill();
  await endsWithin(KILL_MS);
  program.setKeepsHostAlive(false);
}
