/** Messages as lines: whatever way the bytes come in, the same messages come out. */
import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineTransport } from "../../src/mcp/stdio/line-transport.js";
import { OutgoingLines } from "../../src/mcp/stdio/outgoing-lines.js";

function connect(maxMessageBytes: number = 1000) {
  const input = new PassThrough();
  const output = new PassThrough();
  const notes: string[] = [];
  const messages: JSONRPCMessage[] = [];
  const transport = new LineTransport({ input, output, maxMessageBytes, onNote: (note) => notes.push(note) });
  transport.onMessage = (message) => messages.push(message);
  return { input, output, notes, messages, transport };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("Messages as lines", () => {
  it("are the same however the bytes are cut up [MCP-61]", async () => {
    const texts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.integer({ min: 1, max: 20 })), async (given, cuts) => {
        const { input, messages, transport } = connect(100_000);
        await transport.start();
        const sent = given.map((text, id) => ({
          jsonrpc: "2.0" as const,
          id,
          method: "m",
          params: { text },
        }));
        const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\n`).join(""));
        let from = 0;
        for (const cut of cuts) {
          input.write(bytes.subarray(from, from + cut));
          from += cut;
        }
        input.write(bytes.subarray(Math.min(from, bytes.length)));
        await settle();
        expect(messages).toEqual(sent);
      }),
      { numRuns: 50 },
    );
  });

  it("pass over what is no message, and go on [MCP-61]", async () => {
    const { input, messages, notes, transport } = connect();
    await transport.start();
    const long = JSON.stringify({ jsonrpc: "2.0", method: "x".repeat(2000) });
    const good = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    for (const line of ["no json", "[]", "null", "7", '{"jsonrpc":"1.0"}', "", "  ", long, good])
      input.write(`${line}\r\n`);
    await settle();
    expect(messages).toEqual([{ jsonrpc: "2.0", id: 1, method: "ping" }]);
    expect(notes).toHaveLength(6);
    expect(notes.at(-1)).toContain("more than 1000 bytes");
  });

  it("whose bytes are no UTF-8 are refused, so that no file gets characters that nobody sent [FIX-6]", async () => {
    const { input, output, messages, notes, transport } = connect();
    await transport.start();
    const text = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", method: "m", ...message })}\n`;
    input.write(Buffer.from(text({ id: 1, params: { text: "caf\u00e9" } }), "latin1"));
    input.write(Buffer.from(text({ params: { text: "caf\u00e9" } }), "latin1"));
    input.write(text({ id: 2, params: { text: "caf\u00e9" } }));
    await settle();
    await settle();
    expect(messages).toEqual([{ jsonrpc: "2.0", method: "m", id: 2, params: { text: "caf\u00e9" } }]);
    expect(notes).toHaveLength(2);
    expect(JSON.parse(String(output.read()))).toMatchObject({ id: 1, error: { code: -32700 } });
  });

  it("that go out together are one write, in order, and each a line [MCP-61]", async () => {
    const { output, transport } = connect();
    const written: string[] = [];
    output.on("data", (chunk: Buffer) => written.push(chunk.toString()));
    const messages = ["ä→😀", "b\nc", "d"].map((text, id) => ({
      jsonrpc: "2.0" as const,
      id,
      result: { text },
    }));
    for (const message of messages) void transport.send(message);
    await settle();
    expect(written).toEqual([messages.map((message) => `${JSON.stringify(message)}\n`).join("")]);
  });

  it("end with the input, after what waits has been written [MCP-61]", async () => {
    const { input, output, transport } = connect();
    await transport.start();
    const ended: string[] = [];
    transport.onClose = () => ended.push("closed");
    transport.onEnd = () => ended.push("ended");
    void transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    input.end();
    await settle();
    await settle();
    expect(ended).toEqual(["closed", "ended"]);
    expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
    await expect(transport.send({ jsonrpc: "2.0", id: 2, result: {} })).rejects.toThrow("closed");
  });
});

describe("Outgoing lines", () => {
  it("come out as they went in, also when memory is used again [MCP-61]", () => {
    const lines = fc.array(fc.string({ unit: "grapheme", maxLength: 30_000 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 6 }), (rounds) => {
        const outgoing = new OutgoingLines();
        for (const round of rounds) {
          for (const line of round) outgoing.add(line);
          const bytes = Buffer.concat(outgoing.take());
          expect(bytes.toString()).toBe(round.map((line) => `${line}\n`).join(""));
          expect(outgoing.isEmpty).toBe(true);
          outgoing.reuse();
        }
      }),
      { numRuns: 60 },
    );
  });
});
