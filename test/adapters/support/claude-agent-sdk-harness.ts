/** The Claude Agent SDK with the program that it brings, which talks to a model on this machine that follows the script. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Options, type Query, query, type SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import {
  type ModelRequest,
  type SentBlock,
  startScriptedClaude,
} from "../../../examples/support/scripted-claude.js";
import { createFileTools } from "../../../src/adapters/claude-agent-sdk/index.js";
import type { ToolkitOptions } from "../../../src/index.js";
import type { TempWorkspace } from "../../support/workspace.js";
import type { AgentHarness, OfferedTool, SeenResult, Turn } from "./agents.js";

/** The program is a package for each platform, and a package manager may have left it out. */
export const hasProgram: boolean = [
  `${process.platform}-${process.arch}`,
  `${process.platform}-${process.arch}-musl`,
].some((platform) => {
  try {
    createRequire(import.meta.url).resolve(`@anthropic-ai/claude-agent-sdk-${platform}/package.json`);
    return true;
  } catch {
    return false;
  }
});

/** What one query was and did. */
export interface QueryRun {
  readonly messages: readonly SDKMessage[];
  readonly requests: readonly ModelRequest[];
  readonly results: readonly SeenResult[];
  readonly said: string;
}

export interface QueryTask {
  readonly turns: readonly Turn[];
  readonly prompt?: Parameters<typeof query>[0]["prompt"];
  readonly options: Options;
  /** Told every message while the query runs. */
  readonly onMessage?: (message: SDKMessage, running: Query) => void;
}

/** One query against a script, with a home of its own. */
export async function runQuery({
  turns,
  prompt = "Go on.",
  options,
  onMessage,
}: QueryTask): Promise<QueryRun> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "filewright-claude-")));
  const cwd = join(home, "elsewhere");
  mkdirSync(cwd);
  const model = await startScriptedClaude(turns);
  const messages: SDKMessage[] = [];
  try {
    const running = query({
      prompt,
      options: {
        cwd,
        env: model.environment(home),
        model: "claude-sonnet-4-5",
        persistSession: false,
        settingSources: [],
        systemPrompt: "You are a test.",
        tools: [],
        ...options,
      },
    });
    for await (const message of running) {
      messages.push(message);
      onMessage?.(message, running);
    }
  } finally {
    await model.close();
    rmSync(home, { recursive: true, force: true });
  }
  const { requests } = model;
  return { messages, requests, results: findResults(requests), said: findLastWords(messages) };
}

export const claudeAgentSdkHarness: AgentHarness = {
  async run({ toolkit, turns, review = () => ({ decision: "approve" }), signal }) {
    const abortController = new AbortController();
    signal?.addEventListener("abort", () => abortController.abort(signal.reason));
    const files = createFileTools(toolkit, {
      abortController,
      canUseTool: async (_tool, input, { approval, toolUseID }) => {
        const [question] = approval?.questions ?? [];
        if (question === undefined) return { behavior: "deny", message: "nothing to ask about" };
        const verdict = await review(question);
        if (verdict.decision === "deny") return { behavior: "deny", message: verdict.reason };
        if (verdict.decision === "change")
          files.approvals.answer(toolUseID, { answer: "allow", content: verdict.content });
        return { behavior: "allow", updatedInput: input };
      },
    });
    const { requests, results, said } = await runQuery({
      turns: turns.map(withSeenNames),
      options: { ...files.options },
    });
    return { results, said, offered: (requests[0]?.tools ?? []).map(describeOffered) };
  },
};

function withSeenNames(turn: Turn): Turn {
  if ("say" in turn) return turn;
  return { calls: turn.calls.map(({ tool, input }) => ({ tool: `mcp__files__${tool}`, input })) };
}

function describeOffered({ name, description, input_schema }: ModelRequest["tools"][number]): OfferedTool {
  return { name: name.replace(/^mcp__files__/, ""), description, schema: input_schema };
}

/** From the last request: the conversation is sent whole with each. */
function findResults(requests: readonly ModelRequest[]): readonly SeenResult[] {
  const blocks = (requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result"),
  );
  const numberOf = ({ tool_use_id = "" }: SentBlock): number => Number(tool_use_id.replace("call-", ""));
  return blocks
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map(({ content = "", is_error = false }) => {
      const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
      return {
        text: parts.flatMap(({ text }) => text ?? []).join("\n"),
        images: parts.flatMap(({ type, source }) => (type === "image" ? (source?.media_type ?? []) : [])),
        isError: is_error,
      };
    });
}

function findLastWords(messages: readonly SDKMessage[]): string {
  const last = messages.findLast((message) => message.type === "result");
  return last?.subtype === "success" ? last.result : "";
}

/** Options, and no toolkit: so each agent gets one of its own. */
export function optionsFor(workspace: TempWorkspace): ToolkitOptions {
  const { root } = workspace;
  return {
    roots: [root],
    workingDirectory: root,
    stateDirectory: workspace.path("..", "state"),
    environment: { HOME: workspace.path("..", "home") },
  };
}

export function own(tool: string): string {
  return `mcp__files__${tool}`;
}

export function call(tool: string, input: Readonly<Record<string, unknown>>): Turn {
  return { calls: [{ tool, input }] };
}
