/** A server with its console as a person starts it, agents that use it, and the person's links into it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { homeless, program, runProgram } from "./command-line.js";
import type { TempWorkspace } from "./workspace.js";

export interface ConsoleWorld {
  readonly files: TempWorkspace;
  readonly environment: Readonly<Record<string, string>>;
  /** "http://127.0.0.1:PORT". */
  readonly origin: string;
  /** A new link that opens the console once. */
  link(): Promise<string>;
  /** An agent over MCP that can show no forms, so that its questions go to the console. */
  connectAgent(name?: string): Promise<Agent>;
  /** The same with a server process of its own, as clients start it. */
  connectStdioAgent(name?: string): Promise<Agent>;
  /** Ends the server and starts another one on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Agent {
  /** The text of the result, with its error flag. */
  call(tool: string, input: object): Promise<AgentResult>;
  close(): Promise<void>;
}

interface AgentResult {
  readonly text: string;
  readonly isError: boolean;
}

type Transport = Parameters<Client["connect"]>[0];

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly tokenFile: string;
}

export async function openConsoleWorld(
  files: TempWorkspace,
  words: readonly string[] = [],
): Promise<ConsoleWorld> {
  const environment = { ...homeless(files.root), FILEWRIGHT_LSP: "0" };
  const start = (port: string): Promise<Started> =>
    startServer(files.root, environment, [...words, "--port", port]);
  let server = await start("0");
  const { origin, port } = new URL(server.url);
  const stop = async (): Promise<void> => {
    if (server.child.exitCode !== null) return;
    server.child.kill("SIGTERM");
    await once(server.child, "exit");
  };
  onTestFinished(stop);
  return {
    files,
    environment,
    origin,
    stop,
    async link() {
      const { stdout, stderr, code } = await runProgram(["console", "--json"], files.root, environment);
      if (code !== 0) throw new Error(stderr);
      return (JSON.parse(stdout) as { readonly url: string }).url;
    },
    connectAgent: (name = "agent") => {
      const authorization = `Bearer ${readFileSync(server.tokenFile, "utf8").trim()}`;
      const options = { requestInit: { headers: { authorization } } };
      return connectAgent(new StreamableHTTPClientTransport(new URL(server.url), options), name);
    },
    connectStdioAgent: (name = "agent") =>
      connectAgent(
        new StdioClientTransport({
          command: process.execPath,
          args: [program, "mcp", "--root", files.root],
          env: environment,
          cwd: files.root,
        }),
        name,
      ),
    async restart() {
      await stop();
      server = await start(port);
    },
  };
}

async function startServer(
  root: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<Started> {
  const child = spawn(process.execPath, [program, "serve", "--root", root, "--json", ...words], {
    env: environment,
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error(`the server did not start: ${complaint}`);
    }),
  ])) as [string];
  return { child, ...(JSON.parse(line) as { readonly url: string; readonly tokenFile: string }) };
}

async function connectAgent(transport: Transport, name: string): Promise<Agent> {
  const client = new Client({ name, version: "1" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (tool: string, input: object): Promise<AgentResult> => {
    const result = await client.callTool({ name: tool, arguments: { ...input } }, { timeout: 120_000 });
    const blocks = result.content as readonly { readonly type: string; readonly text?: string }[];
    return { text: blocks.map(({ text = "" }) => text).join("\n"), isError: result.isError === true };
  };
  return {
    call(tool, input) {
      const calling = call(tool, input);
      // A test that fails meanwhile has its own reason to tell, not this one's.
      calling.catch(() => undefined);
      return calling;
    },
    close: () => client.close(),
  };
}
