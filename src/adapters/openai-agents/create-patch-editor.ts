/** The editor behind the SDK's `applyPatchTool`, on the same files, rules, history and approvals as the tools. */
import type {
  ApplyPatchOperation,
  ApplyPatchResult,
  ApplyPatchTool,
  Editor,
  RunContext,
} from "@openai/agents";
import type { FileTools } from "./create-file-tools.js";
import { PatchApprovals } from "./patch-approvals.js";
import { findPatchFolder } from "./patched-path.js";
import { describeFailure, type PatchRules, planPatch } from "./plan-patch.js";
import { renderText } from "./render-output.js";

export interface PatchEditorOptions {
  /** What the model knows the tool as; "apply_patch" by default. */
  readonly name?: string;
  /**
   * False for agents that look at files by other means than Read: then the lines that a diff names stand for what has been
   * seen. By default a file is patched once it has been read.
   */
  readonly readFirst?: boolean;
  /** What relative paths are relative to: by default the working directory if it lies in a root, else the first root. */
  readonly folder?: string;
}

/** For `applyPatchTool(…)`, as it is or spread. */
export interface PatchEditor extends Pick<ApplyPatchTool, "name" | "editor" | "needsApproval"> {
  readonly editor: Editor;
}

export function createPatchEditor(
  { toolkit, approvals }: Pick<FileTools, "toolkit" | "approvals">,
  { name = "apply_patch", readFirst = true, folder }: PatchEditorOptions = {},
): PatchEditor {
  const patches = new PatchApprovals(approvals, name);
  const rules: PatchRules = { readFirst, folder: folder ?? findPatchFolder(toolkit.workspace) };

  async function carryOut(
    operation: ApplyPatchOperation,
    context: { readonly runContext: RunContext } | undefined,
  ): Promise<ApplyPatchResult> {
    const call = await planPatch(operation, toolkit, rules);
    if ("failure" in call) {
      call.acknowledge?.();
      return failed(call.failure);
    }
    const settled = await patches.settle(operation, call, context?.runContext);
    if ("refusal" in settled) return failed(settled.refusal);
    const seen = call.seen === undefined ? {} : { seen: call.seen };
    const result = await toolkit.call(call.name, call.input, { answers: settled.answers, ...seen });
    return result.isError
      ? failed(describeFailure(result, operation))
      : { status: "completed", output: renderText(result.content) };
  }

  return {
    name,
    editor: { createFile: carryOut, updateFile: carryOut, deleteFile: carryOut },
    async needsApproval(_, operation, callId) {
      if (callId === undefined) return false;
      const call = await planPatch(operation, toolkit, rules);
      // What can only fail needs no one: it is carried out, and tells the model why.
      return !("failure" in call) && (await patches.request(callId, operation, call));
    },
  };
}

function failed(output: string): ApplyPatchResult {
  return { status: "failed", output };
}
