/** The protocol's older revisions: a client opens a session, names it in every request and ends it when it is done. */
import type { IncomingMessage } from "node:http";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { nameClient } from "../introductions.js";
import { answerEmpty, answerRefusal, INVALID_REQUEST, type Refusal } from "./answers.js";
import { type Caller, type HttpCall, nameAgent, type Serving, tooManyCalls } from "./lanes.js";
import type { HttpSession, Sessions } from "./sessions.js";
import { takeShortWay } from "./short-way.js";

const MAX_BATCH = 100;

export class SessionLane {
  readonly #serving: Serving;
  readonly #sessions: Sessions;

  constructor(serving: Serving, sessions: Sessions) {
    this.#serving = serving;
    this.#sessions = sessions;
  }

  async post(call: HttpCall, body: unknown): Promise<void> {
    const refusal = await this.#post(call, body);
    if (refusal !== undefined) answerRefusal(call.response, refusal);
  }

  /** The stream for what the server has to say unasked, or the rest of one that was lost. */
  listen(call: HttpCall): void {
    const { request, response } = call;
    const found = this.#findSession(request, call);
    if ("status" in found) {
      answerRefusal(response, found);
      return;
    }
    if (!accepts(request, "text/event-stream")) {
      answerRefusal(response, notAcceptable("text/event-stream"));
      return;
    }
    const lastEventId = request.headers["last-event-id"];
    if (typeof lastEventId === "string") {
      const isKnown = found.transport.resume(lastEventId, response);
      if (!isKnown) answerRefusal(response, { status: 400, message: "There is nothing to go on from." });
      return;
    }
    if (!found.transport.listen(response))
      answerRefusal(response, { status: 409, message: "Conflict: this session has such a stream already." });
  }

  end(call: HttpCall): void {
    const { request, response } = call;
    const found = this.#findSession(request, call);
    if ("status" in found) {
      answerRefusal(response, found);
      return;
    }
    this.#sessions.end(found);
    answerEmpty(response, 200);
  }

  /** The id that a request names, if it is that of a session of the same caller. */
  findId(call: HttpCall): string | undefined {
    const id = call.request.headers["mcp-session-id"];
    return typeof id === "string" && this.#sessions.has(id, call) ? id : undefined;
  }

  async #post(call: HttpCall, body: unknown): Promise<Refusal | undefined> {
    const { request, response } = call;
    if (!accepts(request, "application/json") || !accepts(request, "text/event-stream"))
      return notAcceptable("application/json and text/event-stream");
    const messages = findMessages(body);
    if (messages === undefined) return invalid("the body is not a JSON-RPC message");
    const isBatch = Array.isArray(body);
    const isOpening = messages.some((message) => "method" in message && message.method === "initialize");
    if (isOpening && isBatch) return invalid("initialize has to come alone");
    const hasSession = request.headers["mcp-session-id"] !== undefined;
    const found =
      isOpening && !hasSession
        ? await this.#openSession(call, messages[0])
        : this.#findSession(request, call);
    if ("status" in found) return found;
    if (isOpening && hasSession) return invalid("this session is initialized already");
    const { transport } = found;
    const requests = messages.filter((message) => isJSONRPCRequest(message));
    const ids = new Set(requests.map(({ id }) => id));
    if (ids.size < requests.length || requests.some(({ id }) => transport.isOpen(id)))
      return invalid("a request with this id is being answered");
    const { maxCallsPerSession, maxCallsPerToken } = this.#serving;
    const isTooMuch =
      transport.calls + requests.length > maxCallsPerSession ||
      this.#sessions.countCalls(call) + requests.length > maxCallsPerToken;
    if (isTooMuch) return tooManyCalls;
    if (requests.length > 0) {
      transport.exchange(messages, response, { isBatch });
      return undefined;
    }
    transport.accept(messages);
    answerEmpty(response, 202);
    return undefined;
  }

  async #openSession(caller: Caller, opening: JSONRPCMessage | undefined): Promise<HttpSession | Refusal> {
    const session = this.#sessions.open(caller);
    if (session === undefined)
      return { status: 503, message: "Too many sessions.", headers: ["Retry-After", "5"] };
    const { namePrincipal, partsFor, createServer } = this.#serving;
    const client = findClient(opening);
    const parts = partsFor({
      token: caller.token,
      principal: namePrincipal(caller, client?.name),
      name: nameClient(client, nameAgent(caller)),
      openToolkit: (open) => (session.toolkit ??= open()),
    });
    const server = createServer(parts);
    takeShortWay(session, server, parts);
    await server.connect(session.transport);
    return session;
  }

  #findSession(request: IncomingMessage, caller: Caller): HttpSession | Refusal {
    const id = request.headers["mcp-session-id"];
    if (typeof id !== "string")
      return { status: 400, message: "Bad Request: the Mcp-Session-Id header is required." };
    const session = this.#sessions.find(id, caller);
    if (session === undefined) return { status: 404, code: -32001, message: "Session not found." };
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version as string))
      return { status: 400, message: "Bad Request: this session has another protocol version." };
    return session;
  }
}

function findMessages(body: unknown): readonly JSONRPCMessage[] | undefined {
  const given: readonly unknown[] = Array.isArray(body) ? body : [body];
  const isFit = given.length > 0 && given.length <= MAX_BATCH && given.every(isMessage);
  return isFit ? (given as readonly JSONRPCMessage[]) : undefined;
}

function isMessage(value: unknown): boolean {
  return (
    isJSONRPCRequest(value) ||
    isJSONRPCNotification(value) ||
    isJSONRPCResultResponse(value) ||
    isJSONRPCErrorResponse(value)
  );
}

function findClient(opening: JSONRPCMessage | undefined): { readonly name?: unknown } | null | undefined {
  if (opening === undefined || !("params" in opening)) return undefined;
  return opening.params?.["clientInfo"] as { readonly name?: unknown } | null | undefined;
}

function accepts({ headers }: IncomingMessage, type: string): boolean {
  const accept = headers.accept ?? "";
  return accept.includes(type) || accept.includes("*/*");
}

function notAcceptable(types: string): Refusal {
  return { status: 406, message: `Not Acceptable: the client must accept ${types}.` };
}

function invalid(problem: string): Refusal {
  return { status: 400, code: INVALID_REQUEST, message: `Invalid Request: ${problem}.` };
}
