/** A connection begins before the protocol's library is there, and nobody can tell. */
import { readFileSync } from "node:fs";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { GREETED_REVISIONS } from "../../../src/mcp/stdio/opening.js";
import { shakeHands } from "./eras.js";
import { RawServer, until } from "./raw-server.js";
import { plantSlowFile, slowPattern } from "./slow-search.js";
import { createWorld, type World } from "./world.js";

const clientInfo = { name: "beginner", version: "1" };

function start(world: World): RawServer {
  return new RawServer(world, { words: ["--mode", "acceptEdits"] });
}

/** What was heard is a greeting for the library to judge if there is anything unusual about it. */
const unusual = { _meta: { note: "mine" } };

describe("The opening", () => {
  it("knows the revisions that the library knows, in its order [MCP-67]", () => {
    expect(GREETED_REVISIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  it.each([...GREETED_REVISIONS, "2031-01-01", ""])(
    "greets a client of %j, lists and answers as the library does [MCP-67]",
    async (protocolVersion) => {
      const world = createWorld({ "a.txt": "a\n" });
      const ask = async (extra: object): Promise<unknown[]> => {
        const server = start(world);
        const answers = [
          await server.request("initialize", { protocolVersion, capabilities: {}, clientInfo, ...extra }),
        ];
        await server.notify("notifications/initialized");
        answers.push(await server.request("tools/list", extra), await server.request("ping", extra));
        return answers.map(({ result, error }) => ({ result, error }));
      };
      expect(await ask({})).toEqual(await ask(unusual));
    },
  );

  it.each([
    ["no greeting", { method: "tools/list" }],
    [
      "a greeting without a client",
      { method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } },
    ],
    ["a greeting without parameters", { method: "initialize" }],
    ["a method that nobody has", { method: "tools/dance" }],
  ])("leaves %s to the library, and goes on [MCP-67]", async (_name, message) => {
    const server = start(createWorld());
    await server.send({ id: "odd", ...message });
    await server.message(({ id }) => id === "odd", "an answer to it");
    const greeted = await server.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo,
    });
    expect(greeted.result?.["protocolVersion"]).toBe("2025-11-25");
  });

  it("answers nothing twice, and keeps what comes in its order, when all comes at once [MCP-68]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const server = start(world);
    const file_path = world.files.path("a.txt");
    const call = (id: number, name: string, args: object): object => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: { file_path, ...args } },
    });
    const messages = [
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      call(3, "Read", {}),
      call(4, "Edit", { old_string: "one", new_string: "two" }),
      call(5, "Edit", { old_string: "two", new_string: "three" }),
      call(6, "Read", {}),
      { jsonrpc: "2.0", id: 7, method: "ping" },
      { jsonrpc: "2.0", id: 8, method: "no/such" },
    ];
    await server.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    await until(() => server.messages.length >= 8, "eight answers");
    expect(new Set(server.messages.map(({ id }) => id))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(server.messages).toHaveLength(8);
    const failed = server.messages.filter(({ result }) => result?.isError === true || result === undefined);
    expect(failed.map(({ id }) => id)).toEqual([8]);
    expect(readFileSync(file_path, "utf8")).toBe("three\n");
    expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  });

  it("brings the library in for a look that needs a question, once [MCP-68]", async () => {
    const world = createWorld();
    const server = start(world);
    const capabilities = { elicitation: {} };
    await server.request("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
    await server.notify("notifications/initialized");
    const read = server.request("tools/call", { name: "Read", arguments: { file_path: "/etc/hostname" } });
    const question = await server.message(({ method }) => method === "elicitation/create", "a question");
    await server.send({
      id: question.id,
      result: { action: "accept", content: { answer: "Yes, this once" } },
    });
    expect((await read).result?.isError).toBeUndefined();
    expect(server.messages.filter(({ method }) => method === "elicitation/create")).toHaveLength(1);
  });

  it("goes on when an id comes again before its first call is over [MCP-68]", async () => {
    const world = createWorld({ "a.txt": "a\n" });
    plantSlowFile(world.files);
    const server = start(world);
    await server.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await server.notify("notifications/initialized");
    const read = { name: "Read", arguments: { file_path: world.files.path("a.txt") } };
    await server.request("tools/call", read);
    const grep = { name: "Grep", arguments: { pattern: slowPattern, path: world.files.root } };
    for (let time = 0; time < 2; time += 1)
      await server.send({ id: "again", method: "tools/call", params: grep });
    expect((await server.request("ping")).result).toEqual({});
    expect((await server.request("tools/call", read)).result?.isError).toBeUndefined();
  });

  it("leaves with its client before the library was there [MCP-68]", async () => {
    const server = start(createWorld());
    await server.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.strayLines).toEqual([]);
  });

  it.each(["ping", "tools/list"])("answers no %s whose id is none [FIX-8]", async (method) => {
    const server = new RawServer(createWorld());
    await shakeHands(server);
    for (const id of [null, { a: 1 }, [1], true]) await server.send({ id, method });
    expect((await server.request("ping")).result).toBeDefined();
    server.expectOnlyProtocol();
    expect(
      server.messages.filter(({ id, result }) => result !== undefined && typeof id !== "number"),
    ).toEqual([]);
  });
});
