/**
 * What a lock says about its owner: one short line that is the target of a link. Two acquisitions never write the same
 * line, so equal text means the very same acquisition. It is kept under 60 bytes, times written in base 36, because
 * Linux disks store so short a target within the link itself, which makes a lock five times cheaper.
 */
import type { ProcessIdentity } from "../fs/process-life.js";

export interface LockOwner extends ProcessIdentity {
  /** Differs for every acquisition. Letters and digits only, so it can be part of a file name. */
  readonly nonce: string;
  /** When the lock was taken, by its owner's clock, in milliseconds since 1970. */
  readonly sinceMs: number;
}

const LINE = /^fw (\d{1,10}) ([0-9a-z]{1,13}|-) ([\w.~-]{1,40}) ([0-9a-z]{1,24}) ([0-9a-z]{1,9})$/;

export function renderLockOwner({ pid, start, host, nonce, sinceMs }: LockOwner): string {
  return `fw ${pid} ${start ?? "-"} ${host} ${nonce} ${sinceMs.toString(36)}`;
}

/** Undefined for any text that is not ours, such as a later version's. */
export function findLockOwner(text: string): LockOwner | undefined {
  const [, pid, start, host, nonce, since] = LINE.exec(text) ?? [];
  if (start === undefined || host === undefined || nonce === undefined || since === undefined)
    return undefined;
  const sinceMs = Number.parseInt(since, 36);
  return { pid: Number(pid), start: start === "-" ? undefined : start, host, nonce, sinceMs };
}
