// Stands in for the Messages API: a client whose model follows a script instead of thinking.
import Anthropic from "@anthropic-ai/sdk";

/**
 * @typedef {{ say: string } | { call: string, input: Record<string, unknown> }} Step
 * @param {readonly Step[]} steps
 */
export function createScriptedClient(steps) {
  let turn = 0;
  return new Anthropic({
    apiKey: "none",
    fetch: async () => {
      const step = steps[turn++] ?? { say: "The script is over." };
      const block =
        "say" in step
          ? { type: "text", text: step.say }
          : { type: "tool_use", id: `call-${turn}`, name: step.call, input: step.input };
      return Response.json({
        id: `message-${turn}`,
        type: "message",
        role: "assistant",
        model: "scripted",
        content: [block],
        stop_reason: "say" in step ? "end_turn" : "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      });
    },
  });
}
