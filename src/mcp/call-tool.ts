/**
 * One `tools/call`. Where a person must be asked, the call is broken off and answered with a form; when the client comes
 * back with what was filled in, the call is made again from its beginning, and the answer counts if the question is still
 * the same. So nothing waits in the process, and an approval never covers anything that the person has not seen.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolError } from "../errors/tool-error.js";
import type { SavedFile } from "../session/saved-ledger.js";
import { clip } from "../text/clip.js";
import type { CallOptions, Toolkit } from "../toolkit.js";
import { type CallResult, failure } from "../tools/run.js";
import { createAsking } from "./asking.js";
import { askAtConsoleOrByForm } from "./asking-at-console.js";
import type { Arguments, ServerParts } from "./conversation.js";
import { trackProgress } from "./progress.js";
import { renderWithVersion } from "./render-result.js";

export interface ToolRequest {
  readonly name: string;
  readonly args: Arguments;
  /** Whether the client can put a form before its user. */
  readonly canBeAsked: boolean;
  readonly context: ServerContext;
}

export async function callTool(
  { name, args, canBeAsked, context }: ToolRequest,
  parts: ServerParts,
): Promise<CallToolResult | InputRequiredResult> {
  const listed = await parts.tools();
  const toolkit = await parts.conversation.getToolkit();
  if (!listed.some((tool) => tool.name === name))
    throw refuseUnlisted(
      name,
      listed.map((tool) => tool.name),
    );
  const asking = canBeAsked
    ? createAsking({ name, args, context }, await parts.getSealer(), parts.principal)
    : undefined;
  const onAsk =
    asking === undefined ? undefined : askAtConsoleOrByForm(asking, toolkit.workspace, parts.prefersConsole);
  const { signal, _meta } = context.mcpReq;
  const progress = trackProgress(_meta?.progressToken, (notification) => context.mcpReq.notify(notification));
  let known: SavedFile | undefined;
  const options: CallOptions = {
    signal: asking === undefined ? signal : AbortSignal.any([signal, asking.broken]),
    ...(asking === undefined ? {} : asking.continuing(toolkit.session.id)),
    ...(onAsk === undefined ? {} : { onAsk }),
    ...(progress === undefined ? {} : { onProgress: progress }),
    ...(parts.versions === undefined ? {} : { onKnown: (file) => (known = file) }),
  };
  const result = await callWithVersion({ name, args, toolkit, options }, parts);
  const form = asking?.form;
  if (form !== undefined) return inputRequired(form);
  return renderWithVersion(result, known, parts);
}

interface PreparedCall {
  readonly name: string;
  readonly args: Arguments;
  readonly toolkit: Toolkit;
  readonly options: CallOptions;
}

async function callWithVersion(
  { name, args, toolkit, options }: PreparedCall,
  { versions, principal }: ServerParts,
): Promise<CallResult> {
  if (versions === undefined) return toolkit.call(name, args, options);
  try {
    const { args: accepted, ...proof } = await versions.accept({ name, args, toolkit, principal });
    return await toolkit.call(name, accepted, { ...options, ...proof });
  } catch (cause) {
    if (cause instanceof ToolError) return failure(cause);
    throw cause;
  }
}

/** The protocol has it that a tool which is not in the list is a mistake of the request, not a failed call. */
function refuseUnlisted(name: string, known: readonly string[]): ProtocolError {
  const shown = JSON.stringify(clip(name, 60));
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool called ${shown} here. Known tools: ${known.join(", ")}.`,
  );
}
