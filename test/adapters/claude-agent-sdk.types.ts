/** Compiled, never run: what the adapter gives is what the SDK takes, without a cast. */
import {
  type AgentDefinition,
  type CanUseTool,
  type McpSdkServerConfigWithInstance,
  type McpServerConfig,
  type Options,
  query,
} from "@anthropic-ai/claude-agent-sdk";
import { createFileTools, type ReviewTool } from "../../src/adapters/claude-agent-sdk/index.js";
import type { Approvals } from "../../src/adapters/common/approvals.js";
import { createToolkit, type Toolkit } from "../../src/index.js";

const files = createFileTools({ roots: ["/w/app"] });

// The one line, and the same with things of the host's own beside it.
query({ prompt: "Go on.", options: files.options });
query({ prompt: "Go on.", options: { ...files.options, tools: ["Bash"], allowedTools: files.tools } });
query({
  prompt: "Go on.",
  options: {
    ...files.options,
    mcpServers: { ...files.options.mcpServers, docs: { type: "http", url: "http://127.0.0.1:8080" } },
    hooks: { ...files.options.hooks, Stop: [] },
  },
});

// Part by part.
files.server satisfies McpSdkServerConfigWithInstance satisfies McpServerConfig;
files.canUseTool satisfies CanUseTool;
files.options satisfies Options;
({ description: "reads", prompt: "Read.", tools: files.tools }) satisfies AgentDefinition;
({ disallowedTools: files.disallowedTools, mcpServers: { files: files.server } }) satisfies Options;
files.toolkit satisfies Toolkit;
files.approvals satisfies Approvals;

// A callback that a host has already is one for us, and one of ours sees what would be done.
declare const existing: CanUseTool;
createFileTools(createToolkit(), {
  canUseTool: existing,
  asks: "sdk",
  abortController: new AbortController(),
});
createFileTools(createToolkit(), {
  canUseTool: async (_name, input, { approval }) =>
    approval?.questions[0]?.change?.kind === "create"
      ? { behavior: "allow", updatedInput: input }
      : { behavior: "deny", message: "only new files" },
}) satisfies { readonly tools: string[] };
existing satisfies ReviewTool;

// @ts-expect-error -- it is the SDK or the toolkit that asks
createFileTools({}, { asks: "nobody" });
// @ts-expect-error -- a refusal needs its reason, as the SDK has it
createFileTools({}, { canUseTool: async () => ({ behavior: "deny" }) });
