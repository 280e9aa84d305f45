/**
 * A model's message with something else in it. Messages of a conversation are replaced, never changed: others hold them.
 * Providers' packages keep a call in several places of a message and send any of them back, so an edited call is put in all.
 */
import { AIMessage, type ToolCall } from "@langchain/core/messages";

type Revision = Partial<Pick<AIMessage, "content" | "tool_calls" | "response_metadata">>;

export function reviseMessage(message: AIMessage, revision: Revision): AIMessage {
  const { content, tool_calls, invalid_tool_calls, additional_kwargs, response_metadata } = message;
  const { usage_metadata, id, name } = message;
  return new AIMessage({
    content,
    additional_kwargs,
    response_metadata,
    ...(tool_calls === undefined ? {} : { tool_calls }),
    ...(invalid_tool_calls === undefined ? {} : { invalid_tool_calls }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...revision,
  });
}

/** The message as if the model had made these calls in the place of those with their ids. */
export function withEditedCalls(message: AIMessage, edited: ReadonlyMap<string, ToolCall>): AIMessage {
  const { content, tool_calls = [], response_metadata } = message;
  const replaced = tool_calls.map((call) => edited.get(call.id ?? "") ?? call);
  const output: unknown = response_metadata["output"];
  return reviseMessage(message, {
    tool_calls: replaced,
    content: typeof content === "string" ? content : editBlocks(content, edited),
    response_metadata: Array.isArray(output)
      ? { ...response_metadata, output: output.map((item: unknown) => editItem(item, edited)) }
      : response_metadata,
  });
}

type Blocks = Exclude<AIMessage["content"], string>;

/** Blocks as standard content has them, and as Anthropic's package does: those of a streamed call are followed by its pieces. */
function editBlocks(blocks: Blocks, edited: ReadonlyMap<string, ToolCall>): Blocks {
  const streamed = new Set<unknown>();
  for (const { type, id, index } of blocks)
    if (type === "tool_use" && index !== undefined && edited.has(id ?? "")) streamed.add(index);
  return blocks.flatMap((block) => {
    if (block.type === "input_json_delta" && streamed.has(block["index"])) return [];
    const call = edited.get(block.id ?? "");
    if (call === undefined) return [block];
    if (block.type === "tool_use") return [{ ...block, name: call.name, input: call.args }];
    if (block.type === "tool_call") return [{ ...block, name: call.name, args: call.args }];
    return [block];
  });
}

/** An item of OpenAI's Responses API, which its package sends back as it came. */
function editItem(item: unknown, edited: ReadonlyMap<string, ToolCall>): unknown {
  if (typeof item !== "object" || item === null || !("call_id" in item)) return item;
  const call = typeof item.call_id === "string" ? edited.get(item.call_id) : undefined;
  return call === undefined ? item : { ...item, name: call.name, arguments: JSON.stringify(call.args) };
}
