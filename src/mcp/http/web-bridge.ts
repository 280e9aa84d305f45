/** Between Node's requests and the web's, for the part of the protocol library that knows only the latter. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerEmpty, answerJson, COMMON_HEADERS } from "./answers.js";

/** The head of a request; its body has been read, and is handed over beside it. */
export function toWebRequest({ method = "", headers }: IncomingMessage, signal: AbortSignal): Request {
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    // The token is nobody's business from here on.
    value === undefined || name === "authorization" ? [] : [[name, String(value)]],
  );
  return new Request("http://localhost/mcp", { method, headers: fields, signal });
}

/** Sends what the library answers: whole where it is JSON, piece by piece where it is a stream. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  const { status, body } = answer;
  const type = answer.headers.get("content-type");
  if (response.destroyed) {
    await body?.cancel();
    return;
  }
  const allow = answer.headers.get("allow");
  const headers = allow === null ? [] : ["Allow", allow];
  if (body === null || type === null) {
    answerEmpty(response, status, headers);
    return;
  }
  if (type.startsWith("application/json")) {
    answerJson(response, await answer.text(), { status, headers });
    return;
  }
  response.writeHead(status, [...COMMON_HEADERS, "Content-Type", type, "X-Accel-Buffering", "no"]);
  response.flushHeaders();
  const reader = body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      response.off("drain", goOn).off("close", goOn);
      resolve();
    };
    response.on("drain", goOn).on("close", goOn);
  });
}
