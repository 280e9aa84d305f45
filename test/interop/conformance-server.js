// Our HTTP entry with a protocol server that has the suite's fixtures in the place of our tools. Front, lanes, sessions, streams,
// questions and sealed states are the product's own.
import { readFileSync } from "node:fs";
import { startBearerProxy } from "./bearer-proxy.js";
import { findResource, prompts, resources, resourceTemplates } from "./fixtures/prompts-and-resources.js";
import { tools } from "./fixtures/tools.js";
import { importOwn, importProtocol } from "./places.js";

/**
 * @param {import("./temporary-world.js").World} world
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startConformanceServer({ root, home, environment }) {
  const { startHttpServer } = await importOwn("mcp/http/start-http-server.js");
  const server = await startHttpServer({
    port: 0,
    version: "0.0.0",
    flags: { root: [root] },
    surroundings: { environment, workingDirectory: root, homeDirectory: home },
    createServer: await createFixtureFactory(),
  });
  const token = readFileSync(server.tokenFile, "utf8").trim();
  const proxy = await startBearerProxy({ url: server.url, token });
  return {
    url: proxy.url,
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
}

async function createFixtureFactory() {
  const protocol = await importProtocol();
  const { createProtocolServer } = await importOwn("mcp/protocol-server.js");
  const { sealRequestState } = await importOwn("mcp/request-state.js");

  return (/** @type {any} */ parts) => {
    const server = createProtocolServer(parts);
    server.registerCapabilities({
      completions: {},
      logging: {},
      prompts: {},
      resources: { subscribe: true },
    });

    /** @param {any} params @param {any} context @returns {import("./fixtures/tools.js").Call} */
    const callOf = (params, context) => {
      const { mcpReq } = context;
      const own = mcpReq.envelope?.[protocol.CLIENT_CAPABILITIES_META_KEY];
      return {
        args: params.arguments ?? {},
        context,
        responses: mcpReq.inputResponses ?? {},
        capabilities: own ?? server.getClientCapabilities() ?? {},
        state: mcpReq.requestState(),
        ask: async (inputRequests, state) => {
          const { method } = mcpReq;
          const bound = { sealer: await parts.getSealer(), principal: parts.principal, method };
          const sealed = state === undefined ? {} : { requestState: sealRequestState(state, bound) };
          return protocol.inputRequired({ inputRequests, ...sealed });
        },
        missCapability: (requiredCapabilities) =>
          new protocol.MissingRequiredClientCapabilityError({ requiredCapabilities }),
      };
    };
    /** @param {string} what @param {object} [data] */
    const refuse = (what, data) =>
      new protocol.ProtocolError(protocol.ProtocolErrorCode.InvalidParams, `${what} not found`, data);

    const listed = Object.entries(tools).map(([name, { description, inputSchema = { type: "object" } }]) => ({
      name,
      description,
      inputSchema,
    }));
    server.setRequestHandler("tools/list", async () => ({ tools: listed }));
    server.setRequestHandler(
      "tools/call",
      async (/** @type {any} */ { params }, /** @type {any} */ context) => {
        const tool = tools[params.name];
        if (tool === undefined) throw refuse("Tool");
        return tool.run(callOf(params, context));
      },
    );
    server.setRequestHandler("prompts/list", async () => ({
      prompts: Object.entries(prompts).map(([name, { get: _get, ...prompt }]) => ({ name, ...prompt })),
    }));
    server.setRequestHandler(
      "prompts/get",
      async (/** @type {any} */ { params }, /** @type {any} */ context) => {
        const prompt = prompts[params.name];
        if (prompt === undefined) throw refuse("Prompt");
        return prompt.get(callOf(params, context));
      },
    );
    server.setRequestHandler("resources/list", async () => ({ resources }));
    server.setRequestHandler("resources/templates/list", async () => ({ resourceTemplates }));
    server.setRequestHandler("resources/read", async (/** @type {any} */ { params: { uri } }) => {
      const found = findResource(uri);
      if (found === undefined) throw refuse("Resource", { uri });
      return { contents: [found] };
    });
    server.setRequestHandler("resources/subscribe", async () => ({}));
    server.setRequestHandler("resources/unsubscribe", async () => ({}));
    server.setRequestHandler("completion/complete", async () => ({
      completion: { values: ["paris", "park", "party"], total: 3, hasMore: false },
    }));
    return server;
  };
}
