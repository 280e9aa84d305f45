/** Plain looks take a short way past the protocol's machinery, and nobody can tell by their answers. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allGone } from "../../support/fake-ripgrep.js";
import { smallPng } from "../../tools/read/media/shown.js";
import { asked, shakeHands } from "./eras.js";
import { notebook } from "./notebook.js";
import { descendantsOf } from "./processes.js";
import { type Message, RawServer, until } from "./raw-server.js";
import { textOf } from "./results.js";
import { plantSlowFile, slowPattern } from "./slow-search.js";
import { createWorld, type World } from "./world.js";

type Arguments = Readonly<Record<string, unknown>>;

/** A call with a progress token is one for the ordinary way. */
const ordinary = { _meta: { progressToken: "watched" } };

async function open(world: World, capabilities: Arguments = {}): Promise<RawServer> {
  const server = new RawServer(world, { words: ["--no-dedup"] });
  await shakeHands(server, { capabilities });
  // The first call loads the engine, and goes the ordinary way in any case.
  await server.request("tools/call", { name: "Glob", arguments: { pattern: "nothing" } });
  return server;
}

/** All of an answer but how long it took, and which number the file has that holds all of a long result. */
function answerOf({ result, error }: Message): unknown {
  const text = JSON.stringify({ result, error }, (key, value: unknown) => (key === "durationMs" ? 0 : value));
  return JSON.parse(text.replaceAll(/\/(Read|Grep|Glob)-\d+-[0-9a-f]+\.txt/gu, "/$1-N.txt"));
}

describe("The short way", () => {
  it("answers what the ordinary way answers, whatever is asked [MCP-54]", async () => {
    const world = createWorld({
      "a.txt": "one\ntwo needle\nthree\n",
      "empty.txt": "",
      "deep/b.txt": "needle in line\n".repeat(3000),
      "long.txt": `${"x".repeat(200_000)}\n`,
      "n.ipynb": notebook("print(1)"),
      "p.png": await smallPng(),
      "link.txt": { link: "a.txt" },
      "out.txt": { link: "/etc/hostname" },
    });
    const { files } = world;
    const server = await open(world);
    const paths = fc.constantFrom(
      ...[
        "a.txt",
        "empty.txt",
        "deep/b.txt",
        "long.txt",
        "n.ipynb",
        "p.png",
        "link.txt",
        "out.txt",
        "deep",
        "none.txt",
      ].map((name) => files.path(name)),
      "/etc/hostname",
      "a.txt",
      "",
    );
    const odd: fc.Arbitrary<unknown> = fc.oneof(
      fc.integer({ min: -2, max: 5000 }),
      fc.constantFrom("3", "x", null, true, [], {}),
    );
    const calls = fc.oneof(
      fc.record({
        name: fc.constant("Read"),
        arguments: fc.record({ file_path: paths, offset: odd, limit: odd, pages: odd }, { requiredKeys: [] }),
      }),
      fc.record({
        name: fc.constant("Grep"),
        arguments: fc.record(
          {
            pattern: fc.constantFrom("needle", "n.*e", "(", "", "one\\ntwo"),
            path: paths,
            output_mode: fc.constantFrom("content", "count", "files_with_matches", "all"),
            head_limit: odd,
            multiline: odd,
            nonsense: odd,
          },
          { requiredKeys: ["pattern"] },
        ),
      }),
      fc.record({
        name: fc.constant("Glob"),
        arguments: fc.record(
          { pattern: fc.constantFrom("**/*.txt", "*", "[", ""), path: paths },
          { requiredKeys: ["pattern"] },
        ),
      }),
      fc.record({ name: fc.constantFrom("Fly", "constructor", ""), arguments: fc.constant({}) }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        const quick = await server.request("tools/call", call);
        const usual = await server.request("tools/call", { ...call, ...ordinary });
        expect(answerOf(quick)).toEqual(answerOf(usual));
      }),
      { numRuns: 150 },
    );
    server.expectOnlyProtocol();
  }, 60_000);

  it("asks where the ordinary way asks [MCP-54]", async () => {
    const world = createWorld();
    const server = await open(world, asked);
    for (const more of [{}, ordinary]) {
      const from = server.messages.length;
      const id = JSON.stringify(more);
      const call = { name: "Read", arguments: { file_path: "/etc/hostname" }, ...more };
      await server.send({ id, method: "tools/call", params: call });
      const question = await server.message(
        ({ method }) => method === "elicitation/create",
        "a question",
        from,
      );
      expect(question.params?.["message"]).toContain("Read wants to read /etc/hostname");
      await server.send({
        id: question.id,
        result: { action: "accept", content: { answer: "Yes, this once" } },
      });
      const { result } = await server.answerTo(id, from);
      expect(result?.["isError"] ?? false).toBe(false);
    }
  });

  it.each(["the short way", "the ordinary way"])(
    "is like the other one left by a cancelled call, with its search: %s [MCP-55]",
    async (way) => {
      const world = createWorld({ "a.txt": "one\n" });
      plantSlowFile(world.files);
      const server = await open(world);
      const call = { name: "Grep", arguments: { pattern: slowPattern, output_mode: "content" } };
      const params = way === "the short way" ? call : { ...call, ...ordinary };
      await server.send({ id: "slow", method: "tools/call", params });
      const search = await until(
        () => descendantsOf(server.pid).find(({ command }) => command.includes(slowPattern)),
        "the search",
      );
      await server.notify("notifications/cancelled", { requestId: "slow", reason: "enough" });
      expect(await allGone([search.pid])).toBe(true);
      // Who has cancelled gets no answer, and the next call is answered as always.
      const read = { name: "Read", arguments: { file_path: world.files.path("a.txt") } };
      expect((await server.request("tools/call", read)).result).toMatchObject({
        content: [{ text: "     1→one" }],
      });
      expect(server.messages.filter(({ id }) => id === "slow")).toEqual([]);
    },
  );

  it("answers each of two calls that come with the same id [MCP-54]", async () => {
    const world = createWorld({ "a.txt": "one\n", "b.txt": "two\n" });
    const server = await open(world);
    const calls = ["a.txt", "b.txt"].map((name) => ({
      jsonrpc: "2.0",
      id: "twin",
      method: "tools/call",
      params: { name: "Read", arguments: { file_path: world.files.path(name) } },
    }));
    await server.write(`${calls.map((call) => JSON.stringify(call)).join("\n")}\n`);
    const answers = await until(() => {
      const found = server.messages.filter(({ id }) => id === "twin");
      return found.length === 2 && found;
    }, "two answers");
    const texts = answers.map(({ result = {} }) => textOf(result));
    expect(texts.toSorted()).toEqual(["     1→one", "     1→two"]);
  });

  it("sends hundreds of answers that were asked for in one breath, each its own [MCP-54]", async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}.txt`, `file ${index}\n`]),
    );
    const world = createWorld(tree);
    const server = await open(world);
    const lines = Array.from({ length: 600 }, (_, id) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: {
          name: "Read",
          arguments: { file_path: world.files.path(`${id % 50}.txt`) },
          ...(id % 7 === 0 ? ordinary : {}),
        },
      }),
    );
    await server.write(`${lines.join("\n")}\n`);
    for (let id = 0; id < lines.length; id += 1) {
      const { result } = await server.answerTo(id);
      expect(result).toMatchObject({ content: [{ text: `     1→file ${id % 50}` }] });
    }
    server.expectOnlyProtocol();
  });
});
