/** Processes with toolkits of their own over one folder and one state directory, as several agents would be. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { TempWorkspace } from "./workspace.js";

const program: string = fileURLToPath(new URL("../mutation/editor.js", import.meta.url));

export interface Edit {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
}

interface CallAnswer {
  readonly isError: boolean;
  readonly code?: string;
  readonly number?: number;
  readonly text?: string;
}

export interface Editor {
  call(name: string, input: unknown): Promise<CallAnswer>;
  /** One edit after another, reading again after each stale refusal; how often that was, or why it was given up. */
  editAll(edits: readonly Edit[]): Promise<{ readonly refusals: number } | string>;
}

export async function startEditors(
  files: TempWorkspace,
  count: number,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Editor[]> {
  return Promise.all(Array.from({ length: count }, () => startEditor(files, options)));
}

async function startEditor(files: TempWorkspace, options: object): Promise<Editor> {
  const stateDirectory = join(dirname(files.root), "state");
  const child = fork(program, [files.root, stateDirectory, JSON.stringify(options)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return {
    call: async (name, input) => (await tell(child, { name, input })) as CallAnswer,
    editAll: async (edits) =>
      (await tell(child, { editAll: edits })) as Awaited<ReturnType<Editor["editAll"]>>,
  };
}

async function tell(child: ChildProcess, order: object): Promise<unknown> {
  const answered = once(child, "message");
  child.send(order);
  const [message] = (await answered) as [{ answer?: unknown; failure?: string }];
  if (message.failure !== undefined) throw new Error(message.failure);
  return message.answer;
}
