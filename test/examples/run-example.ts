/** An example as a person runs it, in a home and a temporary folder of its own, and all that is left when it has ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const examplesFolder: string = fileURLToPath(new URL("../../examples/", import.meta.url));
const guard = new URL("loopback-only.js", import.meta.url).href;
/** Far more than any example takes. */
const MAX_MS = 40_000;
/** What a test of one may take: it is ended before, and its helpers have time to go. */
export const EXAMPLE_TIMEOUT_MS: number = MAX_MS + 20_000;
const POLL_MS = 50;

export interface ExampleOptions {
  readonly words?: readonly string[];
  /** What is typed; without it the input is at its end. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Helpers that notice that their host is gone take a moment to go. */
  readonly patienceMs?: number;
}

export interface ExampleRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What lies in its home and its temporary folder. */
  readonly files: readonly string[];
  /** Programs that run though it has ended. */
  readonly programs: readonly string[];
  /** Other machines that it wanted to speak to. */
  readonly connections: readonly string[];
}

export interface RunningExample {
  readonly child: ChildProcess;
  readonly ended: Promise<ExampleRun>;
}

export function startProgram(file: string, options: ExampleOptions = {}): RunningExample {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "fw-ex-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [home, temporary, report] = ["home", "tmp", "connections"].map((name) => join(base, name));
  const folders = [home, temporary] as string[];
  for (const folder of folders) mkdirSync(folder);
  const child = spawn(process.execPath, ["--import", guard, file, ...(options.words ?? [])], {
    cwd: temporary,
    // A group of its own, by which whatever it starts is known.
    detached: true,
    timeout: MAX_MS,
    killSignal: "SIGKILL",
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      XDG_CONFIG_HOME: join(home ?? "", "config"),
      XDG_STATE_HOME: join(home ?? "", "state"),
      XDG_RUNTIME_DIR: temporary,
      TMPDIR: temporary,
      CONNECTIONS_REPORT: report,
      ...options.environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const group = child.pid ?? 0;
  const finish = async (): Promise<ExampleRun> => {
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit") as Promise<[number | null]>,
    ]);
    const programs = await findRemaining(() => listPrograms(group, base), options.patienceMs ?? 5000);
    return {
      code,
      stdout,
      stderr,
      files: folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map(String)),
      programs,
      connections: existsSync(report ?? "")
        ? readFileSync(report ?? "", "utf8")
            .trim()
            .split("\n")
        : [],
    };
  };
  return { child, ended: finish() };
}

export function runExample(name: string, options: ExampleOptions = {}): Promise<ExampleRun> {
  return startProgram(join(examplesFolder, name), options).ended;
}

async function findRemaining(list: () => readonly string[], patienceMs: number): Promise<readonly string[]> {
  for (let waited = 0; waited < patienceMs && list().length > 0; waited += POLL_MS)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return list();
}

/** Those of its group, and those in other groups that know its folder. Where there is no /proc, none are found. */
function listPrograms(group: number, base: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      // Behind the name, which is in parentheses and may be anything: state, parent, group.
      const [state, , itsGroup] = (readProc(id, "stat").split(") ").at(-1) ?? "").split(" ");
      return state !== "Z" && (itsGroup === String(group) || readProc(id, "environ").includes(base));
    })
    .map((id) => readProc(id, "cmdline").replaceAll("\0", " "));
}

function readProc(id: string, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, "utf8");
  } catch {
    // Gone meanwhile, or another user's.
    return "";
  }
}
