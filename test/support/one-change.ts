/** The smallest change there is, by either tool: one line of a file that was read. */
import { expect } from "vitest";
import type { CallResult, ToolCall, Toolkit } from "../../src/index.js";
import type { TempWorkspace } from "./workspace.js";

export const tools = ["Write", "Edit"] as const;
export type Tool = (typeof tools)[number];

export const OLD = "one\ntwo\n";
export const NEW = "one\n2\n";

export function writer(files: TempWorkspace): Toolkit {
  return files.toolkit({ onAsk: () => ({ answer: "allow" }) });
}

export function callsFor(tool: Tool, path: string): ToolCall[] {
  const input =
    tool === "Write"
      ? { file_path: path, content: NEW }
      : { file_path: path, old_string: "two", new_string: "2" };
  return [
    { name: "Read", input: { file_path: path } },
    { name: tool, input },
  ];
}

/** Reads OLD and makes NEW of it. */
export async function change(toolkit: Toolkit, tool: Tool, path: string): Promise<CallResult> {
  const [, result] = await toolkit.callAll(callsFor(tool, path));
  return result as CallResult;
}

export function expectDone(result: CallResult | undefined): void {
  expect({ isError: result?.isError, error: result?.error?.message }).toEqual({
    isError: false,
    error: undefined,
  });
}
