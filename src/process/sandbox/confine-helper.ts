/** The sandbox of our own helper processes, which get their work over a pipe and need no file of anybody's. */
import type { Confine } from "./policy.js";
import { nodeNeeds } from "./program-needs.js";
import type { Sandboxing } from "./sandbox.js";

/** From the path of a helper's script to how it is started. Throws SandboxUnavailable. */
export type ConfineHelper = (script: string) => Confine | undefined | Promise<Confine | undefined>;

/** Enough for the largest image that is decoded, and a bound for one that is made to take more. */
const limits = { memoryBytes: 4 * 1024 ** 3, openFiles: 256, processes: 0 };

export function createHelperSandbox(sandboxing: Sandboxing): ConfineHelper {
  return (script) =>
    sandboxing.confine({ readable: nodeNeeds(script), writable: [], hidden: [], network: false, limits });
}
