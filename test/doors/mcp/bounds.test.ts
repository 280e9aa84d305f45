/** No answer is larger than a client can take, whatever is asked of whatever files. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadVocabulary } from "../../../src/tokens/load-vocabulary.js";
import { asked, shakeHands } from "./eras.js";
import { notebook } from "./notebook.js";
import { type Message, RawServer } from "./raw-server.js";
import { textOf } from "./results.js";
import { createWorld } from "./world.js";

const MAX_TOKENS = 25_000;
const MAX_META_CHARACTERS = 64 * 1024;

const files = {
  "code.ts": "export const value = compute(12345, 'text');\n".repeat(40_000),
  "digits.txt": `${"9081726354 ".repeat(9)}\n`.repeat(20_000),
  "emoji.txt": "👩‍👩‍👧‍👦🏳️‍🌈𝔘𝔫𝔦𝔠𝔬𝔡𝔢\n".repeat(20_000),
  "blank.txt": "\n".repeat(60_000),
  "spaces.txt": `${" ".repeat(2000)}\n`.repeat(500),
  "one-line.txt": "needle and thread, ".repeat(100_000),
  "controls.txt": "\u0001\u202e\u200b".repeat(50_000),
  "n.ipynb": notebook("print('needle')\n".repeat(30_000)),
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`deep/${`${index}-`.repeat(50)}.txt`, "needle\n"]),
  ),
};

const names = fc.constantFrom(...Object.keys(files).slice(0, 10));
const some = fc.integer({ min: 1, max: 100_000 });

describe("Every answer", () => {
  it("keeps within 25,000 tokens and the size that its tool declares [MCP-57]", async () => {
    const world = createWorld(files);
    const server = new RawServer(world, { words: ["--mode", "acceptEdits", "--no-dedup"] });
    await shakeHands(server);
    const count = await loadVocabulary();
    const { result: listing } = await server.request("tools/list");
    const tools = listing?.["tools"] as readonly { name: string; _meta: Record<string, number> }[];
    const boundOf = new Map(
      tools.map(({ name, _meta }) => [name, _meta["anthropic/maxResultSizeChars"] ?? 0]),
    );
    const paths = names.map((name) => world.files.path(name));
    const calls = fc.oneof(
      fc.record({
        name: fc.constant("Read"),
        arguments: fc.record(
          { file_path: paths, offset: some, limit: some },
          { requiredKeys: ["file_path"] },
        ),
      }),
      fc.record({
        name: fc.constant("Grep"),
        arguments: fc.record(
          {
            pattern: fc.constantFrom("needle", ".", "e", "9"),
            path: paths,
            output_mode: fc.constantFrom("content", "count", "files_with_matches"),
            head_limit: fc.constantFrom(0, 1, 100_000),
            "-A": fc.constantFrom(0, 50),
          },
          { requiredKeys: ["pattern"] },
        ),
      }),
      fc.record({
        name: fc.constant("Glob"),
        arguments: fc.record({ pattern: fc.constantFrom("**/*", "deep/*", "*") }),
      }),
      fc.record({
        name: fc.constant("Edit"),
        arguments: fc.record({
          file_path: paths,
          old_string: fc.constantFrom("needle", "9", "value", " "),
          new_string: fc.string({ minLength: 1, maxLength: 5 }),
          replace_all: fc.boolean(),
        }),
      }),
      fc.record({
        name: fc.constant("Write"),
        arguments: fc.record({
          file_path: fc.constantFrom("new.txt", "other.txt").map((name) => world.files.path(name)),
          content: fc.constantFrom("x".repeat(1_000_000), "line\n".repeat(50_000), "short"),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        const message = await server.request("tools/call", call);
        const result = message.result ?? {};
        const text = textOf(result);
        // Read counts tokens alone: a page of blanks may be long and still be little.
        if (call.name !== "Read") expect(text.length).toBeLessThanOrEqual(boundOf.get(call.name) ?? 0);
        expect(JSON.stringify(result._meta).length).toBeLessThanOrEqual(MAX_META_CHARACTERS);
        if (text.length > MAX_TOKENS) expect(count?.(text) ?? 0).toBeLessThanOrEqual(MAX_TOKENS);
      }),
      { numRuns: 50 },
    );
    server.expectOnlyProtocol();
  }, 60_000);

  it("and every question is short enough to be read [MCP-57]", async () => {
    const world = createWorld({ "a.txt": "old\n", "wide.txt": "w".repeat(500_000) });
    const server = new RawServer(world);
    await shakeHands(server, { capabilities: asked });
    const write = async (name: string, content: string): Promise<Message> => {
      const from = server.messages.length;
      const file_path = world.files.path(name);
      await server.request("tools/call", { name: "Read", arguments: { file_path } });
      const call = { name: "Write", arguments: { file_path, content } };
      await server.send({ id: `${name}-${from}`, method: "tools/call", params: call });
      const question = await server.message(
        ({ method }) => method === "elicitation/create",
        "a question",
        from,
      );
      await server.send({ id: question.id, result: { action: "decline" } });
      return question;
    };
    for (const [name, content] of [
      ["new.txt", "line\n".repeat(100_000)],
      ["new-wide.txt", "x".repeat(2_000_000)],
      ["a.txt", "y".repeat(2_000_000)],
    ] as const)
      expect(JSON.stringify(await write(name, content)).length).toBeLessThan(64 * 1024);
    expect(world.files.read("a.txt")).toBe("old\n");
  });
});
