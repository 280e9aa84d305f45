/** What a running process takes of the machine. Linux tells; elsewhere nothing is known. */
import { findText } from "./process-life.js";

export interface ProcessLoad {
  /** Memory that it alone holds, whether or not it is swapped out: files that it has mapped are not counted. */
  readonly ownBytes: number;
  /** The time that it was computing, all threads together, in the kernel's ticks. */
  readonly ticks: number;
}

export function findProcessLoad(pid: number): ProcessLoad | undefined {
  if (process.platform !== "linux") return undefined;
  const [status, stat] = [findText(`/proc/${pid}/status`), findText(`/proc/${pid}/stat`)];
  return status === undefined || stat === undefined ? undefined : parseProcessLoad(status, stat);
}

/** Undefined when the kernel does not say enough: an old one, or a process that is ending. */
export function parseProcessLoad(status: string, stat: string): ProcessLoad | undefined {
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
  // The name in the second field may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const ownBytes = (kilobytes("RssAnon") + (kilobytes("VmSwap") || 0)) * 1024;
  return Number.isNaN(ownBytes) || Number.isNaN(ticks) ? undefined : { ownBytes, ticks };
}
