/**
 * How a process is told from all others, also from one that got its number later, and whether it still runs. The locks
 * record the one and ask the other.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, in the kernel's own count, base 36; undefined where the system does not tell. */
  readonly start: string | undefined;
  /** The space in which the pid means something: this machine since this boot. Never holds a space. */
  readonly host: string;
}

export interface ProcessLife {
  /** Only for a process of this host; when in doubt, it is alive. */
  isAlive(process: Pick<ProcessIdentity, "pid" | "start">): boolean;
}
