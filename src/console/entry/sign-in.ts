/** The two ways in: a link that works once, and the token. Both give the browser a cookie and its page a key. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes } from "../../mcp/http/read-body.js";
import { answerPage, answerRedirect } from "./answers.js";
import { renderCookie } from "./cookies.js";
import { type EntryParts, placeOf } from "./entry-parts.js";
import { isCalledByUser, isGuessOfBrowser, isNavigation, judgeForm } from "./judge.js";
import { LOGIN_LIFETIME_MS } from "./logins.js";
import { type Notice, renderNotOurs, renderSignIn, renderWayOn } from "./pages.js";

const MAX_FORM_BYTES = 8 * 1024;

/** A link may be followed from anywhere, because terminals are shown in pages too; it is opened, never loaded by a page. */
export function signInByLink(
  code: string,
  request: IncomingMessage,
  response: ServerResponse,
  parts: EntryParts,
): void {
  const { headers } = request;
  const isDirect = isCalledByUser(headers);
  // What a browser fetches on suspicion would use the link up.
  if (isGuessOfBrowser(headers) || (!isDirect && !isNavigation(headers)))
    answerPage(response, 403, renderNotOurs());
  else if (parts.links.use(code)) welcome(request, response, { parts, isDirect });
  else turnAway("wrong-link", request, response, parts);
}

export async function signInByForm(
  request: IncomingMessage,
  response: ServerResponse,
  parts: EntryParts,
): Promise<undefined> {
  const refusal = judgeForm(request);
  if (refusal !== undefined) {
    answerPage(response, refusal.status, renderNotOurs());
    return;
  }
  const body = await readBytes(request, placeOf(parts), MAX_FORM_BYTES);
  if (body === undefined) return;
  const token = "bytes" in body ? new URLSearchParams(body.bytes.toString("utf8")).get("token") : null;
  if (token !== null && parts.isToken(token.trim())) welcome(request, response, { parts, isDirect: true });
  else turnAway("wrong-token", request, response, parts);
}

function turnAway(
  notice: Notice,
  request: IncomingMessage,
  response: ServerResponse,
  { guesses }: EntryParts,
): void {
  guesses.answerLate(request, () => answerPage(response, 403, renderSignIn(notice)));
}

/**
 * The key goes behind the `#` of the address, which browsers send to no server. Who came by another site's link is led on by
 * a page of ours instead of by a redirect, which would count as that site's and go without the cookie.
 */
function welcome(
  request: IncomingMessage,
  response: ServerResponse,
  { parts, isDirect }: { readonly parts: EntryParts; readonly isDirect: boolean },
): void {
  const { logins, cookieName, findLogin } = parts;
  // The browser has room for one.
  const former = findLogin(request);
  if (former !== undefined) logins.end(former);
  const { cookie, key } = logins.create();
  const target = `/#key=${key}`;
  response.setHeader("Set-Cookie", renderCookie(cookieName, cookie, LOGIN_LIFETIME_MS));
  if (isDirect) answerRedirect(response, target);
  else answerPage(response, 200, renderWayOn(target));
}
