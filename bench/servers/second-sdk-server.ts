/**
 * The same tool on the protocol's second kit, which makes a server for every request, as its factory asks; with `remade`
 * more of them, and their schemas made there too.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { listen } from "./listen.js";
import { pathShape, schemaMakerOf } from "./sdk-schemas.js";

type PathSchema = StandardSchemaWithJSON<{ path: string }>;

const maker = schemaMakerOf("@modelcontextprotocol/server");
const makeSchema = (): PathSchema => maker.object(pathShape(maker)) as PathSchema;
const schema = makeSchema();
const remakesSchemas = process.argv[2] === "remade";
const toolNames = remakesSchemas ? ["read", "write", "edit", "glob", "grep", "cell"] : ["read"];

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "second-sdk", version: "1" });
  for (const name of toolNames) {
    const inputSchema = remakesSchemas ? makeSchema() : schema;
    server.registerTool(name, { description: "Reads a file.", inputSchema }, ({ path }) => ({
      content: [{ type: "text", text: readFileSync(path, "utf8") }],
    }));
  }
  return server;
});

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString("utf8");
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: "POST",
    headers,
    body,
  });
  const answered = await handler.fetch(request, { parsedBody: JSON.parse(body) });
  response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
}

listen(createServer((request, response) => void answer(request, response)));
