/** What a confined program may do. One description for every system; `linux.ts` and `seatbelt.ts` translate it. */

export interface SandboxPolicy {
  /** Files and folders, with all below them, that may be read and executed. Absolute real paths, or "." for the working directory. */
  readonly readable: readonly string[];
  /** What may be read and changed, but not executed unless it is also in `readable`. */
  readonly writable: readonly string[];
  /**
   * What can't be read although it lies inside `readable` or `writable`. Covers what exists when the program starts: a path that is
   * created later, or replaced by another program, is not hidden. Needs `Sandbox.canHide`.
   */
  readonly hidden: readonly string[];
  /** False: no sockets of any kind but those it was given. A port: may listen there over TCP and connect nowhere. */
  readonly network: boolean | { readonly listenPort: number };
  /** Whether it may use devices without content, such as `/dev/null`. True by default. */
  readonly devices?: boolean;
  readonly limits?: SandboxLimits;
  /** Whether it is told to end when this process does. On Linux alone. */
  readonly endsWithParent?: boolean;
}

interface SandboxLimits {
  /** Private memory of each process, in bytes. Reserved address space, of which V8 takes a lot, does not count. */
  readonly memoryBytes?: number;
  readonly openFiles?: number;
  /**
   * 0 lets it have threads and start no processes. More is a bound for all processes and threads of the user, as the kernel
   * counts them.
   */
  readonly processes?: number;
}

/** `prefer` applies as much as the system offers, which may be nothing; `require` runs no program with less than its policy. */
export type SandboxMode = "require" | "prefer" | "off";

export const sandboxModes: readonly SandboxMode[] = ["off", "prefer", "require"];

/** The stricter of two modes, for sources that may only tighten what another has set. */
export function stricterSandbox(one: SandboxMode, other: SandboxMode): SandboxMode {
  return sandboxModes.indexOf(one) > sandboxModes.indexOf(other) ? one : other;
}

/** From a command to the one that runs it confined. Throws if that is not possible. */
export type Confine = (command: Command) => Command;

export interface Command {
  /** An absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
}

/** Where a program that is linked with the system's libraries finds them, and what most programs read at their start. */
export const systemFolders: readonly string[] =
  process.platform === "darwin"
    ? [
        "/usr",
        "/bin",
        "/sbin",
        "/System",
        "/Library",
        "/private/etc",
        "/private/var/db",
        "/opt/homebrew",
        "/dev",
      ]
    : ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix", "/gnu"];

/** Devices without content of their own. */
export const plainDevices: readonly string[] = [
  "/dev/null",
  "/dev/zero",
  "/dev/full",
  "/dev/random",
  "/dev/urandom",
  "/dev/tty",
];
