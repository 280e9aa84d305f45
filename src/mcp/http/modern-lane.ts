/**
 * The revision without sessions: every request says by itself who calls and what the client can do. What the caller has
 * read is kept by principal. One principal may be several conversations, so that nothing is left out here because it was
 * shown before; and a caller can prove which version of a file it means.
 */
import { CLIENT_INFO_META_KEY, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { ServerParts } from "../conversation.js";
import { nameClient } from "../introductions.js";
import { MAX_MESSAGE_BYTES } from "../limits.js";
import type { AgentToken } from "./agent-token-file.js";
import { answerJson, answerRefusal } from "./answers.js";
import type { Conversations } from "./conversations.js";
import { type HttpCall, holderOf, nameAgent, type Serving, tooManyCalls } from "./lanes.js";
import { answerLook, findLook } from "./modern-looks.js";
import { sendWebResponse, toWebRequest } from "./web-bridge.js";

export class ModernLane {
  readonly #serving: Serving;
  readonly #conversations: Conversations;
  readonly #handler: McpHttpHandler;
  /** Requests under way, by token and by token and name in the path: what a client calls itself does not count. */
  readonly #calls = new Map<string, number>();

  constructor(serving: Serving, conversations: Conversations) {
    this.#serving = serving;
    this.#conversations = conversations;
    this.#handler = createMcpHandler(
      ({ authInfo }) =>
        serving.createServer(this.#partsFor(authInfo?.extra?.["conversation"] as ModernConversation)),
      { legacy: "reject", maxRequestBodySize: MAX_MESSAGE_BYTES, keepAliveMs: serving.heartbeatMs },
    );
  }

  async post(call: HttpCall, body: unknown): Promise<void> {
    const client = findClient(body);
    const principal = this.#serving.namePrincipal(call, client?.name);
    const holder = holderOf(call);
    const { maxCallsPerSession, maxCallsPerToken } = this.#serving;
    const bounds = new Map([
      [JSON.stringify([holder, call.agent]), maxCallsPerSession],
      [holder, maxCallsPerToken],
    ]);
    if ([...bounds].some(([key, max]) => (this.#calls.get(key) ?? 0) >= max)) {
      answerRefusal(call.response, tooManyCalls);
      return;
    }
    for (const key of bounds.keys()) this.#count(key, 1);
    try {
      await this.#serve(call, body, {
        principal,
        token: call.token,
        name: nameClient(client, nameAgent(call)),
      });
    } finally {
      for (const key of bounds.keys()) this.#count(key, -1);
    }
  }

  #count(key: string, change: number): void {
    const calls = (this.#calls.get(key) ?? 0) + change;
    if (calls === 0) this.#calls.delete(key);
    else this.#calls.set(key, calls);
  }

  /** Closing the connection cancels the call. */
  async #serve(
    { request, response }: HttpCall,
    body: unknown,
    conversation: ModernConversation,
  ): Promise<void> {
    let stopping = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) stopping.abort();
    });
    const look = findLook(request.headers, body);
    const seen =
      look === undefined ? undefined : await answerLook(look, this.#partsFor(conversation), stopping);
    if (seen !== undefined) {
      answerJson(response, JSON.stringify(seen));
      return;
    }
    if (response.destroyed) return;
    stopping = new AbortController();
    const answer = await this.#handler.fetch(toWebRequest(request, stopping.signal), {
      parsedBody: body,
      authInfo: { token: "", clientId: conversation.principal, scopes: [], extra: { conversation } },
    });
    await sendWebResponse(answer, response);
  }

  #partsFor(conversation: ModernConversation): ServerParts {
    const { principal, token } = conversation;
    return this.#serving.partsFor({
      ...conversation,
      openToolkit: (open) => this.#conversations.getToolkit(principal, token, open),
      dedup: false,
      showsVersions: true,
    });
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

interface ModernConversation {
  readonly principal: string;
  readonly name: string;
  readonly token: AgentToken | undefined;
}

type ClientInfo = { readonly name?: unknown } | null | undefined;

interface Enveloped {
  readonly params?: { readonly _meta?: Readonly<Record<string, ClientInfo>> | null };
}

function findClient(body: unknown): ClientInfo {
  return (body as Enveloped | null)?.params?._meta?.[CLIENT_INFO_META_KEY];
}
