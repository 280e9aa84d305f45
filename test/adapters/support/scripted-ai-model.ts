/** A model of the AI SDK that follows a script, streamed or not, and keeps what it was sent. Mastra's agents take it, too. */
import type { MockLanguageModelV4 } from "ai/test";
import type { AgentRun, OfferedTool, SeenResult, Turn } from "./agents.js";

type Generate = MockLanguageModelV4["doGenerate"];
/** What a provider is sent for one answer of its model. */
export type ModelRequest = Parameters<Generate>[0];
type PromptMessage = ModelRequest["prompt"][number];
type ToolOutput = Extract<
  Extract<PromptMessage, { role: "tool" }>["content"][number],
  { type: "tool-result" }
>["output"];

/** No wider than what is said here, so that it fits both packages, whose types of a model differ in what it might answer. */
type Part =
  | { type: "text"; text: string }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: string };

interface Answered {
  content: Part[];
  finishReason: { unified: "stop" | "tool-calls"; raw: string };
  usage: typeof usage;
  warnings: never[];
}

type StreamPart =
  | { type: "stream-start"; warnings: never[] }
  | { type: "text-start" | "text-end" | "tool-input-end"; id: string }
  | { type: "text-delta" | "tool-input-delta"; id: string; delta: string }
  | { type: "tool-input-start"; id: string; toolName: string }
  | Extract<Part, { type: "tool-call" }>
  | ({ type: "finish" } & Pick<Answered, "finishReason" | "usage">);

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

export interface ScriptedModel {
  readonly model: {
    readonly specificationVersion: "v4";
    readonly provider: string;
    readonly modelId: string;
    readonly supportedUrls: Record<string, RegExp[]>;
    doGenerate(request: ModelRequest): Promise<Answered>;
    doStream(request: ModelRequest): Promise<{ stream: ReadableStream<StreamPart> }>;
  };
  /** What the model was sent, in order. */
  readonly requests: readonly ModelRequest[];
}

interface ModelName {
  readonly provider: string;
  readonly modelId: string;
}

export function scriptModel(
  turns: readonly Turn[],
  name: ModelName = { provider: "scripted", modelId: "scripted" },
): ScriptedModel {
  const requests: ModelRequest[] = [];
  let calls = 0;
  const next = (request: ModelRequest): Answered => {
    request.abortSignal?.throwIfAborted();
    const turn = turns[requests.length];
    if (turn === undefined) throw new Error("The script has come to its end.");
    // As it is now: the SDK may go on with the same messages.
    const { prompt, tools } = request;
    requests.push(structuredClone({ prompt, ...(tools === undefined ? {} : { tools }) }));
    const content: Part[] =
      "say" in turn
        ? [{ type: "text", text: turn.say }]
        : turn.calls.map(({ tool, input }) => ({
            type: "tool-call",
            toolCallId: `call-${++calls}`,
            toolName: tool,
            input: JSON.stringify(input),
          }));
    const unified = "say" in turn ? "stop" : "tool-calls";
    return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
  };
  return {
    model: {
      specificationVersion: "v4",
      ...name,
      supportedUrls: {},
      doGenerate: async (request) => next(request),
      doStream: async (request) => ({ stream: streamOf(next(request)) }),
    },
    requests,
  };
}

function streamOf({ content, finishReason }: Answered): ReadableStream<StreamPart> {
  const parts = content.flatMap((part): StreamPart[] => {
    if (part.type === "text")
      return [
        { type: "text-start", id: "text" },
        { type: "text-delta", id: "text", delta: part.text },
        { type: "text-end", id: "text" },
      ];
    const { toolCallId: id, toolName, input } = part;
    return [
      { type: "tool-input-start", id, toolName },
      { type: "tool-input-delta", id, delta: input },
      { type: "tool-input-end", id },
      part,
    ];
  });
  return ReadableStream.from<StreamPart>([
    { type: "stream-start", warnings: [] },
    ...parts,
    { type: "finish", finishReason, usage },
  ]);
}

/** What the model saw of its calls, and what it was offered. */
export function whatWasSeen(requests: readonly ModelRequest[]): Pick<AgentRun, "results" | "offered"> {
  const results = new Map<string, SeenResult>();
  for (const message of requests.at(-1)?.prompt ?? []) {
    if (message.role !== "tool") continue;
    for (const part of message.content)
      if (part.type === "tool-result") results.set(part.toolCallId, toSeen(part.output));
  }
  const order = (id: string): number => Number(id.slice("call-".length));
  return {
    results: [...results].toSorted(([one], [other]) => order(one) - order(other)).map(([, seen]) => seen),
    offered: (requests[0]?.tools ?? []).flatMap((tool): OfferedTool[] =>
      tool.type === "function"
        ? [{ name: tool.name, description: tool.description ?? "", schema: { ...tool.inputSchema } }]
        : [],
    ),
  };
}

function toSeen(output: ToolOutput): SeenResult {
  switch (output.type) {
    case "text":
      return { text: output.value, images: [], isError: false };
    case "error-text":
      return { text: output.value, images: [], isError: true };
    case "execution-denied":
      return { text: output.reason ?? "", images: [], isError: true };
    case "content": {
      const texts = output.value.flatMap((part) => (part.type === "text" ? [part.text] : []));
      const files = output.value.flatMap((part) => (part.type === "file" ? [part.mediaType] : []));
      const images = files.filter((mediaType) => mediaType.startsWith("image/"));
      return { text: texts.join("\n"), images, isError: false };
    }
    default:
      return { text: JSON.stringify(output.value), images: [], isError: output.type === "error-json" };
  }
}
