/**
 * Faults by strace, which attaches to one thread of a process that has reported that it is about to begin. strace counts
 * calls for each thread and each system call by itself, so a point is a thread, a system call and a number.
 */
import { readdirSync, readFileSync } from "node:fs";
import { Child } from "./child.js";

export interface Point {
  /** The thread's position among the threads that exist when the scenario begins. */
  readonly thread: number;
  readonly call: string;
  readonly number: number;
  /** What the traced run did there, for the report. */
  readonly line: string;
}

export type Fault = { readonly signal: "KILL" } | { readonly error: string };

/** Calls that change what is on disk. */
const changing = words`
  write pwrite64 writev pwritev fsync fdatasync ftruncate truncate fallocate rename renameat renameat2
  link linkat unlink unlinkat mkdir mkdirat rmdir symlink symlinkat chmod fchmod fchmodat chown fchown
  fchownat lchown fsetxattr setxattr utimensat copy_file_range sendfile
`;
/** Calls that a fault can be injected into, besides. */
const reading = words`
  openat close read pread64 statx newfstatat fstat readlink readlinkat getdents64 flock fcntl
  flistxattr fgetxattr access faccessat faccessat2
`;

function words(text: TemplateStringsArray): string[] {
  return text.join("").trim().split(/\s+/);
}

function listThreads(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .toSorted((left, right) => left - right);
}

/** A strace that has attached. */
export interface Tracing {
  readonly ended: Promise<unknown>;
}

/** `undefined` if strace could not attach. */
async function attach(words: readonly string[]): Promise<Tracing | undefined> {
  const strace = new Child(["strace", ...words], { timeoutMs: 60_000 });
  const isAttached = await strace.until(() => strace.stderr.includes("attached"));
  return isAttached ? { ended: strace.ended } : undefined;
}

/** Traces a whole process to a file, to find out which points there are. */
export function traceAll(pid: number, log: string): Promise<Tracing | undefined> {
  const calls = [...changing, ...reading].map((call) => `?${call}`).join(",");
  return attach(["-f", "-y", "-s", "16", "-o", log, "-e", `trace=${calls}`, "-p", String(pid)]);
}

export function injectAt(
  pid: number,
  { thread, call, number }: Point,
  fault: Fault,
  log: string,
): Promise<Tracing | undefined> {
  const tid = listThreads(pid)[thread];
  if (tid === undefined) return Promise.resolve(undefined);
  const what = "signal" in fault ? `signal=${fault.signal}` : `error=${fault.error}`;
  const inject = `inject=${call}:${what}:when=${number}`;
  return attach(["-y", "-o", log, "-e", `trace=${call}`, "-e", inject, "-p", String(tid)]);
}

/** Counts of calls vary a little from run to run: a fault that hit another file, such as a pipe, shows nothing. */
export function wasInjected(log: string, pid: number, folder: string): boolean {
  const lines = readFileSync(log, "utf8").split("\n");
  return lines.some((line) => line.includes("(INJECTED)") && isBelow(line, pid, folder));
}

function isBelow(line: string, pid: number, folder: string): boolean {
  return line.includes(folder) || line.includes("/proc/self/fd/") || line.includes(`/proc/${pid}/fd/`);
}

/** The points of a traced run that touch the folder, in their order. */
export function findPoints(pid: number, threads: readonly number[], log: string, folder: string): Point[] {
  const counts = new Map<string, number>();
  const points: Point[] = [];
  for (const line of readFileSync(log, "utf8").split("\n")) {
    const [, tid, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (tid === undefined || call === undefined) continue;
    const number = (counts.get(`${tid} ${call}`) ?? 0) + 1;
    counts.set(`${tid} ${call}`, number);
    const thread = threads.indexOf(Number(tid));
    if (thread !== -1 && isBelow(line, pid, folder))
      points.push({ thread, call, number, line: shorten(line, folder) });
  }
  return points;
}

export function threadsOf(pid: number): readonly number[] {
  return listThreads(pid);
}

export function isChanging({ call, line }: Point): boolean {
  return changing.includes(call) || (call === "openat" && line.includes("O_CREAT"));
}

/** What a point is about, the same for equal places in different scenarios. */
export function describePoint({ call, line }: Point): string {
  return `${call} of ${findTarget(line)}`;
}

function findTarget(line: string): string {
  if (line.includes("/state/locks")) return "a lock";
  if (line.includes("/state/history")) return "the history";
  if (line.includes("/state")) return "the state directory";
  if (line.includes(".filewright-")) return "the temporary file";
  if (line.includes("(deleted)")) return "the displaced file";
  return /\w\.txt/.test(line) ? "the file" : "a folder";
}

function shorten(line: string, folder: string): string {
  return line
    .replace(/^\d+\s+/, "")
    .replaceAll(folder, "")
    .replace(/\s+/g, " ")
    .slice(0, 160);
}
