/** All tools of a toolkit for the tool runner of the Anthropic SDK, and for loops of one's own over the Messages API. */
import type { BetaToolRunContext } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { ToolInfo, Toolkit } from "../../toolkit.js";
import type { Approvals, Asker } from "../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../common/open-toolkit.js";
import type { ResultContent } from "./content-blocks.js";
import { GivenApprovals } from "./given-approvals.js";
import { type CallRunner, createCallRunner, type ToolResult, type ToolUse } from "./run-call.js";

export interface FileToolsOptions {
  /**
   * Who asks a person about a call. "sdk": the host, by `approvals`, before its loop makes the call; what nobody has agreed to is
   * then refused, unless a console is there. "toolkit": its `onAsk`, or the console, while the call waits. Without it, "toolkit" where there is an `onAsk`.
   */
  readonly asks?: Asker;
  /** False for models and platforms that can't be held to a schema (`strict`); Edit and Write ask for it. */
  readonly strict?: boolean;
}

/** A tool as the SDK's runners take it, and as `messages.create` does. */
export interface FileTool {
  type: "custom";
  name: string;
  description: string;
  input_schema: {
    type: "object";
    properties: Record<string, unknown>;
    required: string[];
    additionalProperties: false;
  };
  strict?: true;
  /** Throws what failed, as the runners expect it. */
  run: (input: unknown, context?: BetaToolRunContext) => Promise<ResultContent[]>;
  parse: (input: unknown) => unknown;
}

export interface FileTools {
  readonly tools: FileTool[];
  readonly toolkit: Toolkit;
  readonly approvals: Approvals;
  /** Makes one call of a reply and answers with the block to send back; for loops of one's own. Never throws. */
  readonly run: (toolUse: ToolUse, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
}

export function createFileTools(source: ToolkitSource = {}, options: FileToolsOptions = {}): FileTools {
  const toolkit = openToolkit(source, { client: "Anthropic SDK", capabilities: { pdf: true } });
  const approvals = new GivenApprovals(toolkit, options.asks);
  const runner = createCallRunner(approvals, ({ name, input }, how) => toolkit.call(name, input, how));
  const isStrict = options.strict ?? true;
  return {
    tools: toolkit.tools.map((info) => toFileTool(info, runner, { isStrict })),
    toolkit,
    approvals,
    run: runner.run,
  };
}

function toFileTool(
  { name, description, inputSchema, traits }: ToolInfo,
  runner: CallRunner,
  { isStrict }: { readonly isStrict: boolean },
): FileTool {
  const { type, properties, required, additionalProperties } = inputSchema;
  return {
    type: "custom",
    name,
    description,
    input_schema: { type, properties: { ...properties }, required: [...required], additionalProperties },
    ...(isStrict && traits.strict ? { strict: true } : {}),
    run: (input, context) => runner.runOrThrow(name, input, context),
    // As it is: what is wrong with it the toolkit says better.
    parse: (input) => input,
  };
}
