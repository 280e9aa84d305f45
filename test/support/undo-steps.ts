/** Steps that the tests of undo and rewind are made of. */
import { expect } from "vitest";
import type { RestoreResult } from "../../src/history-restore.js";
import type { Toolkit } from "../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "./workspace.js";

export const LINES: string = "one\ntwo\nthree\nfour\nfive\nsix\n";

export async function edit(
  toolkit: Toolkit,
  path: string,
  oldString: string,
  newString: string,
): Promise<string> {
  await toolkit.call("Read", { file_path: path });
  const { output, error } = await toolkit.call("Edit", {
    file_path: path,
    old_string: oldString,
    new_string: newString,
  });
  if (output?.change === undefined) throw new Error(error?.message ?? "no change was recorded");
  return output.change;
}

export async function write(toolkit: Toolkit, path: string, content: string): Promise<void> {
  await toolkit.call("Read", { file_path: path });
  const { error } = await toolkit.call("Write", { file_path: path, content });
  expect(error).toBeUndefined();
}

export function begin(tree: Parameters<typeof tempWorkspace>[0] = { "a.txt": LINES }): {
  files: TempWorkspace;
  toolkit: Toolkit;
} {
  const files = tempWorkspace(tree);
  return { files, toolkit: files.toolkit({ onAsk: () => ({ answer: "allow" }) }) };
}

export const outcomesOf = ({ isDone, files }: RestoreResult): unknown => ({
  isDone,
  outcomes: files.map(({ outcome }) => outcome),
});
