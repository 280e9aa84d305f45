/**
 * Who types the commands that start us. In a terminal that is its session leader, the shell that was started with it:
 * whatever stands between it and us (npx, a script, a subshell) makes no difference. Without a terminal it is the process
 * that started us, because there a session may hold any number of unrelated ones.
 */
import { runProgram } from "../../process/run-program.js";
import type { ProcessIdentity } from "../process-life.js";
import { findText, readHost } from "./process-life.js";

export interface OwnShell extends ProcessIdentity {
  /** Without it a number that was given again would pass for the shell, so there is none without. */
  readonly start: string;
  /** The terminal's number; 0 for none. */
  readonly terminal: number;
}

/** Undefined when the system does not tell when processes were started. */
export async function findOwnShell(): Promise<OwnShell | undefined> {
  const own = findPlace("self");
  if (own === undefined) return findParentByProgram();
  for (const pid of listShells(own)) {
    const found = findPlace(String(pid));
    if (found !== undefined) return { pid, start: found.start, host: readHost(), terminal: own.terminal };
  }
  return undefined;
}

/** By number, the best first. */
export function listShells({ parent, leader, terminal }: ProcessPlace): readonly number[] {
  // Whoever has lost its parent is given to the first process, which has typed nothing; 0 is out of our sight.
  const parents = parent > 1 ? [parent] : [];
  return terminal === 0 || leader === 0 ? parents : [leader, ...parents];
}

interface ProcessPlace {
  readonly parent: number;
  readonly leader: number;
  readonly terminal: number;
  readonly start: string;
}

function findPlace(pid: string): ProcessPlace | undefined {
  const stat = findText(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : parseProcessPlace(stat);
}

/** The name in the second field may hold spaces and brackets, so the fields are counted from its last bracket. */
export function parseProcessPlace(stat: string): ProcessPlace | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, leader, terminal, start] = [1, 3, 4, 19].map((index) => Number(fields[index] ?? Number.NaN));
  if (parent === undefined || leader === undefined || terminal === undefined || start === undefined)
    return undefined;
  if (![parent, leader, terminal, start].every(Number.isSafeInteger)) return undefined;
  return { parent, leader, terminal, start: start.toString(36) };
}

/** Where no files tell of processes, a program of the system does. */
async function findParentByProgram(): Promise<OwnShell | undefined> {
  const pid = process.ppid;
  const found = await runProgram({
    program: "ps",
    arguments: ["-o", "lstart=", "-p", String(pid)],
    timeoutMs: 2000,
    maxOutputBytes: 1000,
  });
  const start = parseStartTime(Buffer.from(found?.output ?? []).toString("latin1"));
  return start === undefined ? undefined : { pid, start, host: readHost(), terminal: 0 };
}

/** "Mon Nov 16 09:57:18 2026" as a word. */
export function parseStartTime(text: string): string | undefined {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? undefined : time.toString(36);
}
