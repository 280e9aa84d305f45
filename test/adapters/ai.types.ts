/** What the adapter gives is what the SDK takes, without a cast. Compiled, never run. */
import {
  generateText,
  type InferUITools,
  type LanguageModel,
  streamText,
  ToolLoopAgent,
  type ToolModelMessage,
  type ToolSet,
  tool,
  type UIDataTypes,
  type UIMessage,
} from "ai";
import { z } from "zod";
import { createFileTools, type FileToolSet } from "../../src/adapters/ai/index.js";
import { createToolkit, type Hunk } from "../../src/index.js";

declare const model: LanguageModel;

createFileTools();
createFileTools(createToolkit());
const { tools, toolApproval, respond } = createFileTools({ roots: ["/home/me/project"] }, { asks: "sdk" });

export const anyTools: ToolSet = tools;
export const streamed = streamText({ model, tools, toolApproval, prompt: "" });
export const agent = new ToolLoopAgent({ model, tools, toolApproval });

// Beside tools of one's own, with approvals of one's own.
const send = tool({ inputSchema: z.object({ to: z.string() }), execute: ({ to }) => to });
export const mixed = new ToolLoopAgent({
  model,
  tools: { ...tools, send },
  toolApproval: { ...toolApproval, send: "user-approval" },
});

/** What a result asks for can be answered as it is. */
export async function answerAll(): Promise<ToolModelMessage> {
  const { content } = await generateText({ model, tools, toolApproval, prompt: "" });
  const asked = content.filter((part) => part.type === "tool-approval-request");
  return { role: "tool", content: asked.map((request) => respond(request, { answer: "allow" })) };
}

/** A page knows what each tool answers. */
export function findPatch(
  message: UIMessage<unknown, UIDataTypes, InferUITools<FileToolSet>>,
): readonly Hunk[] | undefined {
  for (const part of message.parts)
    if (part.type === "tool-Edit" && part.state === "output-available")
      return part.output.output?.structuredPatch;
  return undefined;
}
