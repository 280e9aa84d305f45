/** Whatever comes in, only protocol goes out, and every good call between is answered as if nothing had been. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { badLines } from "./bad-messages.js";
import { enveloped, shakeHands } from "./eras.js";
import { RawServer } from "./raw-server.js";
import { textOf } from "./results.js";
import { createWorld } from "./world.js";

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

interface Era {
  readonly name: string;
  readonly open: (server: RawServer) => Promise<unknown>;
  readonly dress: (params: object) => object;
}

const eras: readonly Era[] = [
  { name: "an older revision", open: (server) => shakeHands(server), dress: (params) => params },
  {
    name: "the newest revision",
    open: (server) => server.request("tools/list", enveloped({})),
    dress: (params) => enveloped(params, {}),
  },
];

describe.each(eras)("A connection of $name", ({ open, dress }) => {
  it("survives thousands of bad messages between good calls [MCP-50]", async () => {
    const world = createWorld({ "a.txt": "one\n", "b.txt": "needle\n" });
    const { files } = world;
    const server = new RawServer(world, { words: ["--no-dedup"] });
    await open(server);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(badLines, { minLength: 20, maxLength: 60, size: "max" }),
        fc.nat(),
        async (bad, seed) => {
          const place = seed % bad.length;
          const id = `good-${sent}`;
          const name = seed % 2 === 0 ? "Read" : "Grep";
          const args =
            name === "Read"
              ? { file_path: files.path("a.txt") }
              : { pattern: "needle", output_mode: "content" };
          const good = { jsonrpc: "2.0", id, method: "tools/call", params: dress({ name, arguments: args }) };
          const lines: readonly Uint8Array[] = bad.toSpliced(place, 0, Buffer.from(JSON.stringify(good)));
          sent += lines.length;
          await server.write(Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
          const answer = await server.answerTo(id);
          expect(textOf(answer.result ?? {})).toBe(
            name === "Read" ? "     1→one" : `${files.path("b.txt")}\n1:needle`,
          );
          expect(server.strayLines).toEqual([]);
          expect(server.isRunning).toBe(true);
          server.messages.length = 0;
        },
      ),
      { numRuns: 80 },
    );
    expect(sent).toBeGreaterThan(2000);
    expect(server.errors.length).toBeLessThan(16 * 1024);
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    server.expectOnlyProtocol();
  }, 60_000);

  it("takes messages of many megabytes, and passes over what is longer than any may be [MCP-51]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { files } = world;
    const server = new RawServer(world, { words: ["--mode", "acceptEdits", "--no-dedup"] });
    await open(server);
    const content = "0123456789abcde\n".repeat(6 * 64 * 1024);
    const write = { name: "Write", arguments: { file_path: files.path("big.txt"), content } };
    const written = await server.request("tools/call", dress(write));
    expect(textOf(written.result ?? {})).toContain("File created");
    expect(files.read("big.txt") === content).toBe(true);
    // One byte too many, in pieces, and a good call right behind it.
    const call = { name: "Read", arguments: { file_path: files.path("a.txt") } };
    const piece = "x".repeat(1024 * 1024);
    await server.write('{"jsonrpc":"2.0","id":"huge","method":"');
    for (let written = 0; written <= MAX_MESSAGE_BYTES; written += piece.length) await server.write(piece);
    await server.write('"}\n');
    expect(textOf((await server.request("tools/call", dress(call))).result ?? {})).toBe("     1→one");
    expect(server.errors).toBe(
      `filewright mcp: a message was refused: it has more than ${MAX_MESSAGE_BYTES} bytes\n`,
    );
    server.expectOnlyProtocol();
  });
});

describe("A connection", () => {
  it("goes on when nobody reads what is noted of bad messages [MCP-50]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const server = new RawServer(world, { words: ["--no-dedup"] });
    server.child.stderr.pause();
    server.child.stderr.removeAllListeners("data");
    await shakeHands(server);
    for (let round = 0; round < 200; round += 1) await server.write("no message\n".repeat(50));
    const read = { name: "Read", arguments: { file_path: world.files.path("a.txt") } };
    expect(textOf((await server.request("tools/call", read)).result ?? {})).toBe("     1→one");
  });

  it("answers calls that come before the handshake, and a second handshake, without harm [MCP-52]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { files } = world;
    const server = new RawServer(world, { words: ["--no-dedup"] });
    const read = { name: "Read", arguments: { file_path: files.path("a.txt") } };
    const early = await server.request("tools/call", read);
    expect(early.error !== undefined || textOf(early.result ?? {}) === "     1→one").toBe(true);
    for (let time = 0; time < 3; time += 1) {
      const { result, error } = await shakeHands(server);
      expect(result !== undefined || error !== undefined).toBe(true);
      expect(textOf((await server.request("tools/call", read)).result ?? {})).toBe("     1→one");
    }
    server.expectOnlyProtocol();
  });

  it.each(["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "is made with the revision %s, where the client has it [MCP-53]",
    async (protocolVersion) => {
      const server = new RawServer(createWorld());
      const { result } = await shakeHands(server, { protocolVersion });
      expect(result).toMatchObject({ protocolVersion, serverInfo: { name: "filewright" } });
    },
  );

  it.each(["1999-01-01", "2026-07-28", "soon"])(
    "is offered the newest revision with a handshake if the client shakes hands on %s [MCP-53]",
    async (protocolVersion) => {
      const server = new RawServer(createWorld());
      expect((await shakeHands(server, { protocolVersion })).result).toMatchObject({
        protocolVersion: "2025-11-25",
      });
    },
  );

  it("tells what it speaks when asked for a revision that is not there yet [MCP-53]", async () => {
    const server = new RawServer(createWorld());
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
    const { error } = await server.request("server/discover", enveloped({ _meta }));
    expect(error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2031-01-01" },
    });
    // And goes on with one that is.
    expect((await server.request("server/discover", enveloped({}))).result).toMatchObject({
      supportedVersions: ["2026-07-28"],
    });
  });
});
