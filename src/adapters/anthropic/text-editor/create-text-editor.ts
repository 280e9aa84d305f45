/** The provider's text editor on this engine: read before change, asking, history, and every byte that was not meant stays. */
import { ToolError } from "../../../errors/tool-error.js";
import type { CallOptions, DecideOptions, Toolkit } from "../../../toolkit.js";
import type { Verdict } from "../../../tools/decide-call.js";
import { type CallResult, failure } from "../../../tools/run.js";
import { refuseUnknownTool } from "../../../tools/unknown-tool.js";
import type { Approvals, Asker, SdkCall } from "../../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../../common/open-toolkit.js";
import { GivenApprovals } from "../given-approvals.js";
import { createCallRunner, type ToolResult, type ToolUse } from "../run-call.js";
import { defineEditor, type TextEditorTool, type TextEditorVersion } from "./definitions.js";
import { inEditorWords } from "./editor-words.js";
import { type Command, type CommandName, parseCommand } from "./parse-command.js";
import { decideCommand, type EditorGround, runCommand } from "./run-command.js";
import { createTurns } from "./turns.js";
import { createViewWithin } from "./view-within.js";

export interface TextEditorOptions {
  /** "20250728", unless the model wants an earlier one. */
  readonly version?: TextEditorVersion;
  /** At most so many characters of a file in one view: whole lines, at least one. The rest is not seen yet. */
  readonly maxCharacters?: number;
  /** Who asks a person about a call; see `createFileTools`. */
  readonly asks?: Asker;
}

export interface TextEditor {
  readonly tool: TextEditorTool;
  readonly toolkit: Toolkit;
  readonly approvals: Approvals;
  /** Makes one call of a reply and answers with the block to send back; for loops of one's own. Never throws. */
  readonly run: (toolUse: ToolUse, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
}

const commands: readonly CommandName[] = ["view", "str_replace", "create", "insert"];

export function createTextEditor(source: ToolkitSource = {}, options: TextEditorOptions = {}): TextEditor {
  const { version = "20250728", maxCharacters, asks } = options;
  const toolkit = openToolkit(source, { client: "Anthropic SDK", capabilities: { pdf: true } });
  const definition = defineEditor(version, requireCount(maxCharacters));
  const known: readonly CommandName[] = version === "20250124" ? [...commands, "undo_edit"] : commands;
  const view = maxCharacters === undefined ? "Read" : createViewWithin(maxCharacters);
  const ground: EditorGround = { toolkit, view };
  const decide = (_: unknown, input: unknown, how: DecideOptions = {}): Promise<Verdict> =>
    withCommand(
      input,
      known,
      (command) => decideCommand(command, ground, how),
      (result) => ({
        answer: "refuse",
        result,
      }),
    );
  const approvals = new GivenApprovals({ workspace: toolkit.workspace, decide }, asks);
  const inTurn = createTurns();
  const make = ({ name, input }: SdkCall, how: CallOptions): Promise<CallResult> => {
    if (name !== definition.name) return Promise.resolve(failure(refuseUnknownTool(name, [definition.name])));
    const run = async (command: Command): Promise<CallResult> => {
      const act = (): Promise<CallResult> => runCommand(command, ground, how);
      return inEditorWords(await (command.command === "view" ? act() : inTurn(act, how.signal)));
    };
    return withCommand(input, known, run, (result) => result);
  };
  const runner = createCallRunner(approvals, make);
  const { name } = definition;
  const tool: TextEditorTool = {
    ...definition,
    run: (input, context) => runner.runOrThrow(name, input, context),
    parse: (input) => input,
  };
  return { tool, toolkit, approvals, run: runner.run };
}

/** Hands on what was sent if it is a command, and else the answer to what is none. */
async function withCommand<T>(
  input: unknown,
  known: readonly CommandName[],
  use: (command: Command) => Promise<T>,
  refuse: (result: CallResult) => T,
): Promise<T> {
  let command: Command;
  try {
    command = parseCommand(input, known);
  } catch (cause) {
    if (cause instanceof ToolError) return refuse(failure(cause));
    throw cause;
  }
  return use(command);
}

function requireCount(maxCharacters: number | undefined): number | undefined {
  if (maxCharacters === undefined || (Number.isSafeInteger(maxCharacters) && maxCharacters > 0))
    return maxCharacters;
  throw new RangeError(`maxCharacters must be a whole number above 0, not ${maxCharacters}`);
}
