/** How a process signs what it writes into the state directory, and whether the writer of a signature still lives. */
import type { ProcessIdentity, ProcessLife } from "../fs/process-life.js";

/** A writer on another machine, or before a reboot, can't be asked; silent for this long, it is taken for gone. */
const FOREIGN_SILENCE_MS = 60 * 60 * 1000;

export function renderOwner({ pid, start, host }: ProcessIdentity): string {
  return `${pid} ${start ?? "-"} ${host}`;
}

export interface OwnerContext {
  readonly identity: ProcessIdentity;
  readonly life: ProcessLife;
  /** How long ago the owner wrote last. */
  readonly ageMs: number;
}

export function isOwnerAlive(owner: string, { identity, life, ageMs }: OwnerContext): boolean {
  const [pid, start, host] = owner.split(" ");
  if (host !== identity.host) return ageMs < FOREIGN_SILENCE_MS;
  return life.isAlive({ pid: Number(pid), start: start === "-" ? undefined : start });
}
