/** What the adapter gives is what the SDK takes, without a cast. Compiled, never run. */
import { Agent, type ToolsInput } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { createStep } from "@mastra/core/workflows";
import { z } from "zod";
import { createFileTools, type PersonsDecision } from "../../src/adapters/mastra/index.js";
import { createToolkit } from "../../src/index.js";

createFileTools();
createFileTools(createToolkit());
const { tools } = createFileTools({ roots: ["/home/me/project"] }, { asks: "sdk" });

export const anyTools: ToolsInput = tools;
const about = { id: "worker", name: "Worker", instructions: "", model: "openai/gpt-5" } as const;
export const agent = new Agent({ ...about, tools });
export const step = createStep(tools.Read);

// Beside tools of one's own.
const send = createTool({
  id: "send",
  description: "",
  inputSchema: z.object({ to: z.string() }),
  execute: async ({ to }) => to,
});
export const mixed = new Agent({ ...about, tools: { ...tools, send } });

const decision: PersonsDecision = { approved: true, content: "", remember: "always" };
export const resumed = agent.resumeStream(decision, { runId: "", toolCallId: "" });
