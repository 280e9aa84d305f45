/** Our side of every row: the library as a stranger imports it. */
import {
  type CallResult,
  createToolkit,
  type ReadOutput,
  type SessionOptions,
  type Toolkit,
  type ToolkitOptions,
  type ToolOutputs,
} from "filewright";
import { flatten } from "./answers.js";

/** Lifts the token cap and dedup out of the way, so that a row measures reading and not refusing. */
export const wideOpen: SessionOptions = { dedup: false, limits: { maxTokens: 1_000_000 } };

export function openToolkit(directory: string, options: SessionOptions): Toolkit {
  // No variables of the shell the bench was started from may change what is measured.
  return createToolkit({ roots: [directory], workingDirectory: directory, environment: {}, ...options });
}

/** Everything there is to say about a change may be switched off; what is left is what every change needs. */
export const bare: ToolkitOptions = { durability: "none", history: false };
/** On the platter before it is reported, but nothing is kept for undo. */
export const durable: ToolkitOptions = { history: false };

/** A toolkit that may change files, with its state in `stateDirectory`; durable and with history unless told otherwise. */
export function openChanging(
  directory: string,
  stateDirectory: string,
  options: ToolkitOptions = {},
): Toolkit {
  return createToolkit({
    roots: [directory],
    workingDirectory: directory,
    stateDirectory,
    environment: {},
    permissions: { mode: "acceptEdits" },
    // Files of a megabyte are read whole, so that they may be edited anywhere.
    limits: { maxTokens: 100_000_000, maxSizeBytes: 16 * 1024 * 1024 },
    ...options,
  });
}

/** The text that an answer begins with. */
export function firstText([first]: CallResult["content"]): string {
  return first?.type === "text" ? first.text : "";
}

/** What the model would see of a change; throws when it was refused. */
export async function callFlat(toolkit: Toolkit, name: "Edit" | "Write", input: object): Promise<string> {
  const { isError, error, content } = await toolkit.call(name, input);
  if (isError) throw new Error(`${name} failed: ${error?.message}`);
  return flatten(firstText(content));
}

export interface ReadRequest {
  readonly file_path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly pages?: string;
}

/** Throws when the call failed. */
export async function callRead(toolkit: Toolkit, request: ReadRequest): Promise<CallResult<ReadOutput>> {
  const result = await toolkit.call("Read", request);
  if (result.isError) throw new Error(`Read failed: ${result.error?.message}`);
  return result;
}

/** What the model would see, with the work done that reading a single character of it costs. */
export async function readFlatText(toolkit: Toolkit, request: ReadRequest): Promise<string> {
  const { content } = await callRead(toolkit, request);
  return flatten(firstText(content));
}

/** A Glob or Grep with its text looked into; throws when it was refused. */
export async function callSearch<Name extends "Glob" | "Grep">(
  toolkit: Toolkit,
  name: Name,
  input: object,
): Promise<ToolOutputs[Name]> {
  const { isError, error, content, output } = await toolkit.call(name, input);
  if (isError || output === undefined) throw new Error(`${name} failed: ${error?.message}`);
  flatten(firstText(content));
  return output;
}
