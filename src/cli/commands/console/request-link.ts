/** Asks a server of this machine for a link, with the token that proves that we are its user. */
import { request } from "node:http";

export type LinkAnswer =
  | { readonly url: string }
  /** Why there is none: nobody is there, the token is another's, there is no console, or no sense in the answer. */
  | { readonly problem: "unreachable" | "wrong-token" | "no-console" | "no-answer" };

const TIMEOUT_MS = 15_000;
const MAX_ANSWER = 16 * 1024;

export function requestLink(origin: string, token: string, signal: AbortSignal): Promise<LinkAnswer> {
  return new Promise((resolve) => {
    const asking = request(`${origin}/api/link`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": 2 },
      // One of its own, which no proxy of the environment stands behind.
      agent: false,
      timeout: TIMEOUT_MS,
      signal,
    });
    asking.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER) response.destroy();
      });
      response.once("close", () => resolve(readAnswer(response.statusCode ?? 0, text, origin)));
    });
    asking.once("timeout", () => asking.destroy());
    asking.once("error", () => resolve({ problem: "unreachable" }));
    asking.end("{}");
  });
}

/** Only a link to the very server that was asked. */
function readAnswer(status: number, text: string, origin: string): LinkAnswer {
  if (status === 401) return { problem: "wrong-token" };
  if (status === 404) return { problem: "no-console" };
  try {
    const { url } = JSON.parse(text) as { readonly url?: unknown };
    const isLink =
      typeof url === "string" &&
      url.startsWith(`${origin}/open/`) &&
      /^[\w-]+$/.test(url.slice(origin.length + 6));
    return status === 200 && isLink ? { url } : { problem: "no-answer" };
  } catch {
    return { problem: "no-answer" };
  }
}
