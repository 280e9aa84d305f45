/** A file, its tools for Mastra and an agent with a scripted model, for what is special about this SDK. */
import type { Agent as MastraAgent } from "@mastra/core/agent";
import type { ToolHooks } from "@mastra/core/tools";
import type { ToolkitOptions } from "../../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";
import type { SeenResult, Turn } from "./agents.js";
import { NOTES } from "./notes-turns.js";
import { type ScriptedModel, scriptModel, whatWasSeen } from "./scripted-ai-model.js";

// Before anything of it is loaded: tests send nothing to anyone.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";
const { Agent } = await import("@mastra/core/agent");
const { Mastra } = await import("@mastra/core/mastra");
const { InMemoryStore } = await import("@mastra/core/storage");
const { createFileTools } = await import("../../../src/adapters/mastra/index.js");

type FileTools = ReturnType<typeof createFileTools>;
type Store = InstanceType<typeof InMemoryStore>;

/** An agent that can be suspended, which takes a storage: here, one in memory. */
export function employ(
  { tools }: Pick<FileTools, "tools">,
  { model }: ScriptedModel,
  { storage = new InMemoryStore(), hooks }: { readonly storage?: Store; readonly hooks?: ToolHooks } = {},
): MastraAgent<"worker", FileTools["tools"]> {
  const worker = new Agent({
    id: "worker",
    name: "Worker",
    instructions: "Work.",
    model,
    tools,
    ...(hooks && { hooks }),
  });
  return new Mastra({ agents: { worker }, storage, logger: false }).getAgent("worker");
}

export interface MastraScene {
  readonly workspace: TempWorkspace;
  readonly files: FileTools;
  readonly script: ScriptedModel;
  readonly storage: Store;
  readonly agent: ReturnType<typeof employ>;
  readonly results: () => readonly SeenResult[];
}

/** The model makes the calls of each turn, and is done. */
export function mastraScene(
  turns: (workspace: TempWorkspace) => readonly Turn[],
  options: ToolkitOptions = {},
  model?: Parameters<typeof scriptModel>[1],
): MastraScene {
  const workspace = tempWorkspace({ "notes.txt": NOTES });
  const files = createFileTools(workspace.toolkit(options));
  const script = scriptModel([...turns(workspace), { say: "done" }], model);
  const storage = new InMemoryStore();
  const agent = employ(files, script, { storage });
  return { workspace, files, script, storage, agent, results: () => whatWasSeen(script.requests).results };
}
