/** What a running process takes of the machine. Linux tells; elsewhere nothing is known. */
import { readdirSync } from "node:fs";
import { findText } from "./process-life.js";

/** Linux reports CPU time in hundredths of a second, and time in the scheduler's queue in nanoseconds. */
const NANOSECONDS_PER_TICK = 10_000_000;

export interface ProcessLoad {
  /** Memory that it alone holds, whether or not it is swapped out: files that it has mapped are not counted. */
  readonly ownBytes: number;
  /**
   * How long its threads were computing or ready to, in the kernel's ticks. On a busy machine a process that has work to do
   * spends most of its time in the scheduler's queue; it must not be taken for one that waits for something else.
   */
  readonly ticks: number;
}

export function findProcessLoad(pid: number): ProcessLoad | undefined {
  if (process.platform !== "linux") return undefined;
  const [status, stat] = [findText(`/proc/${pid}/status`), findText(`/proc/${pid}/stat`)];
  if (status === undefined || stat === undefined) return undefined;
  return parseProcessLoad(status, stat, readSchedulerStatistics(pid));
}

/** One line for each thread; empty for a process that is ending, or a kernel without these statistics. */
function readSchedulerStatistics(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(
      (thread) => findText(`/proc/${pid}/task/${thread}/schedstat`) ?? "",
    );
  } catch {
    return [];
  }
}

/** Undefined when the kernel does not say enough: an old one, or a process that is ending. */
export function parseProcessLoad(
  status: string,
  stat: string,
  schedulerStatistics: readonly string[] = [],
): ProcessLoad | undefined {
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
  // The name in the second field may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const queued = schedulerStatistics.reduce((sum, line) => sum + (Number(line.split(" ")[1]) || 0), 0);
  const ticks = Number(fields[11]) + Number(fields[12]) + Math.floor(queued / NANOSECONDS_PER_TICK);
  const ownBytes = (kilobytes("RssAnon") + (kilobytes("VmSwap") || 0)) * 1024;
  return Number.isNaN(ownBytes) || Number.isNaN(ticks) ? undefined : { ownBytes, ticks };
}
