/** The Messages API as a client meets it over `fetch`, answered by a script: whole replies, or streams of events. */
import type Anthropic from "@anthropic-ai/sdk";
import type { OfferedTool, SeenResult, Turn } from "./agents.js";

type Request = Anthropic.Beta.MessageCreateParams;
type ResultBlock = Anthropic.Beta.BetaToolResultBlockParam;

export interface ScriptedApi {
  readonly fetch: typeof fetch;
  /** The requests that came, in order. */
  readonly requests: readonly Request[];
  /** What the model was sent for each of its calls, in their order. */
  results(): readonly ResultBlock[];
  seen(): readonly SeenResult[];
  offered(): readonly OfferedTool[];
}

export function createScriptedApi(turns: readonly Turn[]): ScriptedApi {
  const requests: Request[] = [];
  const blocksOf = numberCalls(turns);
  const answer = async (_: unknown, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    if (typeof init?.body !== "string") throw new TypeError("A request to the Messages API has a body.");
    const request = JSON.parse(init.body) as Request;
    requests.push(request);
    const content = blocksOf[requests.length - 1] ?? [{ type: "text", text: "The script is over." }];
    const message = toMessage(content, `msg_${requests.length}`);
    return request.stream === true ? streamOf(message) : Response.json(message);
  };
  // A thread sends each result once, a history without one again and again.
  const results = (): readonly ResultBlock[] => {
    const byId = new Map<string, ResultBlock>();
    for (const { messages } of requests) {
      for (const { content = [] } of messages) {
        if (typeof content === "string") continue;
        for (const block of content) if (block.type === "tool_result") byId.set(block.tool_use_id, block);
      }
    }
    return [...byId.values()];
  };
  return {
    fetch: answer,
    requests,
    results,
    seen: () => results().map(toSeen),
    offered: () => (requests[0]?.tools ?? []).map(toOffered),
  };
}

interface TextContent {
  readonly type: "text";
  readonly text: string;
}

interface CallContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Content = readonly (TextContent | CallContent)[];

function numberCalls(turns: readonly Turn[]): readonly Content[] {
  let made = 0;
  return turns.map((turn): Content => {
    if ("say" in turn) return [{ type: "text", text: turn.say }];
    return turn.calls.map(({ tool, input }) => ({
      type: "tool_use",
      id: `call-${++made}`,
      name: tool,
      input,
    }));
  });
}

function toMessage(content: Content, id: string) {
  const isCalling = content.some(({ type }) => type === "tool_use");
  return {
    id,
    type: "message",
    role: "assistant",
    model: "scripted",
    content,
    stop_reason: isCalling ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  } as const;
}

/** The same reply in events, inputs in pieces of a few letters as they come from a model. */
function streamOf(message: ReturnType<typeof toMessage>): Response {
  const { stop_reason, stop_sequence, usage } = message;
  const blocks = message.content.flatMap((block, index) => {
    const isCall = block.type === "tool_use";
    const text = isCall ? JSON.stringify(block.input) : block.text;
    const pieces = text.match(/[^]{1,7}/gu) ?? [];
    const empty = isCall ? { ...block, input: {} } : { ...block, text: "" };
    return [
      { type: "content_block_start", index, content_block: empty },
      ...pieces.map((piece) => ({
        type: "content_block_delta",
        index,
        delta: isCall
          ? { type: "input_json_delta", partial_json: piece }
          : { type: "text_delta", text: piece },
      })),
      { type: "content_block_stop", index },
    ];
  });
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
  const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

function toSeen({ content = [], is_error }: ResultBlock): SeenResult {
  const blocks = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const images = blocks.flatMap((block) =>
    block.type === "image" && block.source.type === "base64" ? [block.source.media_type] : [],
  );
  return { text: texts.join("\n"), images, isError: is_error ?? false };
}

function toOffered(tool: Anthropic.Beta.BetaToolUnion): OfferedTool {
  if (!("input_schema" in tool)) throw new TypeError(`A tool of type ${tool.type} has no schema of its own.`);
  return { name: tool.name, description: tool.description ?? "", schema: { ...tool.input_schema } };
}
