/**
 * Who may come in. Everything here goes by the head of a request alone: nothing of a body is read for anyone whose host,
 * origin or token is not the right one. Names are compared letter by letter with those that are served, never by how they
 * begin or end, and no answer ever has a CORS header: no page but the console's own has any business here, and that one is
 * of this very origin.
 */
import type { IncomingMessage } from "node:http";
import { MAX_MESSAGE_BYTES } from "../limits.js";
import type { AgentToken } from "./agent-token-file.js";
import type { Refusal } from "./answers.js";

export interface FrontRules {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  /** The server's own token. */
  readonly isToken: (given: string) => boolean;
  /** One that was made for a single agent. */
  readonly findAgentToken: (given: string) => AgentToken | undefined;
  /** The hosts under which there is a console; none where there is none. */
  readonly consoleHosts: ReadonlySet<string>;
}

export type Verdict =
  /** Let in, under the agent's name in the path; empty when it has none. `token`: its own, if it came with one. */
  | { readonly agent: string; readonly token: AgentToken | undefined }
  /** The console's to judge further. */
  | { readonly isForConsole: true }
  | { readonly refusal: Refusal; readonly isWrongToken?: boolean };

export type Head = Pick<IncomingMessage, "headers" | "method" | "url">;

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE"]);
const ALLOW = ["Allow", "GET, POST, DELETE"] as const;
/** What belongs to the protocol, whether there is something or not. */
const PROTOCOL = /^\/mcp(?:[/?]|$)/;
const ROUTE = /^\/mcp(?:\/([A-Za-z0-9._-]{1,64}))?(?:\?|$)/;
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

export function judgeHead({ headers, method = "", url = "" }: Head, rules: FrontRules): Verdict {
  if (!rules.hosts.has(headers.host ?? "")) return refuse(403, "This host name is not served here.");
  if (headers.origin !== undefined && !rules.origins.has(headers.origin))
    return refuse(403, "Requests from this origin are not served.");
  if (/websocket/i.test(headers.upgrade ?? "")) return refuse(403, "There are no WebSockets here.");
  if (!PROTOCOL.test(url))
    return rules.consoleHosts.has(headers.host ?? "")
      ? { isForConsole: true }
      : refuse(
          404,
          "There is nothing here. Clients use /mcp or /mcp/<agent>; a console is for this machine alone.",
        );
  if (!METHODS.has(method)) return refuse(405, "Method not allowed.", ALLOW);
  const given = BEARER.exec(headers.authorization ?? "")?.[1];
  if (given === undefined)
    return refuse(
      401,
      "A bearer token is needed. It is in the token file that the server named at its start.",
      ["WWW-Authenticate", 'Bearer realm="filewright"'],
    );
  const isOwn = rules.isToken(given);
  const token = isOwn ? undefined : rules.findAgentToken(given);
  if (!isOwn && token === undefined) return { refusal: notAToken, isWrongToken: true };
  const route = ROUTE.exec(url);
  if (route === null) return refuse(404, "There is nothing here. The address ends in /mcp or /mcp/<agent>.");
  if (method === "POST") {
    if (!JSON_TYPE.test(headers["content-type"] ?? ""))
      return refuse(415, "Unsupported Media Type: Content-Type must be application/json.");
    if (Number(headers["content-length"] ?? 0) > MAX_MESSAGE_BYTES)
      return { refusal: tooLarge(MAX_MESSAGE_BYTES) };
  }
  return { agent: route[1] ?? "", token };
}

/** The same for a token that was guessed and one that was revoked. */
export const notAToken: Refusal = {
  status: 401,
  message: "This token is not valid. It may have been revoked.",
  headers: ["WWW-Authenticate", 'Bearer realm="filewright", error="invalid_token"'],
};

export function tooLarge(maxBytes: number): Refusal {
  return { status: 413, message: `Payload Too Large: a message has at most ${maxBytes} bytes.` };
}

function refuse(
  status: number,
  message: string,
  headers: readonly string[] = [],
): { readonly refusal: Refusal } {
  return { refusal: { status, message, headers } };
}
