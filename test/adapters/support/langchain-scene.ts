/** An agent of LangChain that has read two files and is about to make some calls, and the decisions that can be made. */
import type { Decision } from "langchain";
import { createFileTools, type FileTools } from "../../../src/adapters/langchain/index.js";
import type { ToolkitOptions } from "../../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";
import type { ScriptedCall, Turn } from "./agents.js";
import { type AgentParts, type Conversation, converse } from "./langchain-harness.js";
import { type ScriptedModel, scriptModel } from "./langchain-model.js";

export const TEXT = "alpha\nbeta\n";

export interface Scene extends Conversation {
  readonly workspace: TempWorkspace;
  readonly files: FileTools;
  readonly script: ScriptedModel;
}

/** An agent that reads `a.txt` and `b.txt` and makes these calls at once. Its own are `call-3` and those that follow. */
export function scene(
  calls: (workspace: TempWorkspace) => readonly ScriptedCall[],
  { options, ...parts }: Partial<AgentParts> & { readonly options?: ToolkitOptions } = {},
): Scene {
  const workspace = tempWorkspace({
    "a.txt": TEXT,
    "b.txt": TEXT,
    link: { link: "one" },
    one: { folder: {} },
    two: { folder: {} },
  });
  const look = (name: string): ScriptedCall => ({ tool: "Read", input: { file_path: workspace.path(name) } });
  const turns: readonly Turn[] = [
    { calls: [look("a.txt"), look("b.txt")] },
    { calls: calls(workspace) },
    { say: "done" },
  ];
  const files = createFileTools(workspace.toolkit(options));
  const script = scriptModel(turns);
  return { workspace, files, script, ...converse({ files, script, ...parts }) };
}

export function edit(workspace: TempWorkspace, name: string, to: string): ScriptedCall {
  const input = { file_path: workspace.path(name), old_string: "beta", new_string: to };
  return { tool: "Edit", input };
}

export function create(workspace: TempWorkspace, name: string, content = "new\n"): ScriptedCall {
  return { tool: "Write", input: { file_path: workspace.path(name), content } };
}

export const approve: Decision = { type: "approve" };
export const reject = (message: string): Decision => ({ type: "reject", message });
export const change = (name: string, args: Record<string, unknown>): Decision => ({
  type: "edit",
  editedAction: { name, args },
});
