/** Runs a real program where /etc holds a managed settings file: in a mount namespace of its own, so no other process sees it. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Needs root, or a kernel that gives users namespaces of their own. */
export const canMount: boolean =
  process.platform === "linux" &&
  spawnSync("unshare", ["-m", "sh", "-c", "mount --bind /tmp /etc"]).status === 0;

export interface ManagedRun {
  /** A folder for the /etc that the program sees. */
  readonly base: string;
  readonly policy: unknown;
  readonly fileMode?: number;
  readonly folderMode?: number;
  /** Shell commands run in the folder of the managed settings before the program starts. */
  readonly prepare?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runManaged(command: readonly string[], run: ManagedRun): Ran {
  const etc = join(run.base, "etc");
  const folder = join(etc, "filewright");
  const file = join(folder, "managed-settings.json");
  // What an earlier run left there may be a pipe, which would never take the text.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(file, typeof run.policy === "string" ? run.policy : JSON.stringify(run.policy));
  chmodSync(file, run.fileMode ?? 0o644);
  chmodSync(folder, run.folderMode ?? 0o755);
  const script = `${run.prepare === undefined ? "" : `(cd '${folder}'; ${run.prepare}) &&`} mount --bind '${etc}' /etc && exec "$@"`;
  const { status, stdout, stderr } = spawnSync("unshare", ["-m", "sh", "-c", script, "sh", ...command], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", ...run.environment },
    input: run.input ?? "",
    cwd: run.base,
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}
