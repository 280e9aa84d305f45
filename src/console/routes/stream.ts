import { stream } from "hono/streaming";
import { tellPage } from "../feed/page-stream.js";
import type { Api, ConsoleParts } from "./parts.js";

/** What happens, for as long as the page is open. */
export function addStreamRoute(api: Api, { server, engines, feed }: ConsoleParts): void {
  api.get("/api/stream", (context) => {
    const after = Number(context.req.query("after") ?? "0");
    const knows = {
      server: context.req.query("server") ?? "",
      cursor: Number.isSafeInteger(after) && after >= 0 ? after : 0,
    };
    context.header("Content-Type", "application/x-ndjson");
    return stream(context, async (page) => {
      const left = new AbortController();
      page.onAbort(() => left.abort());
      const signal = AbortSignal.any([context.env.signal, left.signal]);
      await tellPage({
        server,
        engines,
        feed,
        knows,
        signal,
        write: async (message) => void (await page.write(`${JSON.stringify(message)}\n`)),
      });
    });
  });
}
