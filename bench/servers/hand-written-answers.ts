/** The least that can answer: no dependencies, no checks, no line numbers. What it takes, every server must take. */
import { readFileSync } from "node:fs";
import { memberOf } from "../peers/adapter.js";

const tool = {
  name: "read",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

const results: Record<string, (params: unknown) => object> = {
  initialize: (params) => ({
    protocolVersion: memberOf(params, "protocolVersion"),
    capabilities: { tools: {} },
    serverInfo: { name: "hand-written", version: "1" },
  }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": (params) => {
    const path = String(memberOf(memberOf(params, "arguments"), "path"));
    return { content: [{ type: "text", text: readFileSync(path, "utf8") }] };
  },
};

/** The answer to a request; undefined for what wants none. */
export function answerByHand(text: string): string | undefined {
  const message: unknown = JSON.parse(text);
  const id = memberOf(message, "id");
  if (id === undefined) return undefined;
  const result = results[String(memberOf(message, "method"))]?.(memberOf(message, "params"));
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}
