// Plays the model for programs that talk to the Messages API over HTTP, such as the one that the Claude Agent SDK starts:
// a server on this machine alone that streams the next answer of a script, whatever it is sent.
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";

/**
 * One answer: calls, made all at once, or words. The ids of calls are call-1, call-2, …
 * @typedef {{ calls: readonly { tool: string, input: unknown }[] } | { say: string }} Answer
 *
 * What the server was sent, as far as a reader may want it.
 * @typedef {{ tools: { name: string, description: string, input_schema: Record<string, unknown> }[],
 *   messages: { role: string, content: string | SentBlock[] }[] }} ModelRequest
 * @typedef {{ type: string, text?: string, tool_use_id?: string, is_error?: boolean, content?: string | SentBlock[],
 *   source?: { media_type: string } }} SentBlock
 */

/** @param {readonly Answer[]} answers */
export async function startScriptedClaude(answers) {
  const left = [...answers];
  /** @type {ModelRequest[]} */
  const requests = [];
  let made = 0;

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   */
  async function respond(request, response) {
    const body = await readAll(request);
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages?")) {
      response.writeHead(404).end();
      return;
    }
    requests.push(JSON.parse(body));
    const answer = left.shift() ?? { say: "The script is at its end." };
    const blocks =
      "say" in answer
        ? [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text: answer.say } }]
        : answer.calls.map(({ tool, input }) => ({
            start: { type: "tool_use", id: `call-${++made}`, name: tool, input: {} },
            delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
          }));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end([...streamOf(blocks, `msg-${requests.length}`)].join(""));
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((cause) => response.destroy(cause));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  return {
    requests,
    /**
     * The whole environment of a program that is to talk to this server and to nobody else, with `home` for its own files.
     * @param {string} home
     * @returns {Record<string, string | undefined>}
     */
    environment: (home) => ({
      PATH: process.env["PATH"],
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, "claude"),
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${address.port}`,
      ANTHROPIC_API_KEY: "none-is-needed",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
    }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** @param {AsyncIterable<Buffer>} stream */
async function readAll(stream) {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * @param {readonly { start: { type: string }, delta: object }[]} blocks
 * @param {string} id
 */
function* streamOf(blocks, id) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id, type: "message", role: "assistant", model: "scripted", content: [], usage };
  yield event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } });
  for (const [index, { start, delta }] of blocks.entries()) {
    yield event("content_block_start", { index, content_block: start });
    yield event("content_block_delta", { index, delta });
    yield event("content_block_stop", { index });
  }
  const stop_reason = blocks.some(({ start }) => start.type === "tool_use") ? "tool_use" : "end_turn";
  yield event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage });
  yield event("message_stop", {});
}

/**
 * @param {string} type
 * @param {object} data
 */
function event(type, data) {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
