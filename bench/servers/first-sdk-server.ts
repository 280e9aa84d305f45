/** What most servers are today: the protocol's first kit, a session per client, answers as JSON, one tool. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { ZodRawShapeCompat } from "@modelcontextprotocol/sdk/server/zod-compat.js";
import { listen } from "./listen.js";
import { pathShape, schemaMakerOf } from "./sdk-schemas.js";

const inputSchema = pathShape(schemaMakerOf("@modelcontextprotocol/sdk/server/mcp.js")) as ZodRawShapeCompat;
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  const server = new McpServer({ name: "first-sdk", version: "1" });
  server.registerTool("read", { description: "Reads a file.", inputSchema }, (input) => ({
    content: [{ type: "text", text: readFileSync(String(input["path"]), "utf8") }],
  }));
  await server.connect(transport);
  return transport;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers["mcp-session-id"];
  const known = typeof id === "string" ? sessions.get(id) : undefined;
  await (known ?? (await openSession())).handleRequest(request, response);
}

listen(createServer((request, response) => void answer(request, response)));
