/**
 * Who runs on this machine. On Linux a process is known by its number and the moment it was started, read from /proc;
 * elsewhere by its number alone, so there a reused number passes for the old process.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { hostname } from "node:os";
import type { ProcessIdentity, ProcessLife } from "../process-life.js";
import { errnoOf } from "./translate.js";

/** Enough for a person to know the machine; the digest tells it from others. */
const HOST_NAME_LENGTH = 10;
const LARGEST_PID = 2 ** 31 - 1;

export function createProcessLife(): ProcessLife {
  return { isAlive };
}

/** Who we are. Costs a few small reads; it can't change, so once per process is enough. */
export function readProcessIdentity(): ProcessIdentity {
  return { pid: process.pid, start: findProcessState(process.pid)?.start, host: readHost() };
}

function isAlive({ pid, start }: Pick<ProcessIdentity, "pid" | "start">): boolean {
  if (!hasProcess(pid)) return false;
  const state = findProcessState(pid);
  if (state === undefined) return true;
  return state.isRunning && (start === undefined || start === state.start);
}

function hasProcess(pid: number): boolean {
  // Zero and negative numbers mean groups of processes, and larger ones are cut down to some other number.
  if (!Number.isInteger(pid) || pid <= 0 || pid > LARGEST_PID) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it is there and belongs to someone else.
    return errnoOf(cause) !== "ESRCH";
  }
}

interface ProcessState {
  /** False for one that has ended and that its parent has not noticed yet. */
  readonly isRunning: boolean;
  readonly start: string;
}

function findProcessState(pid: number): ProcessState | undefined {
  const stat = findText(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : parseProcessStat(stat);
}

/** The name in the second field may hold spaces and brackets, so the fields are counted from its last bracket. */
export function parseProcessStat(stat: string): ProcessState | undefined {
  const [state, ...others] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = others[18];
  if (state === undefined || start === undefined || !/^\d+$/.test(start)) return undefined;
  return { isRunning: !"ZXx".includes(state), start: Number(start).toString(36) };
}

/**
 * Two containers may share name and kernel and still count their processes apart, and a number from before a reboot
 * says nothing, so the digest covers the boot and the process numbering as well as the name.
 */
export function readHost(): string {
  const name = hostname();
  const boot = findText("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  const numbering = findLinkTarget("/proc/self/ns/pid") ?? "";
  const digest = createHash("sha256").update(`${name}\n${boot}\n${numbering}`).digest("hex").slice(0, 8);
  return `${name.replace(/[^\w.-]/g, "_").slice(0, HOST_NAME_LENGTH)}~${digest}`;
}

/** A file that the system keeps about itself. */
export function findText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

function findLinkTarget(path: string): string | undefined {
  try {
    return fs.readlinkSync(path);
  } catch {
    return undefined;
  }
}
