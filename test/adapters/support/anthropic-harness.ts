/** The Anthropic SDK's client and tool runner. They have no hook for approval: the tool itself waits for the person. */
import Anthropic from "@anthropic-ai/sdk";
import { createFileTools } from "../../../src/adapters/anthropic/index.js";
import type { Answer, Toolkit, ToolkitOptions } from "../../../src/index.js";
import type { TempWorkspace } from "../../support/workspace.js";
import type { AgentHarness, Review, Reviewer } from "./agents.js";
import { createScriptedApi, type ScriptedApi } from "./scripted-messages-api.js";

export function connect(api: ScriptedApi): Anthropic {
  return new Anthropic({ apiKey: "none", baseURL: "http://127.0.0.1:9", fetch: api.fetch, maxRetries: 0 });
}

/** What every request of these tests begins with. */
export const request = {
  model: "scripted",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "Go on." }],
};

export interface AnthropicHarness extends AgentHarness {
  /** A toolkit whose `onAsk` asks whoever reviews the agent's run. */
  readonly toolkit: (workspace: TempWorkspace, options: ToolkitOptions) => Toolkit;
}

export function createAnthropicHarness(): AnthropicHarness {
  /** By session: agents that share a workspace share its `onAsk`. */
  const reviewers = new Map<string, Reviewer>();
  return {
    toolkit: (workspace, options) =>
      workspace.toolkit({
        onAsk: async (question) => {
          const review = reviewers.get(question.sessionId);
          return toAnswer((await review?.(question)) ?? { decision: "approve" });
        },
        ...options,
      }),
    async run({ toolkit, turns, review, signal }) {
      if (review !== undefined) reviewers.set(toolkit.session.id, review);
      const files = createFileTools(toolkit);
      const api = createScriptedApi(turns);
      const client = connect(api);
      const options = signal === undefined ? {} : { signal };
      const message = await client.beta.messages.toolRunner({ ...request, tools: files.tools }, options);
      const said = message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
      return { results: api.seen(), said, offered: api.offered() };
    },
  };
}

function toAnswer(review: Review): Answer {
  if (review.decision === "deny") return { answer: "deny", reason: review.reason };
  return review.decision === "change" ? { answer: "allow", content: review.content } : { answer: "allow" };
}
