/** What actors are told to do on odd disks, and what must hold afterwards. */
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { CallResult, ToolCall } from "../../src/index.js";
import type { ActorOrder, ActorReport } from "./run-actor.js";
import type { TempWorkspace } from "./workspace.js";

export const read = (path: string): ToolCall => ({
  name: "Read",
  input: { file_path: path, limit: 1_000_000 },
});
export const write = (path: string, content: string): ToolCall => ({
  name: "Write",
  input: { file_path: path, content },
});
export const edit = (path: string, oldString: string, newString: string): ToolCall => ({
  name: "Edit",
  input: { file_path: path, old_string: oldString, new_string: newString },
});

export function orderFor(files: TempWorkspace, order: Partial<ActorOrder>): ActorOrder {
  const limits = { maxTokens: 10_000_000, maxSizeBytes: 10_000_000 };
  return {
    root: files.root,
    stateDirectory: join(dirname(files.root), "state"),
    calls: [],
    ...order,
    options: { limits, countTokens: undefined, ...order.options },
  };
}

/** Everything is as it was, to the time of each file, and nothing has been added. */
export function expectUntouched({ before, after }: ActorReport): void {
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(after).toEqual(before);
}

export function expectContentKept({ before, after }: ActorReport): void {
  const contents = (report: ActorReport["before"]): Record<string, string> =>
    Object.fromEntries(Object.entries(report).map(([name, { content }]) => [name, content]));
  expect(contents(after)).toEqual(contents(before));
}

export const last = ({ results }: ActorReport): CallResult => results.at(-1) as CallResult;
