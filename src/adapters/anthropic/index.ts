/** Filewright for `@anthropic-ai/sdk`: the file tools, and the provider's own text editor on the same engine. */
export type { Approvals, Asker, PendingApproval } from "../common/approvals.js";
export type { ToolkitSource } from "../common/open-toolkit.js";
export { CallFailure } from "./call-failure.js";
export type { ResultContent } from "./content-blocks.js";
export {
  createFileTools,
  type FileTool,
  type FileTools,
  type FileToolsOptions,
} from "./create-file-tools.js";
export type { ToolResult, ToolUse } from "./run-call.js";
export {
  createTextEditor,
  type TextEditor,
  type TextEditorOptions,
} from "./text-editor/create-text-editor.js";
export type { TextEditorDefinition, TextEditorTool, TextEditorVersion } from "./text-editor/definitions.js";
