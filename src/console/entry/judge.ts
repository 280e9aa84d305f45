/**
 * What a request of a browser has to be like, by its head alone. The hosts and origins that are served at all were looked at
 * before (`mcp/http/front.ts`); here it has to be this very origin. Browsers say by `Sec-Fetch-…` who is behind a request, in
 * headers that no page can set; who does not send them is no browser, or an old one, and is judged by the rest.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Refusal } from "./answers.js";

/** Enough for every hunk of a large change, written anew. */
export const MAX_BODY_BYTES: number = 16 * 1024 * 1024;

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

export interface Head {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Why a request to the API is not taken, before it is asked whose it is. */
export function judgeApiRequest({ method = "", headers }: Head): Refusal | undefined {
  if (method !== "GET" && method !== "POST") return refuse(405, "There is only GET and POST here.");
  if (!isOfOwnPage(headers)) return notOurs;
  if (method === "GET") return undefined;
  if (headers.origin === undefined) return notOurs;
  return judgeJson(headers);
}

/** The same for a program that brings the token: no page of a browser, not even our own, has it. */
export function judgeProgramRequest({ method = "", headers }: Head): Refusal | undefined {
  if (method !== "POST") return refuse(405, "There is only POST here.");
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined) return notOurs;
  return judgeJson(headers);
}

/** The form with the token; its page is ours. */
export function judgeForm({ headers }: Head): Refusal | undefined {
  if (headers.origin === undefined || !isOfOwnPage(headers)) return notOurs;
  return FORM_TYPE.test(headers["content-type"] ?? "") ? undefined : refuse(415, "This takes a form.");
}

/** From a page of this very origin, as far as the browser tells. */
function isOfOwnPage({ origin, host, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  return (
    (origin === undefined || origin === `http://${host}`) && (site === undefined || site === "same-origin")
  );
}

/** Typed, or opened by a program that is no browser; or from our own page. */
export function isCalledByUser({ "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  return site === undefined || site === "none" || site === "same-origin";
}

/** A link to us somewhere, that a person has followed: shown in a window of its own, and closed to the page it came from. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** Fetched on suspicion that somebody may open it. */
export function isGuessOfBrowser({ "sec-purpose": purpose, purpose: older }: IncomingHttpHeaders): boolean {
  return /prefetch|preview/i.test(`${String(purpose)} ${String(older)}`);
}

function judgeJson(headers: IncomingHttpHeaders): Refusal | undefined {
  if (!JSON_TYPE.test(headers["content-type"] ?? "")) return refuse(415, "This takes application/json.");
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES)
    return refuse(413, `A message has at most ${MAX_BODY_BYTES} bytes.`);
  return undefined;
}

export function refuse(status: number, message: string, hint?: string): Refusal {
  return { status, error: hint === undefined ? { message } : { message, hint } };
}

const notOurs: Refusal = refuse(403, "This request does not come from the console's own page.");
