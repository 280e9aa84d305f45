/** A real server with a console's entry, and browsers at it that are made of requests by hand. */
import type { IncomingMessage } from "node:http";
import { answerJson } from "../../src/console/entry/answers.js";
import type { Admitted } from "../../src/console/entry/api.js";
import { createEntry } from "../../src/console/entry/entry.js";
import type { OpenConsole } from "../../src/mcp/http/console-door.js";
import { type ByHand, type Sent, send, serveHttp, type TestServer } from "./http-server.js";
import type { TempWorkspace } from "./workspace.js";

export interface ConsoleServer extends TestServer {
  readonly origin: string;
  /** The path of a link that works once. */
  readonly link: () => Promise<string>;
  /** What was let in, in order. */
  readonly admitted: readonly Admitted[];
  readonly close: () => Promise<void>;
}

export type ConsoleOptions = Parameters<typeof serveHttp>[1] & { readonly now?: () => number };

/** Behind the entry every request is answered with what came through it; one to /api/stream stays open until its login ends. */
export async function serveConsole(
  files: TempWorkspace,
  { now, ...options }: ConsoleOptions = {},
): Promise<ConsoleServer> {
  const admitted: Admitted[] = [];
  const openConsole: OpenConsole = async (ground) => {
    const entry = createEntry({ ground, now });
    return {
      async handle(request, response) {
        const passed = await entry.admit(request, response);
        if (passed === undefined) return;
        admitted.push(passed);
        const { method, path, body, signal } = passed;
        if (path !== "/api/stream") return answerJson(response, { method, path, body });
        response.writeHead(200, { "content-type": "application/x-ndjson" });
        response.write("{}\n");
        signal.addEventListener("abort", () => response.end());
      },
      createLink: () => entry.createLink(),
      close: async () => entry.close(),
    };
  };
  const server = await serveHttp(files, {
    openConsole,
    limits: { firstGuessMs: 0, lastGuessMs: 0 },
    ...options,
  });
  const link = async (): Promise<string> => new URL((await server.http.createConsoleLink()) ?? "").pathname;
  return {
    ...server,
    origin: `http://127.0.0.1:${server.port}`,
    link,
    admitted,
    close: () => server.http.close(),
  };
}

/** What a browser holds after a login, as the headers of its requests. */
export interface Browser {
  readonly cookie: string;
  readonly key: string;
}

/** A request as the person's browser makes it when they type an address: without the token. */
export function visit(
  server: TestServer,
  path: string,
  { method = "GET", headers = {}, body }: Omit<ByHand, "path"> = {},
): Promise<Sent> {
  const typed = { authorization: undefined, accept: "text/html", "content-type": undefined };
  const sent = method === "POST" ? { body } : {};
  return send(server, { method, path, headers: { ...typed, ...headers }, ...sent });
}

/** A request of the console's page. */
export function ask(
  server: ConsoleServer,
  path: string,
  { cookie, key }: Partial<Browser>,
  { method = "GET", headers = {}, body }: Omit<ByHand, "path"> = {},
): Promise<Sent> {
  const own = {
    accept: "*/*",
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
    ...(cookie === undefined ? {} : { cookie }),
    ...(key === undefined ? {} : { "x-filewright-key": key }),
    ...(method === "POST" ? { origin: server.origin, "content-type": "application/json" } : {}),
  };
  return visit(server, path, { method, headers: { ...own, ...headers }, body });
}

export function browserOf({ headers }: Pick<IncomingMessage, "headers"> | Sent): Browser {
  const [cookie = ""] = (headers["set-cookie"]?.[0] ?? "").split(";", 1);
  const key = /#key=(.+)$/.exec(headers.location ?? "")?.[1] ?? "";
  return { cookie, key };
}

/** A browser that was let in by a link. */
export async function signIn(server: ConsoleServer): Promise<Browser> {
  return browserOf(await visit(server, await server.link(), { headers: { "sec-fetch-site": "none" } }));
}
