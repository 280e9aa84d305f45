/**
 * The console's entry. Whatever is asked for comes by here first: the page and its files need the cookie, the API needs the
 * cookie and its key, and the ways to get them are a link that works once and the token. Nothing else can be read, and no
 * answer without a login says more than how to get one.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { loginsFileOf } from "../../mcp/http/token-file.js";
import { answer, answerPage, answerRedirect } from "./answers.js";
import { type Admitted, admitToApi, answerProgram } from "./api.js";
import { type Assets, readAssets } from "./assets.js";
import { cookieNameOf, readCookies } from "./cookies.js";
import type { EntryGround, EntryParts } from "./entry-parts.js";
import { isCalledByUser, isNavigation } from "./judge.js";
import { type Login, Logins } from "./logins.js";
import { OneTimeLinks } from "./one-time-links.js";
import {
  renderNoPage,
  renderNothing,
  renderNotOurs,
  renderSignIn,
  renderWayOn,
  STYLE_PATH,
} from "./pages.js";
import { allowKeeping, setPolicy } from "./policy.js";
import { signInByForm, signInByLink } from "./sign-in.js";
import { ENTRY_STYLE } from "./style.js";

export interface EntryOptions {
  readonly ground: EntryGround;
  readonly readAssets?: () => Assets;
  readonly now?: (() => number) | undefined;
}

export interface Entry {
  /** A request to the API that may go on, its body read; undefined when it has been answered here. */
  admit(request: IncomingMessage, response: ServerResponse): Promise<Admitted | undefined>;
  /** An address that lets one browser in. */
  createLink(): string;
  /** Aborts what goes on under any login. */
  close(): void;
}

export function createEntry({ ground, now, ...options }: EntryOptions): Entry {
  const { origin, tokenFile, loginSecret } = ground;
  const links = new OneTimeLinks({ now });
  const place = new URL(origin).host;
  const logins = new Logins({ file: loginsFileOf(tokenFile), secret: loginSecret, place, now });
  const cookieName = cookieNameOf(origin);
  const createLink = (): string => `${origin}/open/${links.create()}`;
  const findLogin = ({ headers }: IncomingMessage): Login | undefined =>
    logins.find(readCookies(headers.cookie, cookieName));
  const parts: EntryParts = { ...ground, cookieName, links, logins, createLink, findLogin };
  let assets: Assets | undefined;

  function showPage(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (!isCalledByUser(request.headers))
      return path === "/" && isNavigation(request.headers)
        ? answerPage(response, 200, renderWayOn("/"))
        : answerPage(response, 403, renderNotOurs());
    if (findLogin(request) === undefined) return answerPage(response, 401, renderSignIn("signed-out"));
    assets ??= (options.readAssets ?? readAssets)();
    const asset = assets.get(path);
    if (asset === undefined)
      return path === "/"
        ? answerPage(response, 500, renderNoPage())
        : answerPage(response, 404, renderNothing());
    if (asset.isHashed) allowKeeping(response);
    answer(response, 200, asset.type, asset.bytes);
  }

  return {
    async admit(request, response) {
      setPolicy(response);
      const { method } = request;
      const [path = ""] = (request.url ?? "").split("?", 1);
      if (path === "/api/link") return answerProgram(request, response, parts);
      if (path.startsWith("/api/")) return admitToApi(path, request, response, parts);
      if (path === "/login" && method === "POST") return signInByForm(request, response, parts);
      if (method !== "GET") answer(response, 405, "text/plain; charset=utf-8", "Only GET is served here.\n");
      else if (path.startsWith("/open/")) signInByLink(path.slice("/open/".length), request, response, parts);
      else if (path === STYLE_PATH) answer(response, 200, "text/css; charset=utf-8", ENTRY_STYLE);
      else if (path === "/login") answerRedirect(response, "/");
      else if (isOfPage(path)) showPage(path, request, response);
      else answerPage(response, 404, renderNothing());
      return undefined;
    },
    createLink,
    close: () => logins.close(),
  };
}

/** What needs a login before it is told whether it is there. */
function isOfPage(path: string): boolean {
  return path === "/" || path === "/icon.svg" || path.startsWith("/assets/");
}
