/** Floors that are programs: started without a shell, their output read whole, as a host would have to. */
import { spawnSync } from "node:child_process";
import type { Contestant } from "./measure.js";
import { timed } from "./measure.js";

export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export function runCommand(command: Command): string {
  const { status, stdout, stderr, error } = spawnSync(command.program, command.arguments, {
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    env: command.environment ?? process.env,
    windowsHide: true,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command.program} ended with ${status}: ${stderr.slice(0, 500)}`);
  return stdout;
}

export interface TimedCommand extends Command {
  readonly name: string;
  readonly side: Contestant["side"];
  readonly note?: string;
  readonly verify?: (output: string) => void;
}

export function timedCommand({ name, side, note, verify, ...command }: TimedCommand): Contestant {
  return timed({
    name,
    side,
    ...(note === undefined ? {} : { note }),
    ...(verify === undefined ? {} : { verify }),
    repeat: 1,
    operation: () => runCommand(command),
  });
}
