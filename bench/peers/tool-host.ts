/** Runs the tools of one peer in a process of its own, each called by its name with what a model would send. */
import { reasonOf } from "../measure.js";
import { openGeminiTools } from "./gemini.js";
import { openPiTools } from "./pi.js";
import type { HostedTool, ToolAnswer, ToolCall, ToolDeclaration } from "./tool.js";

export type HostedPeerId = "gemini" | "pi";

export interface HostedCall {
  readonly id: number;
  readonly call: ToolCall;
}

export type ToolReply =
  /** Sent first, without being asked. */
  | { readonly kind: "ready"; readonly declarations: readonly ToolDeclaration[] }
  | { readonly kind: "unavailable"; readonly reason: string }
  | { readonly kind: "answer"; readonly id: number; readonly answer: ToolAnswer };

const openTools = { gemini: openGeminiTools, pi: openPiTools };

const [peer, directory] = process.argv.slice(2) as [HostedPeerId, string];
const send = (reply: ToolReply): void => void process.send?.(reply);

try {
  const tools: HostedTool[] = Object.values(await openTools[peer](directory));
  process.on("message", ({ id, call }: HostedCall) => {
    void callTool(tools, call).then((answer) => send({ kind: "answer", id, answer }));
  });
  process.on("disconnect", () => process.exit());
  send({ kind: "ready", declarations: tools.map(({ declaration }) => declaration) });
} catch (cause) {
  send({ kind: "unavailable", reason: reasonOf(cause) });
}

async function callTool(tools: readonly HostedTool[], call: ToolCall): Promise<ToolAnswer> {
  try {
    const tool = tools.find(({ declaration }) => declaration.name === call.name);
    if (tool === undefined) throw new Error(`no tool ${call.name}`);
    return { text: await tool.use(call.arguments), isError: false };
  } catch (cause) {
    // Whole: what to do next may stand in its last line.
    return { text: cause instanceof Error ? cause.message : String(cause), isError: true };
  }
}
