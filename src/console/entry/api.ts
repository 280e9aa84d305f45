/** Who may use the API: a page of this very origin with the cookie and the key of one login; and, for a link, who has the token. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../../mcp/http/read-body.js";
import { KEY_HEADER } from "../contract.js";
import { answerFailure, answerJson } from "./answers.js";
import { renderCookie } from "./cookies.js";
import { type EntryParts, placeOf } from "./entry-parts.js";
import { judgeApiRequest, judgeProgramRequest, MAX_BODY_BYTES, refuse } from "./judge.js";
import type { Login } from "./logins.js";

/** A request to the API that may go on. */
export interface Admitted {
  readonly method: "GET" | "POST";
  /** Without the query, as it was sent. */
  readonly path: string;
  /** What a POST has brought; the request has been read to its end. */
  readonly body: unknown;
  /** Aborted when the login ends: whatever goes on under it ends too. */
  readonly signal: AbortSignal;
}

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const signedOut = refuse(
  401,
  "This browser is not signed in.",
  "Run `filewright console` where the server runs, and open the link that it prints.",
);
const notTheToken = refuse(401, "This is not the token.");

export async function admitToApi(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  parts: EntryParts,
): Promise<Admitted | undefined> {
  const refusal = judgeApiRequest(request);
  const login = findOwner(request, parts);
  if (refusal !== undefined || login === undefined) {
    answerFailure(response, refusal ?? signedOut);
    return undefined;
  }
  const method = request.method === "POST" ? "POST" : "GET";
  const body =
    method === "GET" ? { value: undefined } : await readBody(request, placeOf(parts), MAX_BODY_BYTES);
  if (body === undefined) return undefined;
  if ("refusal" in body) {
    const { status, message } = body.refusal;
    answerFailure(response, refuse(status, message));
    return undefined;
  }
  // A body takes its time, and the login may have ended meanwhile.
  if (login.signal.aborted) {
    answerFailure(response, signedOut);
    return undefined;
  }
  if (path === "/api/leave" && method === "POST") {
    leave(login, response, parts);
    return undefined;
  }
  return { method, path, body: body.value, signal: login.signal };
}

/** The login that both belong to, the cookie and the key. */
function findOwner(request: IncomingMessage, { findLogin }: EntryParts): Login | undefined {
  const key = request.headers[KEY_HEADER];
  const login = findLogin(request);
  return login?.isKey(typeof key === "string" ? key : "") === true ? login : undefined;
}

function leave(login: Login, response: ServerResponse, { logins, cookieName }: EntryParts): void {
  logins.end(login);
  response.setHeader("Set-Cookie", renderCookie(cookieName, "", 0));
  answerJson(response, {});
}

/** A new link for a program of this user, which can read the token. */
export async function answerProgram(
  request: IncomingMessage,
  response: ServerResponse,
  parts: EntryParts,
): Promise<undefined> {
  const { isToken, guesses, createLink } = parts;
  const refusal = judgeProgramRequest(request);
  if (refusal !== undefined) {
    answerFailure(response, refusal);
    return undefined;
  }
  const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || !isToken(token)) {
    guesses.answerLate(request, () => answerFailure(response, notTheToken));
    return undefined;
  }
  if ((await readBody(request, placeOf(parts), MAX_BODY_BYTES)) !== undefined)
    answerJson(response, { url: createLink() });
  return undefined;
}
