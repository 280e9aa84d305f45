/** A real HTTP server on loopback over a temporary workspace, the two generations of clients, and requests by hand. */
import { readFileSync } from "node:fs";
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport as ClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import {
  type HttpServer,
  type HttpServerOptions,
  startHttpServer,
} from "../../src/mcp/http/start-http-server.js";
import type { ServerFlags } from "../../src/mcp/server-options.js";
import type { TempWorkspace } from "./workspace.js";

export const OLDER = "2025-11-25";
export const MODERN = "2026-07-28";

export interface TestServer {
  readonly http: HttpServer;
  readonly port: number;
  readonly token: string;
}

type TestOptions = Partial<Omit<HttpServerOptions, "flags" | "surroundings">> & {
  readonly flags?: ServerFlags;
  /** Besides those that keep it to the temporary folder. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Changes inside the root need no permission, unless the flags say otherwise. */
export async function serveHttp(
  files: TempWorkspace,
  { flags, environment, ...options }: TestOptions = {},
): Promise<TestServer> {
  const base = join(files.root, "..");
  const http = await startHttpServer({
    port: 0,
    version: "1.2.3",
    flags: { root: [files.root], mode: "acceptEdits", ...flags },
    surroundings: {
      environment: { HOME: join(base, "home"), FILEWRIGHT_STATE: join(base, "state"), ...environment },
      workingDirectory: files.root,
      homeDirectory: join(base, "home"),
    },
    ...options,
  });
  onTestFinished(() => http.close());
  return { http, port: Number(new URL(http.url).port), token: readFileSync(http.tokenFile, "utf8").trim() };
}

/** A client of the newest revision. */
export async function connectClient(
  server: TestServer,
  {
    agent,
    name = "test",
    mode = "auto",
    ...options
  }: { agent?: string; name?: string; mode?: "auto" | "legacy" } & Omit<
    ClientOptions,
    "versionNegotiation"
  > = {},
): Promise<Client> {
  const client = new Client({ name, version: "1" }, { ...options, versionNegotiation: { mode } });
  await client.connect(new ClientTransport(addressOf(server, agent), { requestInit: bearing(server) }));
  onTestFinished(() => client.close());
  return client;
}

/** A client of the generation before, which knows only revisions with sessions. */
export async function connectOldClient(
  server: TestServer,
  {
    agent,
    name = "test",
    capabilities = {},
  }: { agent?: string; name?: string; capabilities?: { elicitation?: Record<string, unknown> } } = {},
): Promise<OldClient> {
  const client = new OldClient({ name, version: "1" }, { capabilities });
  const transport = new OldClientTransport(addressOf(server, agent), { requestInit: bearing(server) });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

function addressOf({ http }: TestServer, agent: string | undefined): URL {
  return new URL(agent === undefined ? http.url : `${http.url}/${agent}`);
}

function bearing({ token }: TestServer): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${token}` } };
}

export interface Sent {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ByHand {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

/** One request, with the headers that a good one has, in which undefined takes one away. Nothing is added to them. */
export async function send(server: TestServer, given: ByHand = {}): Promise<Sent> {
  const response = await begin(server, given).response;
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** The same, before its answer has come. */
export function begin(
  { port, token }: TestServer,
  { method = "POST", path = "/mcp", headers = {}, body }: ByHand,
): { readonly sent: ClientRequest; readonly response: Promise<IncomingMessage> } {
  const usual = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    accept: "application/json, text/event-stream",
    ...(method === "POST" ? { "content-type": "application/json" } : {}),
  };
  const all = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  const sent = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    setHost: false,
    agent: false,
    headers: Object.fromEntries(all) as Record<string, string>,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    sent.once("error", reject);
  });
  sent.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
  return { sent, response };
}

/** A connection for bytes of one's own; it ends with the test. */
export async function openSocket({ port }: Pick<TestServer, "port">): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return socket;
}

/** All that comes until the other side closes. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    socket.once("close", () => resolve(text));
    socket.on("error", () => undefined);
  });
}

export const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: OLDER, capabilities: {}, clientInfo: { name: "test", version: "1" } },
} as const;

/** The headers of a new session, opened by hand. */
export async function openSession(
  server: TestServer,
  { path = "/mcp", capabilities = {} }: { path?: string; capabilities?: object } = {},
): Promise<Record<string, string>> {
  const body = { ...initialize, params: { ...initialize.params, capabilities } };
  const { headers } = await send(server, { path, body });
  const session = { "mcp-session-id": String(headers["mcp-session-id"]), "mcp-protocol-version": OLDER };
  await send(server, {
    path,
    headers: session,
    body: { jsonrpc: "2.0", method: "notifications/initialized" },
  });
  return session;
}

export function toolCall(name: string, args: object, { id = 1, meta }: { id?: number; meta?: object } = {}) {
  const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

/** The same in the newest revision, with the headers it needs. */
export function modernCall(
  name: string,
  args: object,
  { id = 1, client = "test", capabilities = {}, meta = {}, params = {} }: ModernOptions = {},
): Required<Pick<ByHand, "headers" | "body">> {
  return {
    headers: { "mcp-protocol-version": MODERN, "mcp-method": "tools/call", "mcp-name": name },
    body: {
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: {
        name,
        arguments: args,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": MODERN,
          "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
          "io.modelcontextprotocol/clientCapabilities": capabilities,
          ...meta,
        },
        ...params,
      },
    },
  };
}

interface ModernOptions {
  readonly id?: number;
  readonly client?: string;
  readonly capabilities?: object;
  readonly meta?: object;
  readonly params?: object;
}
