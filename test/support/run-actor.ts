/** Runs a process with a toolkit of its own, as another user, below a umask or a limit, or among its own mounts. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { CallResult, ToolCall } from "../../src/index.js";
import type { Entry } from "./snapshot.js";

const program: string = fileURLToPath(new URL("actor.js", import.meta.url));

export interface ActorOrder {
  readonly root: string;
  readonly stateDirectory: string;
  readonly calls: readonly ToolCall[];
  readonly umask?: number;
  /** False where the actor may not look at everything; before and after are then empty. */
  readonly compares?: boolean;
  /** Files by path, written before the toolkit is made. */
  readonly plant?: Readonly<Record<string, string>>;
  /** Options of the toolkit that are plain data. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface ActorReport {
  readonly results: readonly CallResult[];
  readonly before: Readonly<Record<string, Entry>>;
  readonly after: Readonly<Record<string, Entry>>;
  readonly uid: number;
}

export interface Surroundings {
  /** A program in front of the actor, such as `setpriv` with its options. */
  readonly through?: readonly string[];
  /** Shell commands that run first, in the same process. */
  readonly prepare?: string;
}

export async function runActor(order: ActorOrder, surroundings: Surroundings = {}): Promise<ActorReport> {
  const { through = [], prepare = ":" } = surroundings;
  const script = `${prepare}\nexec "$0" "$1"`;
  const command = [...through, "bash", "-ec", script, process.execPath, program];
  const child = spawn(command[0] as string, command.slice(1), { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify(order));
  const [printed, complaints, [code, signal]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`the actor ended with ${code ?? signal}: ${complaints}`);
  return JSON.parse(printed) as ActorReport;
}

export const isRoot: boolean = process.getuid?.() === 0;

/** A user and a group that own nothing on this machine. */
export const stranger = { uid: 54321, gid: 54322 } as const;

/** Another user, when we may become one; ourselves otherwise, if we are not root anyway. */
export function asStranger(): Surroundings {
  if (!isRoot) return {};
  const { uid, gid } = stranger;
  return { through: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"] };
}

/** Mounts that only the actor sees; undefined, and one line on stderr, where the system does not allow any. */
export function findOwnMounts(purpose: string): readonly string[] | undefined {
  const through = ["unshare", "--map-root-user", "--mount"];
  try {
    execFileSync("unshare", [...through.slice(1), "mount", "-t", "tmpfs", "none", "/mnt"], {
      stdio: "ignore",
    });
    return through;
  } catch {
    leaveOut(`${purpose}: this system allows no mounts of one's own`);
    return undefined;
  }
}

/** Says what a test could not look at on this machine. */
export function leaveOut(what: string): void {
  process.stderr.write(`left out: ${what}\n`);
}
