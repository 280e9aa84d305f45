/** One tool command, from its words to its exit code. */
import type { RealPath } from "../../fs/paths.js";
import type { AskHandler, OpenQuestion } from "../../permissions/ask.js";
import { escapeForTerminal } from "../../text/escape-for-terminal.js";
import type { Toolkit } from "../../toolkit.js";
import type { ToolFace } from "../../tools/define-tool.js";
import type { Door } from "../door.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { printResult } from "../print-result.js";
import { openSession, type SessionFlags } from "../session/open-session.js";
import type { Terminal } from "../terminal.js";
import { type GivenWords, gatherInput } from "./gather-input.js";
import { chooseGrepMode } from "./grep-mode.js";

export interface ToolCommand extends GivenWords {
  readonly face: ToolFace;
}

interface ToolFlags extends SessionFlags {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** Where each command has a shell of its own, none knows what another has read. */
const ADVICE_ON_SESSIONS =
  "What was read is known to commands of the same terminal; set FILEWRIGHT_SESSION, or give --session, to share it otherwise.\n";

export async function runToolCommand(command: ToolCommand, door: Door): Promise<ExitCode> {
  const { face } = command;
  const flags = command.flags as ToolFlags;
  const given = await gatherInput(command, door);
  const input = face.name === "Grep" ? chooseGrepMode(given, command.flags) : given;
  if (flags.dryRun === true) {
    const { previewChange } = await import("./preview-change.js");
    return previewChange({ face, input, flags }, door);
  }
  const { terminal, signal } = door;
  const { toolkit, isNew, close } = await openSession(flags, door);
  toolkit.workspace.events.on("permission-not-saved", ({ rule, file }) => {
    const where = file === undefined ? "the settings" : file;
    const words = `${rule} could not be written to ${where}; it holds for this session only`;
    terminal.writeError(`filewright: ${escapeForTerminal(words)}\n`);
  });
  let advice: string | undefined;
  toolkit.workspace.events.on("permission-unanswered", (event) => {
    advice = event.advice;
  });
  const onAsk = chooseAsker(flags, door, (path) => toolkit.workspace.roots.findRootOf(path)?.given);
  try {
    const result = await toolkit.call(face.name, input, {
      signal,
      force: flags.force === true,
      ...(onAsk === undefined ? {} : { onAsk }),
      ...(terminal.isInteractive ? { onProgress: terminal.showProgress } : {}),
    });
    const exitCode = printResult(result, { json: flags.json === true }, terminal);
    if (flags.json === true) return exitCode;
    if (advice !== undefined) terminal.writeError(`${escapeForTerminal(advice)}\n`);
    if (exitCode === EXIT.denied && onAsk === undefined)
      await adviseUnasked(command, input, toolkit, terminal);
    if (result.error?.code === "FILE_NOT_READ" && isNew) terminal.writeError(ADVICE_ON_SESSIONS);
    return exitCode;
  } finally {
    await close();
  }
}

/** What was refused only because nobody could be asked can be asked about in another way. */
async function adviseUnasked(
  { face }: ToolCommand,
  input: unknown,
  { permissions }: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const path = face.pathOf(input);
  if (path === undefined || (await permissions.explain(face.name, path)).answer !== "ask") return;
  const toLook = face.traits.readOnly ? "" : "; to see first what would change, --dry-run";
  terminal.writeError(`To answer beforehand, add --yes${toLook}.\n`);
}

/** Who answers: the person's word beforehand, the person, or no one, and then the library says how to allow it. */
function chooseAsker(
  { yes }: ToolFlags,
  { terminal }: Door,
  findRoot: (path: RealPath) => string | undefined,
): AskHandler | undefined {
  const askTerminal: AskHandler = async (question, options) => {
    const { createTerminalAsker } = await import("../ask/terminal-asker.js");
    return createTerminalAsker(terminal, findRoot)(question, options);
  };
  if (yes !== true) return terminal.isInteractive ? askTerminal : undefined;
  // A yes beforehand is for the change; that its content looks like a mistake is news.
  return (question, options) => {
    if (question.flags.every(({ kind }) => kind !== "suspicious-content")) return { answer: "allow" };
    return terminal.isInteractive
      ? askTerminal(question, options)
      : { answer: "deny", reason: notMeant(question) };
  };
}

function notMeant({ reason }: OpenQuestion): string {
  return `${reason}. If the file is meant to contain this, add --force.`;
}
