/** Starts programs inside a boundary that the kernel keeps. */
import { type LinuxSandbox, probeLinux, wrapForLinux } from "./linux.js";
import type { Command, Confine, SandboxMode, SandboxPolicy } from "./policy.js";
import { probeSeatbelt, wrapForSeatbelt } from "./seatbelt.js";

export interface Sandbox {
  /** Whether files inside readable folders can be hidden. A policy that hides any is refused without. */
  readonly canHide: boolean;
  /** What keeps the boundary, for people: "Landlock 7, seccomp, mount namespaces". */
  readonly description: string;
  /** The command that runs the given one confined. Throws SandboxUnavailable if files are to be hidden and can't be. */
  wrap(policy: SandboxPolicy, command: Command): Command;
}

/** A program that must run confined can't. */
export class SandboxUnavailable extends Error {
  override readonly name = "SandboxUnavailable";

  constructor(reason: string) {
    super(`The sandbox is required and not available: ${reason}.`);
  }
}

const NO_HIDING = "files can't be hidden without mount namespaces";

/** How the programs of a workspace are confined: as its settings say and the machine can. */
export class Sandboxing {
  readonly #findMode: () => SandboxMode | Promise<SandboxMode>;
  readonly #probe: () => Sandbox | string;
  #offer: Sandbox | string | undefined;

  constructor(
    findMode: () => SandboxMode | Promise<SandboxMode>,
    probe: () => Sandbox | string = findSandbox,
  ) {
    this.#findMode = findMode;
    this.#probe = probe;
  }

  /** The sandbox of this machine, or why there is none: "the kernel has no Landlock". Found out once. */
  get offer(): Sandbox | string {
    return (this.#offer ??= this.#probe());
  }

  /** The mode in force now. */
  findMode(): SandboxMode | Promise<SandboxMode> {
    return this.#findMode();
  }

  /**
   * How to start a program under a policy and the mode in force; `undefined` if it runs unconfined. Where files can't be hidden
   * and need not be, the rest of the policy is applied. Throws SandboxUnavailable if the mode requires what the machine does
   * not offer.
   */
  confine(policy: SandboxPolicy): Confine | undefined | Promise<Confine | undefined> {
    const mode = this.#findMode();
    return mode instanceof Promise
      ? mode.then((found) => this.#confineAs(found, policy))
      : this.#confineAs(mode, policy);
  }

  #confineAs(mode: SandboxMode, policy: SandboxPolicy): Confine | undefined {
    if (mode === "off") return undefined;
    const { offer } = this;
    const hides = policy.hidden.length > 0;
    if (typeof offer === "string" || (hides && !offer.canHide)) {
      if (mode === "require") throw new SandboxUnavailable(typeof offer === "string" ? offer : NO_HIDING);
      if (typeof offer === "string") return undefined;
      return (command) => offer.wrap({ ...policy, hidden: [] }, command);
    }
    return (command) => offer.wrap(policy, command);
  }
}

/** The sandbox of this machine, or why there is none. Starts a program to find out, which takes about a millisecond. */
export function findSandbox(): Sandbox | string {
  if (process.platform === "darwin") {
    return probeSeatbelt() ?? { canHide: true, description: "Seatbelt", wrap: wrapForSeatbelt };
  }
  if (process.platform !== "linux") return `there is none for ${process.platform}`;
  const found = probeLinux();
  return typeof found === "string" ? found : createLinuxSandbox(found);
}

function createLinuxSandbox(linux: LinuxSandbox): Sandbox {
  const parts = [`Landlock ${linux.landlock}`, "seccomp", ...(linux.hasMounts ? ["mount namespaces"] : [])];
  return {
    canHide: linux.hasMounts,
    description: parts.join(", "),
    wrap(policy, command) {
      if (policy.hidden.length > 0 && !linux.hasMounts) throw new SandboxUnavailable(NO_HIDING);
      return wrapForLinux(linux, policy, command);
    },
  };
}
