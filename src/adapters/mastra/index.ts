/** The file tools for agents of Mastra (`@mastra/core`). */
import type { Toolkit } from "../../toolkit.js";
import { Approvals, type Asker } from "../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../common/open-toolkit.js";
import { createTools, type FileToolSet } from "./file-tools.js";

export type { Approvals, Asker, PendingApproval } from "../common/approvals.js";
export type { ToolkitSource } from "../common/open-toolkit.js";
export type { FileTool, FileToolSet } from "./file-tools.js";
export type { PersonsDecision, SuspendedCall } from "./suspended-call.js";

export interface FileToolsOptions {
  /** Who asks a person: by default Mastra, by suspending the run, unless the toolkit has an `onAsk`. */
  readonly asks?: Asker;
}

export interface FileTools {
  readonly tools: FileToolSet;
  readonly toolkit: Toolkit;
  /** The calls that wait for a person, with what to show. */
  readonly approvals: Approvals;
}

export function createFileTools(source: ToolkitSource = {}, { asks }: FileToolsOptions = {}): FileTools {
  const toolkit = openToolkit(source, { client: "Mastra", capabilities: {} });
  const approvals = new Approvals(toolkit, asks);
  return { tools: createTools(toolkit, approvals), toolkit, approvals };
}
