/** Runs a command over a toolkit of its own, and makes of its failure what people and scripts are told. */

import { escapeForTerminal } from "../text/escape-for-terminal.js";
import type { Toolkit, ToolkitOptions } from "../toolkit.js";
import type { Door } from "./door.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.js";
import { renderFailure } from "./failure-words.js";
import { openToolkit, type WorkspaceFlags } from "./open-toolkit.js";

export interface ReportFlags extends WorkspaceFlags {
  /** One line of JSON in the place of words. */
  readonly json?: true;
}

export async function withToolkit(
  flags: ReportFlags,
  door: Door,
  action: (toolkit: Toolkit) => Promise<ExitCode>,
  more: ToolkitOptions = {},
): Promise<ExitCode> {
  const { terminal, signal } = door;
  try {
    const toolkit = await openToolkit(flags, door, more);
    try {
      return await action(toolkit);
    } finally {
      await toolkit.close();
    }
  } catch (cause) {
    const { toToolError } = await import("../tools/translate-failure.js");
    const error = toToolError(cause, signal);
    if (error === undefined) throw cause;
    const { code, message, data } = error;
    if (flags.json === true) terminal.write(`${JSON.stringify({ error: { code, message, data } })}\n`);
    else terminal.writeError(`filewright: ${escapeForTerminal(renderFailure(error))}\n`);
    return code === "NO_CHANGE" ? EXIT.nothingFound : exitCodeOf(error);
  }
}
