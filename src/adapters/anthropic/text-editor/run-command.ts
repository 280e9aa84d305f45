/** The editor's commands as calls of the engine. */
import { ToolError } from "../../../errors/tool-error.js";
import { guardPath } from "../../../fs/guard-path.js";
import type { CallOptions, DecideOptions, Toolkit } from "../../../toolkit.js";
import type { Verdict } from "../../../tools/decide-call.js";
import type { AnyTool } from "../../../tools/define-tool.js";
import { insertTool } from "../../../tools/insert/index.js";
import { type CallResult, failure } from "../../../tools/run.js";
import type { Command } from "./parse-command.js";
import { createUndo, takeBack } from "./take-back.js";

export interface EditorGround {
  readonly toolkit: Toolkit;
  /** Read, or what stands for it. */
  readonly view: string | AnyTool;
}

export function runCommand(
  command: Command,
  { toolkit, view }: EditorGround,
  options: CallOptions,
): Promise<CallResult> {
  if (command.command === "undo_edit") return takeBack(toolkit, command.path, options);
  if (command.command === "view") return look(command, { toolkit, view }, options);
  return call(toolkit, toEngineCall(command, view), options);
}

export async function decideCommand(
  command: Command,
  { toolkit, view }: EditorGround,
  options: DecideOptions,
): Promise<Verdict> {
  if (command.command === "undo_edit")
    return toolkit.decide(createUndo(toolkit), { file_path: command.path }, options);
  const { tool, input } = toEngineCall(command, view);
  const verdict = await toolkit.decide(tool, input, options);
  if (command.command !== "view" || verdict.answer === "refuse") return verdict;
  if (!(await isDirectory(command.path, toolkit))) return verdict;
  // A directory takes two calls, so that a person has to see what both are asked about.
  const listing = await toolkit.decide("Glob", toListing(command.path), options);
  if (listing.answer !== "ask") return verdict;
  const asked = verdict.answer === "ask" ? verdict.questions : [];
  return { answer: "ask", questions: [...asked, ...listing.questions] };
}

interface EngineCall {
  readonly tool: string | AnyTool;
  readonly input: Readonly<Record<string, unknown>>;
}

function toEngineCall(
  command: Exclude<Command, { readonly command: "undo_edit" }>,
  view: string | AnyTool,
): EngineCall {
  const { path: file_path } = command;
  switch (command.command) {
    case "view":
      return { tool: view, input: { file_path, ...toPage(command.view_range) } };
    case "create":
      return { tool: "Write", input: { file_path, content: command.file_text } };
    case "insert": {
      const { insert_line, insert_text } = command;
      return { tool: insertTool, input: { file_path, insert_line, insert_text } };
    }
    default: {
      const { old_str: old_string, new_str: new_string } = command;
      return { tool: "Edit", input: { file_path, old_string, new_string } };
    }
  }
}

function toPage(range: readonly [number, number] | undefined): Readonly<Record<string, number>> {
  if (range === undefined) return {};
  const [offset, last] = range;
  if (last !== -1) return { offset, limit: last - offset + 1 };
  return offset === 1 ? {} : { offset };
}

function call(toolkit: Toolkit, { tool, input }: EngineCall, options: CallOptions): Promise<CallResult> {
  return typeof tool === "string"
    ? toolkit.call(tool, input, options)
    : toolkit.callUnlisted(tool, input, options);
}

/** A file, or what is in a directory: its entries, and the files in it and in its folders. */
async function look(
  command: Command & { readonly command: "view" },
  { toolkit, view }: EditorGround,
  options: CallOptions,
): Promise<CallResult> {
  const result = await call(toolkit, toEngineCall(command, view), options);
  if (result.error?.code !== "IS_DIRECTORY") return result;
  if (command.view_range !== undefined) {
    return failure(
      new ToolError("INPUT_INVALID", "view: view_range is for files, and this is a directory. Leave it out."),
    );
  }
  const [, entries = ""] = result.error.message.split("\n");
  const listed = await toolkit.call("Glob", toListing(command.path), options);
  // Another disk than this machine's can be read, but not searched.
  if (listed.error?.code === "SEARCH_UNAVAILABLE")
    return { content: [{ type: "text", text: entries }], output: undefined, isError: false };
  if (listed.isError) return listed;
  const head = `${entries}\nFiles in it and in its folders, the newest first:`;
  return { ...listed, content: [{ type: "text", text: head }, ...listed.content] };
}

function toListing(path: string): Readonly<Record<string, string>> {
  return { pattern: "{*,*/*}", path };
}

async function isDirectory(path: string, { workspace }: Toolkit): Promise<boolean> {
  try {
    const { stat } = await workspace.fileSystem.resolve(guardPath(path, workspace.surroundings));
    return stat?.kind === "directory";
  } catch {
    // The call itself says why it can't be looked at.
    return false;
  }
}
