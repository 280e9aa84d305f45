/** The editor for patches by itself, without an agent. */
import {
  createFileTools,
  createPatchEditor,
  type PatchEditorOptions,
} from "../../../src/adapters/openai-agents/index.js";
import type { Toolkit } from "../../../src/index.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../../support/workspace.js";
import type { PatchAnswer } from "./openai-patch-harness.js";

export interface Bench {
  readonly workspace: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly read: (name: string) => Promise<void>;
  readonly create: (path: string, diff: string) => Promise<PatchAnswer>;
  readonly update: (path: string, diff: string, moveTo?: string) => Promise<PatchAnswer>;
  readonly remove: (path: string) => Promise<PatchAnswer>;
}

interface BenchOptions extends PatchEditorOptions {
  readonly toolkit?: (workspace: TempWorkspace) => Toolkit;
}

/** An editor over a folder, with a person who allows everything. */
export function openBench(tree: Tree, { toolkit: open, ...options }: BenchOptions = {}): Bench {
  const workspace = tempWorkspace(tree);
  const toolkit = open?.(workspace) ?? workspace.editor();
  const { editor } = createPatchEditor(createFileTools(toolkit), options);
  const complete = (answer: Partial<PatchAnswer> | undefined | void): PatchAnswer => ({
    status: answer?.status ?? "completed",
    output: answer?.output ?? "",
  });
  return {
    workspace,
    toolkit,
    read: async (name) => void (await toolkit.call("Read", { file_path: workspace.path(name) })),
    create: async (path, diff) => complete(await editor.createFile({ type: "create_file", path, diff })),
    update: async (path, diff, moveTo) =>
      complete(
        await editor.updateFile({
          type: "update_file",
          path,
          diff,
          ...(moveTo === undefined ? {} : { moveTo }),
        }),
      ),
    remove: async (path) => complete(await editor.deleteFile({ type: "delete_file", path })),
  };
}
