/** The adapter's parts without the SDK's program: a client of the protocol in this process, and the callback called directly. */
import type { PermissionResult } from "@anthropic-ai/claude-agent-sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { onTestFinished } from "vitest";
import type { FileTools } from "../../../src/adapters/claude-agent-sdk/index.js";

export async function connect({ server }: FileTools): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.instance.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return client;
}

interface Asked {
  readonly tool?: string;
  readonly id?: string;
  readonly input?: Record<string, unknown>;
  readonly server?: string | undefined;
  readonly source?: string;
  readonly agent?: string;
  readonly matchedAskRule?: { source: string; toolName: string };
}

/** Calls the callback as the SDK does. */
export function ask(files: FileTools, asked: Asked): Promise<PermissionResult | null> {
  const {
    tool = "mcp__files__Write",
    id = "call-1",
    input = {},
    source = "sdk",
    agent,
    matchedAskRule,
  } = asked;
  const name = "server" in asked ? asked.server : "files";
  return files.canUseTool(tool, input, {
    signal: new AbortController().signal,
    toolUseID: id,
    requestId: `request of ${id}`,
    ...(name === undefined ? {} : { mcpServer: { name, source } }),
    ...(agent === undefined ? {} : { agentID: agent }),
    ...(matchedAskRule === undefined ? {} : { matchedAskRule }),
  });
}
