/** The console's server with a person signed in, as far as a page is nothing but its requests. */
import { onTestFinished } from "vitest";
import { openConsole } from "../../src/console/console.js";
import { KEY_HEADER, type StreamMessage } from "../../src/console/contract.js";
import { type ConsoleOptions, type ConsoleServer, serveConsole, signIn } from "./console-server.js";
import type { TempWorkspace } from "./workspace.js";

export interface ConsoleApi {
  readonly server: ConsoleServer;
  get<Result>(path: string): Promise<Answered<Result>>;
  post<Result>(path: string, body: unknown): Promise<Answered<Result>>;
  /** What the page is told from now on. */
  listen(knows?: { readonly server: string; readonly cursor: number }): Promise<PageEar>;
}

interface Answered<Result> {
  readonly status: number;
  readonly body: Result;
}

interface PageEar {
  /** The next message that fits; earlier ones are passed over. */
  until<Kind extends StreamMessage["kind"]>(
    kind: Kind,
    fits?: (message: Extract<StreamMessage, { readonly kind: Kind }>) => boolean,
  ): Promise<Extract<StreamMessage, { readonly kind: Kind }>>;
  close(): void;
}

/** Changes are asked about. */
export async function openConsoleApi(
  files: TempWorkspace,
  options: ConsoleOptions = {},
): Promise<ConsoleApi> {
  const flags = { mode: "default", lsp: false, ...options.flags } as const;
  const server = await serveConsole(files, { openConsole, ...options, flags });
  const { cookie, key } = await signIn(server);
  const headers = { cookie, [KEY_HEADER]: key, "sec-fetch-site": "same-origin" };
  const answered = async <Result>(answer: Response): Promise<Answered<Result>> => ({
    status: answer.status,
    body: (await answer.json()) as Result,
  });
  return {
    server,
    get: async (path) => answered(await fetch(`${server.origin}${path}`, { headers })),
    post: async (path, body) =>
      answered(
        await fetch(`${server.origin}${path}`, {
          method: "POST",
          headers: { ...headers, origin: server.origin, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
    listen: ({ server: known, cursor } = { server: "", cursor: 0 }) =>
      listen(`${server.origin}/api/stream?server=${known}&after=${cursor}`, headers),
  };
}

/** Far more than any test waits for. */
const MAX_MESSAGES = 10_000;

async function listen(url: string, headers: Readonly<Record<string, string>>): Promise<PageEar> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const messages = readMessages(answer);
  return {
    async until(kind, fits = () => true) {
      for (let count = 0; count < MAX_MESSAGES; count += 1) {
        const { value, done } = await messages.next();
        if (done === true) throw new Error(`the stream ended before "${kind}"`);
        const message = value as Extract<StreamMessage, { readonly kind: typeof kind }>;
        if (value.kind === kind && fits(message)) return message;
      }
      throw new Error(`no "${kind}" among ${MAX_MESSAGES} messages`);
    },
    close: () => leaving.abort(),
  };
}

async function* readMessages({ body }: Response): AsyncGenerator<StreamMessage, undefined> {
  let rest = "";
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as StreamMessage;
  }
  return undefined;
}
