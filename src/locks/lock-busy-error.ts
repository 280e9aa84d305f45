/** Someone else held a lock for longer than we were willing to wait. */
export interface LockBusyDetails {
  readonly key: string;
  /** The lock on the disk, for a person who knows that its owner is gone. */
  readonly path: string;
  /** All three undefined when the lock does not tell, or was let go at the last moment. */
  readonly ownerPid?: number | undefined;
  readonly ownerHost?: string | undefined;
  readonly heldForMs?: number | undefined;
}

export class LockBusyError extends Error implements LockBusyDetails {
  override readonly name = "LockBusyError";
  readonly key: string;
  readonly path: string;
  readonly ownerPid: number | undefined;
  readonly ownerHost: string | undefined;
  readonly heldForMs: number | undefined;

  constructor(details: LockBusyDetails) {
    const { key, path, ownerPid, ownerHost, heldForMs } = details;
    const owner = ownerPid === undefined ? "an unknown owner" : `process ${ownerPid} on ${ownerHost}`;
    super(`"${key}" is locked by ${owner}. Try again later, or remove ${path} if that process is gone.`);
    this.key = key;
    this.path = path;
    this.ownerPid = ownerPid;
    this.ownerHost = ownerHost;
    this.heldForMs = heldForMs;
  }
}
