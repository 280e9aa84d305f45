import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendWebResponse } from "../../src/mcp/http/web-bridge.js";

describe("A stream that its reader is slower than", () => {
  it("arrives whole, and leaves no listener behind for each wait [FIX-5]", async () => {
    const piece = Buffer.alloc(256 * 1024, "x");
    const pieces = 40;
    let left = pieces;
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
    });
    const listeners: number[] = [];
    const answer = async (response: ServerResponse): Promise<void> => {
      response.on("drain", () => listeners.push(response.listenerCount("close")));
      await sendWebResponse(
        new Response(source, { headers: { "content-type": "text/event-stream" } }),
        response,
      );
    };
    const server = createServer((_request, response) => void answer(response));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    let size = 0;
    await new Promise<void>((resolve, reject) => {
      get({ port, host: "127.0.0.1", agent: false }, (incoming) => {
        incoming.on("data", (chunk: Buffer) => (size += chunk.length));
        incoming.on("end", resolve);
      }).on("error", reject);
    });
    expect(size).toBe(piece.length * pieces);
    expect(listeners.length).toBeGreaterThan(10);
    expect(Math.max(...listeners) - Math.min(...listeners)).toBeLessThan(2);
  });
});
