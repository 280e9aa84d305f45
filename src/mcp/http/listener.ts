/** The socket: takes requests in, has their heads judged, reads their bodies, and hands them to the lane they belong to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentToken } from "./agent-token-file.js";
import { answerRefusal, type Refusal } from "./answers.js";
import type { BodyRoom } from "./body-room.js";
import { isForModernLane } from "./choose-lane.js";
import type { LazyConsole } from "./console-door.js";
import { type FrontRules, judgeHead, notAToken } from "./front.js";
import { type HttpLimits, MAX_HEADER_BYTES } from "./http-limits.js";
import { type HttpCall, holderOf } from "./lanes.js";
import type { ModernLane } from "./modern-lane.js";
import { readBody } from "./read-body.js";
import type { SessionLane } from "./session-lane.js";
import type { WrongGuesses } from "./wrong-guesses.js";

export interface ListenerOptions {
  readonly address: string;
  readonly port: number;
  readonly limits: HttpLimits;
  readonly rulesFor: (port: number) => FrontRules;
  /** Whether an agent's token still counts: a body may take its time. */
  readonly isCurrent: (token: AgentToken) => boolean;
  readonly sessionLane: SessionLane;
  readonly modernLane: ModernLane;
  readonly console: LazyConsole | undefined;
  readonly room: BodyRoom;
  readonly guesses: WrongGuesses;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

const closing: Refusal = {
  status: 503,
  message: "The server is being stopped.",
  headers: ["Connection", "close"],
};
const unexpected: Refusal = { status: 417, message: "Only 100-continue can be expected." };
/** So long running answers get to leave when the server ends. */
const CLOSING_MS = 500;

export async function createListener(options: ListenerOptions): Promise<Listener> {
  const { address, port, limits, rulesFor, guesses } = options;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    // Two of a header are never the one that is served; without a host the refusal is ours to give.
    joinDuplicateHeaders: true,
    requireHostHeader: false,
  });
  server.maxConnections = limits.maxConnections;
  await listen(server, address, port);
  const bound = (server.address() as AddressInfo).port;
  const rules = rulesFor(bound);
  let isClosing = false;

  function handle(
    request: IncomingMessage,
    response: ServerResponse,
    letIn: (enter: () => void) => void = (enter) => enter(),
  ): void {
    const verdict = isClosing ? { refusal: closing } : judgeHead(request, rules);
    if ("agent" in verdict) {
      const call = { request, response, ...verdict };
      letIn(() => void serve(call, options).catch(() => response.destroy()));
      return;
    }
    boundAnonymous(request, response, limits.anonymousMs);
    if ("isForConsole" in verdict) {
      letIn(() => options.console?.handle(request, response));
    } else if ("isWrongToken" in verdict) {
      guesses.answerLate(request, () => answerRefusal(response, verdict.refusal));
    } else {
      answerRefusal(response, verdict.refusal);
    }
  }

  server.on("request", (request: IncomingMessage, response: ServerResponse) => handle(request, response));
  // A client that asks before it sends its body hears first whether it may.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
    handle(request, response, (enter) => {
      response.writeContinue();
      enter();
    }),
  );
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    handle(request, response, () => answerRefusal(response, unexpected)),
  );
  return {
    port: bound,
    close: () => {
      isClosing = true;
      return closeServer(server);
    },
  };
}

/**
 * Closes the connection of a client that has not shown the token if it sends a body slowly, or sends no further request.
 * The console judges its own clients, which are all on this machine.
 */
function boundAnonymous(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { socket, headers } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody) setTimeout(() => request.complete || socket.destroy(), ms).unref();
  // Shorter than what the server allows between requests, which is for those with the token.
  response.once("finish", () => socket.setTimeout(ms));
}

async function serve(
  call: HttpCall,
  { sessionLane, modernLane, room, isCurrent }: ListenerOptions,
): Promise<void> {
  const { request, response, token } = call;
  if (request.method === "GET") {
    sessionLane.listen(call);
    return;
  }
  if (request.method === "DELETE") {
    sessionLane.end(call);
    return;
  }
  const holder = { token: holderOf(call), session: sessionLane.findId(call) };
  const body = await readBody(request, { room, holder });
  if (body === undefined) return;
  if (token !== undefined && !isCurrent(token)) answerRefusal(response, notAToken);
  else if ("refusal" in body) answerRefusal(response, body.refusal);
  else if (isForModernLane(request.headers, body.value)) await modernLane.post(call, body.value);
  else await sessionLane.post(call, body.value);
}

function listen(server: Server, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(describeFailure(error, address, port), { cause: error })),
    );
    server.listen({ host: address, port, exclusive: true }, resolve);
  });
}

function describeFailure({ code }: NodeJS.ErrnoException, address: string, port: number): string {
  const place = `port ${port} of ${address}`;
  if (code === "EADDRINUSE")
    return `${place} is in use. Choose another with --port, or any that is free with --port 0.`;
  if (code === "EACCES") return `${place} may not be used by this user. Choose one above 1023 with --port.`;
  return `can't listen on ${place} (${code ?? "unknown reason"}).`;
}

/** Takes no more connections, lets answers leave for a moment, and then closes what is left. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS).unref();
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
