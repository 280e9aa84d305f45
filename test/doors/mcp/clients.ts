/** Clients of both generations of the official packages behind one face, each over a real server process. */
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { serveOverHttp } from "./http-process.js";
import type { Called } from "./results.js";
import { program, type World } from "./world.js";

export interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  };
}

export interface Filled {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, string>>;
}

/** Answers what the server asks; a client without one can't be asked. */
export type Person = (form: Form) => Filled | Promise<Filled>;

interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type ProgressListener = (progress: {
  readonly progress: number;
  readonly message?: string | undefined;
}) => void;

interface CallSettings {
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
}

interface Connection {
  readonly revision: string | undefined;
  readonly instructions: string | undefined;
  readonly serverName: string | undefined;
  readonly listTools: () => Promise<readonly Tool[]>;
  readonly call: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    settings?: CallSettings,
  ) => Promise<Called>;
}

interface ConnectOptions {
  /** Where the server is started; the project by default. */
  readonly cwd?: string;
  readonly words?: readonly string[];
  readonly person?: Person | undefined;
}

export interface ClientKind {
  readonly name: string;
  /** The revision that it must end up with. */
  readonly revision: string;
  readonly connect: (world: World, options?: ConnectOptions) => Promise<Connection>;
}

const identity = { name: "story", version: "1" };

type Negotiation = "legacy" | "auto" | { readonly pin: string };
type NewTransport = Parameters<NewClient["connect"]>[0];
type OldTransport = Parameters<OldClient["connect"]>[0];

async function connectNew(
  transport: NewTransport,
  mode: Negotiation,
  person: Person | undefined,
): Promise<Connection> {
  const client = new NewClient(identity, {
    capabilities: person === undefined ? {} : { elicitation: { form: {} } },
    versionNegotiation: { mode },
  });
  if (person !== undefined)
    client.setRequestHandler(
      "elicitation/create",
      async ({ params }) => (await person(params as Form)) as never,
    );
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    revision: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    serverName: client.getServerVersion()?.name,
    listTools: async () => (await client.listTools()).tools as readonly Tool[],
    call: async (name, args, settings = {}) =>
      (await client.callTool({ name, arguments: args }, requestOptions(settings))) as Called,
  };
}

async function connectOld(transport: OldTransport, person: Person | undefined): Promise<Connection> {
  const client = new OldClient(identity, {
    capabilities: person === undefined ? {} : { elicitation: { form: {} } },
  });
  if (person !== undefined)
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }) => (await person(params as Form)) as never,
    );
  // The client tells its transport what was agreed on, and nobody else.
  let revision: string | undefined;
  const usual = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    revision = version;
    usual?.(version);
  };
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    revision,
    instructions: client.getInstructions(),
    serverName: client.getServerVersion()?.name,
    listTools: async () => (await client.listTools()).tools as readonly Tool[],
    call: async (name, args, settings = {}) =>
      (await client.callTool(
        { name, arguments: args },
        CallToolResultSchema,
        requestOptions(settings),
      )) as Called,
  };
}

function requestOptions({ signal, onProgress }: CallSettings): {
  signal?: AbortSignal;
  onprogress?: ProgressListener;
} {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onprogress: onProgress }),
  };
}

function launch(
  world: World,
  { words = [], cwd = world.files.root }: ConnectOptions,
): { command: string; args: string[]; env: Record<string, string>; cwd: string; stderr: "ignore" } {
  return {
    command: process.execPath,
    args: [program, "mcp", ...words],
    env: { ...world.environment },
    cwd,
    stderr: "ignore",
  };
}

interface Way {
  readonly name: string;
  readonly toNew: (world: World, options: ConnectOptions) => Promise<NewTransport>;
  readonly toOld: (world: World, options: ConnectOptions) => Promise<OldTransport>;
}

const ways: readonly Way[] = [
  {
    name: "stdio",
    toNew: async (world, options) => new NewStdio(launch(world, options)),
    toOld: async (world, options) => new OldStdio(launch(world, options)),
  },
  {
    name: "HTTP",
    toNew: async (world, { words, cwd }) => {
      const { url, headers } = await serveOverHttp(world, words, cwd);
      return new NewHttp(url, { requestInit: { headers } });
    },
    toOld: async (world, { words, cwd }) => {
      const { url, headers } = await serveOverHttp(world, words, cwd);
      return new OldHttp(url, { requestInit: { headers } });
    },
  },
];

/** Every kind of client over every way to the server. */
export const clients: readonly ClientKind[] = ways.flatMap(
  ({ name, toNew, toOld }): readonly ClientKind[] => {
    const connect =
      (mode: Negotiation): ClientKind["connect"] =>
      async (world, options = {}) =>
        connectNew(await toNew(world, options), mode, options.person);
    return [
      {
        name: `SDK v1 over ${name}`,
        revision: "2025-11-25",
        connect: async (world, options = {}) => connectOld(await toOld(world, options), options.person),
      },
      { name: `SDK v2 over ${name}`, revision: "2025-11-25", connect: connect("legacy") },
      { name: `SDK v2 over ${name}, negotiating`, revision: "2026-07-28", connect: connect("auto") },
      {
        name: `SDK v2 over ${name}, pinned`,
        revision: "2026-07-28",
        connect: connect({ pin: "2026-07-28" }),
      },
    ];
  },
);
