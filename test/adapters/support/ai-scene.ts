/** A file, its tools for the AI SDK and a scripted model, for what is special about this SDK. */
import { generateText, isStepCount, type ModelMessage, type ToolApprovalRequestOutput } from "ai";
import { createFileTools, type FileToolSet, type FileTools } from "../../../src/adapters/ai/index.js";
import type { ToolkitOptions } from "../../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";
import type { SeenResult, Turn } from "./agents.js";
import { NOTES } from "./notes-turns.js";
import { type ModelRequest, type ScriptedModel, scriptModel, whatWasSeen } from "./scripted-ai-model.js";

export interface AiScene {
  readonly workspace: TempWorkspace;
  readonly files: FileTools;
  readonly script: ScriptedModel;
  readonly requests: readonly ModelRequest[];
  readonly results: () => readonly SeenResult[];
}

/** The model reads notes.txt, makes the calls of each further turn, and is done. */
export function aiScene(
  turns: (workspace: TempWorkspace) => readonly Turn[],
  options: ToolkitOptions = {},
): AiScene {
  const workspace = tempWorkspace({ "notes.txt": NOTES });
  const files = createFileTools(workspace.toolkit(options));
  const script = scriptModel([...turns(workspace), { say: "done" }]);
  const { requests } = script;
  return { workspace, files, script, requests, results: () => whatWasSeen(requests).results };
}

export interface Stopped {
  readonly messages: ModelMessage[];
  readonly asked: readonly ToolApprovalRequestOutput<FileToolSet>[];
}

/** Runs until the model is done or a person is asked. */
export async function runOn(
  { files: { tools, toolApproval }, script: { model } }: Pick<AiScene, "files" | "script">,
  messages: readonly ModelMessage[] = [{ role: "user", content: "Go on." }],
): Promise<Stopped> {
  const given = [...messages];
  const stopWhen = isStepCount(10);
  const result = await generateText({ model, tools, toolApproval, messages: given, stopWhen });
  return {
    messages: [...given, ...result.responseMessages],
    asked: result.content.filter((part) => part.type === "tool-approval-request"),
  };
}
