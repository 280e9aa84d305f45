/**
 * The file tools for LangChain and LangGraph:
 *
 *     const files = createFileTools({ roots: [folder] });
 *     const agent = createAgent({ model, tools: files.tools, middleware: [files.middleware], checkpointer });
 *
 * With the middleware a call that needs permission interrupts the run, as `humanInTheLoopMiddleware` does, and
 * `Command({ resume: { decisions } })` goes on. Nothing of LangChain but its messages and tools is loaded.
 */
import type { AIMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import type { Toolkit } from "../../toolkit.js";
import { Approvals, type Asker } from "../common/approvals.js";
import { openToolkit, type ToolkitSource } from "../common/open-toolkit.js";
import { toStrictSchema } from "../common/strict-schema.js";
import {
  FileReview,
  isAllAnswered,
  type ReviewedState,
  type ReviewRuntime,
  type ReviewUpdate,
} from "./file-review.js";
import { FileTool } from "./file-tool.js";

export type { Approvals, Asker, PendingApproval } from "../common/approvals.js";
export type { ToolkitSource } from "../common/open-toolkit.js";
export type { FileActionRequest, FileReviewRequest, FileReviewResponse } from "./decisions.js";
export type { ReviewedState, ReviewRuntime, ReviewUpdate } from "./file-review.js";
export type { FileTool } from "./file-tool.js";

export interface FileToolsOptions {
  /** Who asks a person: the middleware, by interrupting the run, or the toolkit, by its `onAsk`, while the call waits. */
  readonly asks?: Asker;
  /** Offers schemas as providers want them that hold a model to them exactly, as with `bindTools(tools, { strict: true })`. */
  readonly strict?: boolean;
}

export type FileMiddleware = AgentMiddleware<undefined, undefined, unknown, readonly [], readonly []>;

export interface FileTools {
  /** For `createAgent({ tools })`, `model.bindTools(tools)` or `new ToolNode(tools)`. */
  readonly tools: FileTool[];
  /** For `createAgent({ middleware })`: asks before a call that needs permission. The agent needs a checkpointer. */
  readonly middleware: FileMiddleware;
  /** For a graph of one's own, in the node that calls the model: its answer, with what has to be asked about it. */
  readonly examine: (message: AIMessage, runtime?: Pick<ReviewRuntime, "signal">) => Promise<AIMessage>;
  /** For a graph of one's own, as the node before the one with the tools: asks about what was found. */
  readonly review: (state: ReviewedState, runtime: ReviewRuntime) => Promise<ReviewUpdate>;
  readonly toolkit: Toolkit;
  /** The calls that wait, with their questions, and where a person can say more than yes. */
  readonly approvals: Approvals;
}

export function createFileTools(
  source: ToolkitSource = {},
  { asks, strict = false }: FileToolsOptions = {},
): FileTools {
  // A document goes through, but few models take one as a tool's result: the host says so.
  const toolkit = openToolkit(source, { client: "LangChain", capabilities: { images: true } });
  const approvals = new Approvals(toolkit, asks);
  const tools = toolkit.tools.map((info) => {
    const schema = strict ? toStrictSchema(info.inputSchema) : info.inputSchema;
    return new FileTool(info, { toolkit, approvals, schema });
  });
  const schemas = new Map(tools.map(({ name, schema }) => [name, schema]));
  const reviewing = new FileReview({ approvals, schemas });
  const middleware: FileMiddleware = {
    name: "FilewrightApprovals",
    wrapModelCall: async (request, handler) => reviewing.examine(await handler(request), request.runtime),
    afterModel: {
      canJumpTo: ["model"],
      hook: async (state, runtime) => {
        const { messages } = await reviewing.review(state, runtime);
        if (messages.length === 0) return undefined;
        const isDone = isAllAnswered([...state.messages, ...messages]);
        return { messages, ...(isDone ? { jumpTo: "model" } : {}) };
      },
    },
  };
  return {
    tools,
    middleware,
    examine: (message, runtime) => reviewing.examine(message, runtime),
    review: (state, runtime) => reviewing.review(state, runtime),
    toolkit,
    approvals,
  };
}
