/** What a call would be answered now, by which rule, and what would change that. */
import { commandToAllow } from "../../../permissions/print-rule.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import type { Toolkit } from "../../../toolkit.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { toAbsolutePath } from "../../given-path.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";

export function explain(tool: string, path: string, flags: ReportFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const name = findToolName(tool, toolkit);
    const explanation = await toolkit.permissions.explain(name, toAbsolutePath(path, toolkit));
    const { answer, text, allowRule } = explanation;
    if (flags.json === true) terminal.write(`${JSON.stringify(explanation)}\n`);
    else {
      terminal.write(`${escapeForTerminal(text)}\n`);
      const command = allowRule === undefined ? undefined : commandToAllow(allowRule, "local");
      if (command !== undefined) terminal.write(`To be asked no more: ${command}\n`);
    }
    return answer === "deny" ? EXIT.denied : EXIT.fine;
  });
}

/** As the commands are called, too: notebook-edit is NotebookEdit. */
function findToolName(given: string, { tools }: Toolkit): string {
  const letters = (name: string): string => name.toLowerCase().replaceAll("-", "");
  return tools.find(({ name }) => letters(name) === letters(given))?.name ?? given;
}
