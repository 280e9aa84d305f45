/** Waits, without blocking, until no other program has a file open for writing, and then changes it. */
import { setTimeout as pause } from "node:timers/promises";
import { FileSystemError, type MaybePromise, type Replaced } from "../file-system.js";
import { growingDelays } from "./growing-delays.js";

/** How long to wait for other programs to close a file before it is changed all the same. */
const WRITER_MS = 250;
const MAX_ATTEMPTS = 3;

/** "open": another program has the file open for writing. "again": it changed after it was compared. */
export type Attempt = MaybePromise<Replaced> | "open" | "again";

/** `attempt` tells that the file is open only if it is asked to be patient. */
export function onceClosed(path: string, attempt: (isPatient: boolean) => Attempt): MaybePromise<Replaced> {
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const result = attempt(true);
    if (result === "open") return waitUntilClosed(path, attempt);
    if (result !== "again") return result;
  }
  throw new FileSystemError("EBUSY", path);
}

async function waitUntilClosed(path: string, attempt: (isPatient: boolean) => Attempt): Promise<Replaced> {
  for (const delay of growingDelays(WRITER_MS)) {
    await pause(delay);
    const result = attempt(true);
    if (result !== "open" && result !== "again") return result;
  }
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const result = attempt(false);
    if (result !== "open" && result !== "again") return result;
  }
  throw new FileSystemError("EBUSY", path);
}
