// A model that follows a script instead of thinking, in the form that the AI SDK and Mastra take. Yours is a real one.

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * Each turn is a call, or the last words.
 * @param {readonly (string | { tool: string, input: object })[]} turns
 */
export function scriptedModel(turns) {
  let turn = 0;
  const next = async () => {
    const answer = turns[turn++] ?? "";
    const isCall = typeof answer !== "string";
    const reason = isCall ? /** @type {const} */ ("tool-calls") : /** @type {const} */ ("stop");
    return {
      content: [isCall ? callOf(answer, turn) : { type: /** @type {const} */ ("text"), text: answer }],
      finishReason: { unified: reason, raw: reason },
      usage,
      warnings: [],
    };
  };
  return {
    specificationVersion: /** @type {const} */ ("v4"),
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: next,
    doStream: async () => {
      throw new Error("This one answers as a whole; see generate.");
    },
  };
}

/**
 * @param {{ tool: string, input: object }} call
 * @param {number} turn
 */
function callOf({ tool, input }, turn) {
  const type = /** @type {const} */ ("tool-call");
  return { type, toolCallId: `call-${turn}`, toolName: tool, input: JSON.stringify(input) };
}
