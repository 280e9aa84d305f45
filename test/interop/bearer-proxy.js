// The suite can't send a token. This stands before the server and adds one; everything else passes as it is, so that what is
// judged is the server's own answer. Ports in Host and Origin are changed to the server's, names are not.
import { createServer, request } from "node:http";

/**
 * @param {{ url: string, token: string }} server
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startBearerProxy({ url, token }) {
  const { port } = new URL(url);
  /** @param {string | undefined} value */
  const toServer = (value) => value?.replace(/:\d+$/, () => `:${port}`);
  const proxy = createServer((incoming, outgoing) => {
    const { host, origin, ...headers } = incoming.headers;
    const sent = request({
      host: "127.0.0.1",
      port,
      path: incoming.url,
      method: incoming.method,
      setHost: false,
      headers: {
        ...headers,
        host: toServer(host),
        ...(origin === undefined ? {} : { origin: toServer(origin) }),
        authorization: `Bearer ${token}`,
      },
    });
    sent.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.once("error", () => outgoing.destroy());
    });
    sent.once("error", () => outgoing.destroy());
    outgoing.once("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  return {
    url: `http://localhost:${address.port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
