/** `filewright/claude-agent-sdk`: the file tools in the place of the SDK's own. */
export type { Approvals, Asker, PendingApproval } from "../shared/approvals.js";
export type { ToolkitSource } from "../shared/open-toolkit.js";
export {
  createFileTools,
  type FileOptions,
  type FileTools,
  type FileToolsOptions,
} from "./create-file-tools.js";
export type { ReviewOptions, ReviewTool } from "./permission.js";
