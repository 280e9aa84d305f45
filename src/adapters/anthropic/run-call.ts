/** One call, in the two ways that it is asked for: by the SDK's runners, and by loops of one's own. */
import type { BetaToolRunContext } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { CallOptions } from "../../toolkit.js";
import type { CallResult } from "../../tools/run.js";
import type { Approvals, SdkCall } from "../common/approvals.js";
import { CallFailure } from "./call-failure.js";
import { type ResultContent, toResultContent } from "./content-blocks.js";

/** A `tool_use` block of a reply. */
export type ToolUse = SdkCall;

/** The block that answers it. */
export interface ToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: ResultContent[];
  is_error?: true;
}

type MakeCall = (call: SdkCall, options: Pick<CallOptions, "signal" | "answers">) => Promise<CallResult>;

export interface CallRunner {
  readonly runOrThrow: (
    name: string,
    input: unknown,
    context: BetaToolRunContext | undefined,
  ) => Promise<ResultContent[]>;
  readonly run: (toolUse: ToolUse, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
}

export function createCallRunner(approvals: Approvals, makeCall: MakeCall): CallRunner {
  const call = (made: SdkCall, signal: AbortSignal | null | undefined): Promise<CallResult> =>
    makeCall(made, {
      answers: approvals.take(made),
      ...(signal === null || signal === undefined ? {} : { signal }),
    });
  return {
    runOrThrow: async (name, input, context) => {
      const result = await call({ id: context?.toolUse.id ?? "", name, input }, context?.signal);
      if (result.isError) throw new CallFailure(result);
      return toResultContent(result.content);
    },
    run: async ({ id, name, input }, { signal } = {}) => {
      const result = await call({ id, name, input }, signal);
      return {
        type: "tool_result",
        tool_use_id: id,
        content: toResultContent(result.content),
        ...(result.isError ? { is_error: true } : {}),
      };
    },
  };
}
