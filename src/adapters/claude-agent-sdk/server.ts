/**
 * The tools as an MCP server in this process. Schemas go out as they are and input comes in as it is: what is wrong with it,
 * the toolkit says.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { renderInstructions } from "../../mcp/instructions.js";
import { annotate, hintsFor } from "../../mcp/listed-tools.js";
import { trackProgress } from "../../mcp/progress.js";
import { renderResult } from "../../mcp/render-result.js";
import { readVersion } from "../../package-version.js";
import type { Limits } from "../../session/limits.js";
import type { ToolInfo, Toolkit } from "../../toolkit.js";
import type { Approvals } from "../common/approvals.js";
import type { Callers } from "./callers.js";

interface ServerParts {
  readonly toolkit: Toolkit;
  readonly approvals: Approvals;
  readonly callers: Callers;
  readonly signal: AbortSignal | undefined;
}

/** Under this the SDK sends the id that it has asked for permission with. */
const CALL_ID = "claudecode/toolUseId";

export function createServer({ toolkit, approvals, callers, signal: aborted }: ServerParts): McpServer {
  const { roots, location } = toolkit.workspace;
  const { searchFolder } = location;
  const folder = searchFolder !== undefined && roots.names(searchFolder) ? searchFolder : undefined;
  const whereabouts = { roots: roots.given, folder };
  const instance = new McpServer(
    { name: "filewright", version: readVersion() },
    { capabilities: { tools: {} }, instructions: renderInstructions({ isReadOnly: false, whereabouts }) },
  );
  const tools = toolkit.tools.map((tool) => describeTool(tool, toolkit.session.limits));
  // Another query may be another conversation, and one that goes on loses no more than a repeated Read being short.
  instance.server.oninitialized = () => toolkit.session.newContextEpoch();
  instance.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  instance.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: input = {}, _meta } = params;
    const callId = _meta?.[CALL_ID];
    const id = typeof callId === "string" ? callId : undefined;
    // Nobody was asked about a call that was not expected, so nothing was answered either.
    const caller = id === undefined ? undefined : callers.take(id);
    const isExpected = id !== undefined && caller !== undefined;
    const answers = isExpected ? approvals.take({ id, name, input }) : undefined;
    const onProgress = trackProgress(_meta?.progressToken, (progress) => extra.sendNotification(progress));
    const result = await (caller ?? toolkit).call(name, input, {
      answers,
      signal: aborted === undefined ? extra.signal : AbortSignal.any([extra.signal, aborted]),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    return renderResult(result);
  });
  return instance;
}

function describeTool(
  { name, title, description, searchHint, inputSchema, traits }: ToolInfo,
  limits: Pick<Limits, "maxSizeBytes">,
): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, required: [...inputSchema.required] },
    annotations: annotate(title, traits),
    _meta: hintsFor({ searchHint, traits }, limits),
  };
}
