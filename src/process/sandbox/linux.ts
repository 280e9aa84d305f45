/**
 * The sandbox of Linux: a small launcher that confines itself with Landlock, seccomp and, to hide files, a mount namespace,
 * and then becomes the program. See native/sandbox-launcher.c.
 */
import { createRequire } from "node:module";
import { childProcess } from "../run-program.js";
import { type Command, plainDevices, type SandboxPolicy } from "./policy.js";

export interface LinuxSandbox {
  readonly launcher: string;
  /** The version of the kernel's Landlock interface, at least 1. */
  readonly landlock: number;
  /** Whether mount namespaces can be made. */
  readonly hasMounts: boolean;
}

const PROBE_MS = 5000;

/** What this machine offers, or why there is no sandbox. Starts the launcher once, which takes about a millisecond. */
export function probeLinux(launcher: string | undefined = findLauncher()): LinuxSandbox | string {
  if (launcher === undefined) return `there is no launcher for ${process.platform} on ${process.arch}`;
  const { stdout, error } = childProcess().spawnSync(launcher, ["probe"], {
    cwd: "/",
    env: {},
    encoding: "utf8",
    timeout: PROBE_MS,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (error !== undefined) return `its launcher ${launcher} is missing or can't be executed`;
  const found = /^landlock (\d+) seccomp ([01]) mounts ([01])\n$/.exec(stdout);
  if (found === null) return "the launcher did not run";
  const landlock = Number(found[1]);
  if (landlock === 0) return "the kernel has no Landlock (Linux 5.13 or later, enabled at boot)";
  if (found[2] === "0") return "the kernel has no seccomp filters";
  return { launcher, landlock, hasMounts: found[3] === "1" };
}

/** The launcher's words for a policy. Pure. */
export function wrapForLinux(sandbox: LinuxSandbox, policy: SandboxPolicy, command: Command): Command {
  const { readable, writable, hidden, network, limits = {}, devices = true, endsWithParent = false } = policy;
  const option = (name: string, value: string | number | undefined): string[] =>
    value === undefined ? [] : [name, String(value)];
  // Landlock does not cover attributes of files: read-only mounts do, where there is something that may be written.
  const seals = sandbox.hasMounts && writable.length > 0;
  const port = typeof network === "object" ? network.listenPort : network ? "all" : "none";
  return {
    program: sandbox.launcher,
    arguments: [
      ...readable.flatMap((path) => option("read", path)),
      ...writable.flatMap((path) => option("write", path)),
      ...(devices ? plainDevices : []).flatMap((path) => option("device", path)),
      ...hidden.flatMap((path) => option("hide", path)),
      ...option("mounts", seals ? 1 : undefined),
      ...option("network", port),
      ...option("data", limits.memoryBytes),
      ...option("files", limits.openFiles),
      ...option("processes", limits.processes),
      ...option("parent", endsWithParent ? "ends" : undefined),
      "--",
      command.program,
      ...command.arguments,
    ],
  };
}

function findLauncher(): string | undefined {
  if (process.platform !== "linux" || (process.arch !== "x64" && process.arch !== "arm64")) return undefined;
  try {
    return createRequire(import.meta.url).resolve(`#sandbox-launcher-${process.arch}`);
  } catch {
    return undefined;
  }
}
