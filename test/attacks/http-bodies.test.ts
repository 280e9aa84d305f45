/** Bodies that are sent to be held: many at once, each within its bound. */
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import {
  initialize,
  openSession,
  openSocket,
  send,
  serveHttp,
  type TestServer,
} from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const MIB = 1024 * 1024;

/** Begins a body of 16 MiB, sends so many bytes of it, and no more. */
async function beginBody(server: TestServer, bytes: number): Promise<Socket> {
  const socket = await openSocket(server);
  socket.write(
    [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${server.token}`,
      "Content-Type: application/json",
      `Content-Length: ${16 * MIB}`,
      "",
      "",
    ].join("\r\n"),
  );
  await new Promise<void>((resolve) => {
    socket.write(Buffer.alloc(bytes, " "), () => resolve());
  });
  return socket;
}

function firstAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1")));
  });
}

describe("Bodies that are under way", () => {
  it("are held up to a bound in all; what would pass it is refused, and ordinary calls are not [FIX-30]", async () => {
    const server = await serveHttp(tempWorkspace(), { limits: { maxHeldBytes: 8 * MIB } });
    const held = await beginBody(server, 7 * MIB);
    const refused = await beginBody(server, 4 * MIB);
    expect(await firstAnswer(refused)).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: \d+\r\n/);
    expect((await send(server, { body: initialize })).status).toBe(200);
    // Whoever goes away gives back what was held for them.
    const gone = new Promise((resolve) => held.once("close", resolve));
    held.destroy();
    refused.destroy();
    await gone;
    const session = await openSession(server);
    const ping = {
      jsonrpc: "2.0",
      id: 5,
      method: "ping",
      params: { _meta: { blanks: " ".repeat(7 * MIB) } },
    };
    for (const _ of [1, 2, 3]) {
      await expect
        .poll(async () => (await send(server, { headers: session, body: ping })).status, { timeout: 10_000 })
        .toBe(200);
    }
  });
});
