/** LangChain's own fake model, following a script, and what it was really sent. */
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type FakeBuiltModel, fakeModel } from "@langchain/core/testing";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { OfferedTool, ScriptedCall, SeenResult, Turn } from "./agents.js";

export interface ScriptedModel {
  readonly model: FakeBuiltModel;
  /** The tools, past the conversion that models of real providers make. */
  readonly offered: readonly OfferedTool[];
  /** The conversation, as the model was last sent it. */
  readonly sent: () => readonly BaseMessage[];
  /** What it was sent for its calls, in their order. */
  readonly results: () => readonly SeenResult[];
  /** Its last words, once they are spoken. */
  readonly said: () => string;
}

/** A turn, or a message as a provider's package would make it. */
export function scriptModel(turns: readonly (Turn | AIMessage)[]): ScriptedModel {
  const model = fakeModel();
  const offered: OfferedTool[] = [];
  const messages = writeMessages(turns);
  for (const message of messages) model.respond(message);
  const bindTools = model.bindTools.bind(model);
  // The fake model takes tools as they are; this is how others convert them.
  model.bindTools = (tools) => {
    offered.splice(0, offered.length, ...tools.map(toOffered));
    return bindTools(tools);
  };
  const sent = (): readonly BaseMessage[] => model.calls.at(-1)?.messages ?? [];
  const ids = messages.flatMap((message) => (message.tool_calls ?? []).map(({ id }) => id));
  return {
    model,
    offered,
    sent,
    results: () => {
      const answers = sent().filter((each) => ToolMessage.isInstance(each));
      return ids.flatMap((id) => answers.filter((each) => each.tool_call_id === id).map(toSeen));
    },
    said: () => messages[model.callCount - 1]?.text ?? "",
  };
}

function writeMessages(turns: readonly (Turn | AIMessage)[]): readonly AIMessage[] {
  let made = 0;
  const toCall = ({ tool, input }: ScriptedCall) => ({
    name: tool,
    args: { ...input },
    id: `call-${++made}`,
  });
  return turns.map((turn) => {
    if (AIMessage.isInstance(turn)) return turn;
    if ("say" in turn) return new AIMessage(turn.say);
    return new AIMessage({ content: "", tool_calls: turn.calls.map(toCall) });
  });
}

function toOffered(tool: Parameters<typeof convertToOpenAITool>[0]): OfferedTool {
  const { name, description = "", parameters } = convertToOpenAITool(tool).function;
  return { name, description, schema: { ...parameters } };
}

export function toSeen({ contentBlocks, status }: ToolMessage): SeenResult {
  const texts = contentBlocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const images = contentBlocks.flatMap((block) => (block.type === "image" ? [`${block.mimeType}`] : []));
  return { text: texts.join("\n"), images, isError: status === "error" };
}
