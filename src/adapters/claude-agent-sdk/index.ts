/** `filewright/claude-agent-sdk`: the file tools in the place of the SDK's own. */
export type { Approvals, Asker, PendingApproval } from "../common/approvals.js";
export type { ToolkitSource } from "../common/open-toolkit.js";
export {
  createFileTools,
  type FileOptions,
  type FileTools,
  type FileToolsOptions,
} from "./create-file-tools.js";
export type { ReviewOptions, ReviewTool } from "./permission.js";
