/**
 * One MCP server instance: the tools of one conversation in the protocol's words. It is made for every connection on stdio
 * and for every session or request over HTTP, so it holds nothing of its own; and it starts without the engine, which
 * comes with the first call.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type jsonSchemaValidator,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ServerParts } from "./conversation.js";
import { canFillForms, capabilities, identityOf, nameClient } from "./introductions.js";

/** Answers are checked where they are read, by the words that were offered; nothing else is validated by schema. */
const noValidator: jsonSchemaValidator = {
  getValidator: (() => (data: unknown) => ({ valid: true, data, errorMessage: undefined })) as never,
};

export function createProtocolServer(parts: ServerParts): Server {
  const { instructions, principal, getSealer } = parts;
  // The class is meant for whoever brings schemas of their own, as the tools do.
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(identityOf(parts), {
    capabilities,
    instructions,
    jsonSchemaValidator: noValidator,
    requestState: {
      verify: async (state, context) => {
        const { openRequestState } = await import("./request-state.js");
        return openRequestState(state, {
          sealer: await getSealer(),
          principal,
          method: context.mcpReq.method,
        });
      },
    },
  });
  server.setRequestHandler("tools/list", async () => ({ tools: [...(await parts.tools())] }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { callTool } = await import("./call-tool.js");
    const { name, arguments: args = {} } = params;
    const canBeAsked = canFillForms(findCapabilities(server, context));
    parts.conversation.introduce?.(nameClient(findClient(server, context)));
    return callTool({ name, args, canBeAsked, context }, parts);
  });
  return server;
}

/** The request's own, where each request brings them; else those that the connection began with. */
function findCapabilities(server: Server, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const own = envelopeOf(mcpReq)?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  // oxlint-disable-next-line typescript/no-deprecated -- the only place where older revisions have them
  return own ?? server.getClientCapabilities();
}

function findClient(server: Server, { mcpReq }: ServerContext): unknown {
  // oxlint-disable-next-line typescript/no-deprecated -- the only place where older revisions have it
  return envelopeOf(mcpReq)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
}

function envelopeOf({ envelope }: ServerContext["mcpReq"]): Readonly<Record<string, unknown>> | undefined {
  return envelope;
}
