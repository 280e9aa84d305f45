/** By how many megabytes the peak memory of this process grows while something is done. */
import { readFileSync, writeFileSync } from "node:fs";

export async function measurePeakGrowth(act: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  const isPeakKept = resetPeak();
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 2);
  await act();
  clearInterval(sampling);
  highest = Math.max(highest, process.memoryUsage.rss(), isPeakKept ? readPeak() : 0);
  return (highest - before) / 1e6;
}

/** Linux keeps the exact peak and can forget it; `ru_maxrss` would begin with that of the process that started us. */
function resetPeak(): boolean {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
    return true;
  } catch {
    // Elsewhere the samples have to do.
    return false;
  }
}

function readPeak(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
