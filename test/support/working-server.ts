/** A protocol server with one tool that works until it is told to go on, for what real tools are too quick to show. */
import { type CallToolResult, Server, type ServerContext } from "@modelcontextprotocol/server";
import type { CreateServer } from "../../src/mcp/http/lanes.js";

interface RunningWork {
  readonly context: ServerContext;
  /** Ends the call with this text. */
  finish(text: string): void;
  /** Tells how far it has come. */
  tell(progress: number): Promise<void>;
}

export interface Work {
  readonly createServer: CreateServer;
  /** The next call that begins. */
  next(): Promise<RunningWork>;
}

export function createWork(): Work {
  const begun: RunningWork[] = [];
  const waiting: ((work: RunningWork) => void)[] = [];

  function begin(context: ServerContext, settle: (result: CallToolResult) => void): void {
    const { mcpReq } = context;
    const work: RunningWork = {
      context,
      finish: (text) => settle({ content: [{ type: "text", text }] }),
      tell: (progress) =>
        mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken: mcpReq._meta?.progressToken ?? "none", progress },
        }),
    };
    const first = waiting.shift();
    if (first === undefined) begun.push(work);
    else first(work);
  }

  return {
    createServer: () => {
      // oxlint-disable-next-line typescript/no-deprecated -- for tools without a schema of the library's kind
      const server = new Server({ name: "working", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", (_, context) => new Promise((settle) => begin(context, settle)));
      return server;
    },
    next: () =>
      new Promise((resolve) => {
        const first = begun.shift();
        if (first === undefined) waiting.push(resolve);
        else resolve(first);
      }),
  };
}
