/** Our side of every row: the library as a stranger imports it. */
import {
  type CallResult,
  createToolkit,
  type ReadOutput,
  type SessionOptions,
  type Toolkit,
} from "filewright";
import { flatten } from "./answers.js";

/** Lifts the token cap and dedup out of the way, so that a row measures reading and not refusing. */
export const wideOpen: SessionOptions = { dedup: false, limits: { maxTokens: 1_000_000 } };

export function openToolkit(directory: string, options: SessionOptions): Toolkit {
  // No variables of the shell the bench was started from may change what is measured.
  return createToolkit({ roots: [directory], workingDirectory: directory, environment: {}, ...options });
}

export interface ReadRequest {
  readonly file_path: string;
  readonly offset?: number;
  readonly limit?: number;
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
  return flatten(content[0]?.text ?? "");
}
