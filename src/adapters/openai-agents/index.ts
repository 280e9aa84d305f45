/** `filewright/openai-agents`: the file tools, and an editor for `applyPatchTool`, for agents of the OpenAI Agents SDK. */
export type { Approvals, Asker, PendingApproval } from "../common/approvals.js";
export type { ToolkitSource } from "../common/open-toolkit.js";
export {
  createFileTools,
  type FileTool,
  type FileToolOptions,
  type FileTools,
} from "./create-file-tools.js";
export { createPatchEditor, type PatchEditor, type PatchEditorOptions } from "./create-patch-editor.js";
export type { FileToolOutput } from "./render-output.js";
