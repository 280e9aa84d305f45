/**
 * The revision without sessions: every request says by itself who calls and what the client can do. What the caller has
 * read is kept by principal. One principal may be several conversations, so that nothing is left out here because it was
 * shown before; and a caller can prove which version of a file it means.
 */
import { CLIENT_INFO_META_KEY, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { ServerParts } from "../conversation.js";
import { nameClient } from "../introductions.js";
import { MAX_MESSAGE_BYTES } from "../limits.js";
import { answerJson } from "./answers.js";
import type { Conversations } from "./conversations.js";
import type { HttpCall, Serving } from "./lanes.js";
import { answerLook, findLook } from "./modern-looks.js";
import { sendWebResponse, toWebRequest } from "./web-bridge.js";

export class ModernLane {
  readonly #serving: Serving;
  readonly #conversations: Conversations;
  readonly #handler: McpHttpHandler;

  constructor(serving: Serving, conversations: Conversations) {
    this.#serving = serving;
    this.#conversations = conversations;
    this.#handler = createMcpHandler(
      ({ authInfo }) =>
        serving.createServer(this.#partsFor(authInfo?.clientId ?? "", authInfo?.extra?.["name"])),
      { legacy: "reject", maxRequestBodySize: MAX_MESSAGE_BYTES, keepAliveMs: serving.heartbeatMs },
    );
  }

  /** Closing the connection cancels the call. */
  async post({ request, response, agent }: HttpCall, body: unknown): Promise<void> {
    let stopping = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) stopping.abort();
    });
    const client = findClient(body);
    const principal = this.#serving.namePrincipal(agent, client?.name);
    const name = nameClient(client, agent);
    const look = findLook(request.headers, body);
    const seen =
      look === undefined ? undefined : await answerLook(look, this.#partsFor(principal, name), stopping);
    if (seen !== undefined) {
      answerJson(response, JSON.stringify(seen));
      return;
    }
    if (response.destroyed) return;
    stopping = new AbortController();
    const answer = await this.#handler.fetch(toWebRequest(request, stopping.signal), {
      parsedBody: body,
      authInfo: { token: "", clientId: principal, scopes: [], extra: { name } },
    });
    await sendWebResponse(answer, response);
  }

  #partsFor(principal: string, name: unknown): ServerParts {
    return this.#serving.partsFor({
      principal,
      name: typeof name === "string" ? name : "",
      openToolkit: (open) => this.#conversations.getToolkit(principal, open),
      dedup: false,
      showsVersions: true,
    });
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

type ClientInfo = { readonly name?: unknown } | null | undefined;

interface Enveloped {
  readonly params?: { readonly _meta?: Readonly<Record<string, ClientInfo>> | null };
}

function findClient(body: unknown): ClientInfo {
  return (body as Enveloped | null)?.params?._meta?.[CLIENT_INFO_META_KEY];
}
