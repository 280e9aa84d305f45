/** Processes of this machine, as the kernel tells of them. */
import { readdirSync, readFileSync } from "node:fs";
import { isRunning } from "../../support/fake-ripgrep.js";

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** Everything that a process has started and that still runs, and what that has started. */
export function descendantsOf(pid: number): readonly RunningProcess[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid && isRunning(each));
  return children.flatMap((child) => [{ pid: child, command: commandOf(child) }, ...descendantsOf(child)]);
}

/** The parent stands behind the name, which is in brackets and may contain anything. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
