/** What the system says about another process. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Megabytes that it has in memory. */
export function readResidentMegabytes(processId: number): number {
  return (readResidentKilobytes(processId) * 1024) / 1e6;
}

function readResidentKilobytes(processId: number): number {
  if (existsSync("/proc")) {
    const status = readFileSync(`/proc/${processId}/status`, "utf8");
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return Number(kilobytes);
  }
  return Number(spawnSync("ps", ["-o", "rss=", "-p", String(processId)], { encoding: "utf8" }).stdout);
}

/** Milliseconds of processor time that its threads have used; undefined where the system does not tell. */
export function findProcessorTime(processId: number): number | undefined {
  const threads = `/proc/${processId}/task`;
  if (!existsSync(`${threads}/${processId}/schedstat`)) return undefined;
  return readdirSync(threads).reduce((sum, thread) => sum + readThreadTime(`${threads}/${thread}`), 0);
}

function readThreadTime(folder: string): number {
  const [nanoseconds] = readFileSync(`${folder}/schedstat`, "utf8").split(" ", 1);
  return Number(nanoseconds) / 1e6;
}
