import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { QuickCalls } from "../../src/mcp/quick-calls.js";
import type { CallOptions } from "../../src/toolkit.js";
import { tempWorkspace } from "../support/workspace.js";

/** A short way whose client does something in the moment in which a call turns out to need a question. */
function shortWay(onQuestion: (calls: QuickCalls) => void): {
  readonly calls: QuickCalls;
  readonly delivered: JSONRPCMessage[];
  readonly sent: JSONRPCMessage[];
  readonly settled: () => Promise<unknown>;
} {
  const toolkit = tempWorkspace({ "a.txt": "one\n" }).toolkit();
  const [delivered, sent]: JSONRPCMessage[][] = [[], []];
  let running: Promise<unknown> = Promise.resolve();
  const call = (name: string, input: unknown, options: CallOptions = {}) => {
    const result = toolkit.call(name, input, {
      ...options,
      onAsk: async (question, about) => {
        const answer = options.onAsk?.(question, about);
        onQuestion(calls);
        return (await answer) ?? { answer: "deny" };
      },
    });
    running = result;
    return result;
  };
  const calls = new QuickCalls({
    findToolkit: () => ({ ...toolkit, call }),
    isLook: () => true,
    canBeAsked: () => true,
    render: ({ content }) => ({ content }),
    send: async (message) => void sent?.push(message),
    deliver: (message) => delivered?.push(message),
  });
  const settled = async () => {
    await running;
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { calls, delivered: delivered ?? [], sent: sent ?? [], settled };
}

const look: JSONRPCMessage = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name: "Read", arguments: { file_path: "/etc/hostname" } },
};

describe("A look that needs a question", () => {
  it("goes the ordinary way, and is answered there alone [MCP-54]", async () => {
    const { calls, delivered, sent, settled } = shortWay(() => undefined);
    expect(calls.take(look)).toBe(true);
    await settled();
    expect([delivered, sent]).toEqual([[look], []]);
  });

  it("and is cancelled in that very moment is over: nobody is asked [FIX-4]", async () => {
    const cancel: JSONRPCMessage = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7 },
    };
    const taken: boolean[] = [];
    const { calls, delivered, sent, settled } = shortWay((way) => taken.push(way.take(cancel)));
    calls.take(look);
    await settled();
    expect([taken, delivered, sent]).toEqual([[true], [], []]);
  });

  it("when its connection ends is over too [FIX-4]", async () => {
    const { calls, delivered, sent, settled } = shortWay((way) => way.stop());
    calls.take(look);
    await settled();
    expect([delivered, sent]).toEqual([[], []]);
  });
});
