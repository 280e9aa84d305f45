/** The tools of an MCP server over stdio, started as any client starts it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { memberOf } from "./adapter.js";
import { JsonRpcClient } from "./json-rpc-client.js";
import type { ToolAnswer, ToolCall, ToolDeclaration } from "./tool.js";

export interface StdioStart {
  /** What Node is started with. */
  readonly words: readonly string[];
  readonly directory?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

export class StdioTools {
  readonly declarations: readonly ToolDeclaration[];
  readonly #client: JsonRpcClient;
  readonly #end: () => Promise<void>;

  private constructor(client: JsonRpcClient, listed: unknown, end: () => Promise<void>) {
    this.#client = client;
    this.#end = end;
    const tools = memberOf(listed, "tools") as readonly unknown[];
    this.declarations = tools.map((tool) => ({
      name: textOf(tool, "name"),
      description: textOf(tool, "description"),
      inputSchema: memberOf(tool, "inputSchema"),
    }));
  }

  static async open({ words, directory, environment }: StdioStart): Promise<StdioTools> {
    const server = spawn(process.execPath, words, {
      stdio: ["pipe", "pipe", "ignore"],
      ...(directory === undefined ? {} : { cwd: directory }),
      ...(environment === undefined ? {} : { env: environment }),
      windowsHide: true,
    });
    const client = new JsonRpcClient(server);
    await client.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    });
    client.notify("notifications/initialized");
    const end = async (): Promise<void> => {
      const ended = once(server, "exit");
      if (server.kill()) await ended;
    };
    return new StdioTools(client, await client.request("tools/list", {}), end);
  }

  /** All text blocks of the answer, joined by newlines. */
  async call(call: ToolCall): Promise<ToolAnswer> {
    const answer = await this.#client.request("tools/call", call);
    const blocks = memberOf(answer, "content") as readonly unknown[];
    const texts = blocks.map((block) => memberOf(block, "text")).filter((text) => typeof text === "string");
    return { text: texts.join("\n"), isError: memberOf(answer, "isError") === true };
  }

  /** Resolves when the server has ended and writes nothing more. */
  close(): Promise<void> {
    return this.#end();
  }
}

function textOf(tool: unknown, member: string): string {
  const text = memberOf(tool, member);
  return typeof text === "string" ? text : "";
}
