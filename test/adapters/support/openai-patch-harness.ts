/** A model that sends patches, in the real loop of the OpenAI Agents SDK. */
import { Agent, type ApplyPatchOperation, applyPatchTool, type RunState } from "@openai/agents";
import { assistantMessage, ScriptedModel } from "@openai/agents/testing";
import {
  createFileTools,
  createPatchEditor,
  type FileTools,
  type PatchEditorOptions,
} from "../../../src/adapters/openai-agents/index.js";
import type { Toolkit } from "../../../src/index.js";
import type { TempWorkspace } from "../../support/workspace.js";
import type { Reviewer } from "./agents.js";
import { offlineRunner, reviewAll } from "./openai-agents-harness.js";

/** What the model was sent for one of its patches. */
export interface PatchAnswer {
  readonly status: "completed" | "failed";
  readonly output: string;
}

export interface PatchAgent {
  readonly files: FileTools;
  readonly model: ScriptedModel;
  readonly agent: Agent;
  /** In the order of the calls. */
  answers(): PatchAnswer[];
}

/** Each turn is a list of patches, which the model sends at once. Their ids are `patch-1`, `patch-2`, … */
export function createPatchAgent(
  toolkit: Toolkit,
  turns: readonly (readonly ApplyPatchOperation[])[],
  options: PatchEditorOptions = {},
): PatchAgent {
  let made = 0;
  const model = new ScriptedModel([
    ...turns.map((operations) =>
      operations.map((operation) => ({
        type: "apply_patch_call" as const,
        callId: `patch-${++made}`,
        status: "completed" as const,
        operation,
      })),
    ),
    [assistantMessage("done")],
  ]);
  const files = createFileTools(toolkit);
  const patching = applyPatchTool(createPatchEditor(files, options));
  const agent = new Agent({ name: "Patcher", tools: [...files.tools, patching], model });
  return { files, model, agent, answers: () => answersOf(model) };
}

/** Runs to the end, with a person who reviews. */
export async function runPatches(
  { agent, files }: PatchAgent,
  review: Reviewer = () => ({ decision: "approve" }),
  from: string | RunState<unknown, Agent> = "Patch.",
): Promise<void> {
  let result = await offlineRunner.run(agent, from);
  while (result.interruptions.length > 0) {
    await reviewAll(result, files, review);
    result = await offlineRunner.run(agent, result.state);
  }
}

function answersOf(model: ScriptedModel): PatchAnswer[] {
  const sent = model.lastCall?.request.input ?? [];
  return (typeof sent === "string" ? [] : sent)
    .flatMap((item) => (item.type === "apply_patch_call_output" ? [item] : []))
    .toSorted((one, other) => numberOf(one.callId) - numberOf(other.callId))
    .map(({ status, output = "" }) => ({ status, output }));
}

function numberOf(callId: string): number {
  return Number(callId.split("-").at(-1));
}

export function update(path: string, diff: string): ApplyPatchOperation {
  return { type: "update_file", path, diff };
}

export function create(path: string, diff: string): ApplyPatchOperation {
  return { type: "create_file", path, diff };
}

/** Of a file `a.txt` with the lines alpha and beta. */
export const CHANGE: ApplyPatchOperation = update("a.txt", "@@\n alpha\n-beta\n+gamma\n");

/** An agent that has read the file which its patches are about. */
export async function readAndPatch(
  workspace: TempWorkspace,
  ...turns: readonly (readonly ApplyPatchOperation[])[]
): Promise<PatchAgent> {
  const toolkit = workspace.toolkit();
  await toolkit.call("Read", { file_path: workspace.path("a.txt") });
  return createPatchAgent(toolkit, turns);
}
