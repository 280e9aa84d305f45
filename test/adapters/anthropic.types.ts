/** Compiled, never run: what the adapter makes is what the Anthropic SDK takes, without a cast. */
import type Anthropic from "@anthropic-ai/sdk";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { createFileTools, createTextEditor } from "../../src/adapters/anthropic/index.js";

declare const client: Anthropic;
const files = createFileTools({ roots: ["/w/app"] });
const editor = createTextEditor(files.toolkit, { version: "20250728", maxCharacters: 10_000 });
const request = { model: "claude", max_tokens: 1000, messages: [] };

export const runnable: BetaRunnableTool[] = [...files.tools, editor.tool];
export const definitions: Anthropic.Messages.ToolUnion[] = [...files.tools, editor.tool];
export const betaDefinitions: Anthropic.Beta.BetaToolUnion[] = [...files.tools, editor.tool];

export async function run(signal: AbortSignal): Promise<void> {
  for await (const message of client.beta.messages.toolRunner(
    { ...request, tools: files.tools },
    { signal },
  )) {
    for (const block of message.content) {
      if (block.type !== "tool_use") continue;
      await files.approvals.request(block, signal);
      const beta: Anthropic.Beta.BetaToolResultBlockParam = await files.run(block, { signal });
      const edited: Anthropic.Beta.BetaToolResultBlockParam = await editor.run(block);
      void [beta, edited];
    }
  }
  const stream = client.beta.messages.toolRunner({ ...request, tools: [editor.tool], stream: true });
  await stream.runUntilDone();
}

export async function loop(): Promise<Anthropic.ToolResultBlockParam[]> {
  const { content } = await client.messages.create({ ...request, tools: files.tools });
  const calls = content.filter((block) => block.type === "tool_use");
  return Promise.all(calls.map((call) => files.run(call)));
}

// @ts-expect-error -- a version that the API does not have
createTextEditor({}, { version: "20200101" });
// @ts-expect-error -- nobody else can ask
createFileTools({}, { asks: "nobody" });
