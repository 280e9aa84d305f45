/** Attack 22: the folders that a client names narrow what the server was started with, and never widen it. */
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { TempWorkspace } from "../../support/workspace.js";
import { type Message, RawServer } from "./raw-server.js";
import { codeOf } from "./results.js";
import { createWorld, type World } from "./world.js";

const opening = {
  protocolVersion: "2025-11-25",
  capabilities: { roots: { listChanged: true } },
  clientInfo: { name: "rooted", version: "1" },
};

interface Rooted {
  readonly server: RawServer;
  /** Answers the server's next question for folders. */
  readonly answer: (uris: readonly string[]) => Promise<void>;
  readonly look: (file_path: string) => Promise<string>;
}

function plant(): World {
  return createWorld({
    "in/x.txt": "one\n",
    "in/a b/x.txt": "one\n",
    "in/deep/x.txt": "one\n",
    "out/x.txt": "one\n",
  });
}

async function open(world: World): Promise<Rooted> {
  const server = new RawServer(world, { words: ["--root", world.files.path("in")] });
  await server.request("initialize", opening);
  await server.notify("notifications/initialized");
  let seen = 0;
  return {
    server,
    answer: async (uris) => {
      const question = await server.message(
        ({ method }) => method === "roots/list",
        "a question for folders",
        seen,
      );
      seen = server.messages.indexOf(question) + 1;
      await server.send({ id: question.id, result: { roots: uris.map((uri) => ({ uri })) } });
    },
    look: async (file_path) =>
      comesTo(await server.request("tools/call", { name: "Read", arguments: { file_path } })),
  };
}

function comesTo({ result }: Message): string {
  return codeOf(result ?? {}) ?? "fine";
}

function uri(files: TempWorkspace, name: string): string {
  return pathToFileURL(files.path(name)).href;
}

describe("A client's folders", () => {
  it.each<[string, (files: TempWorkspace) => readonly string[], object]>([
    ["a folder inside", (files) => [uri(files, "in/deep")], { deep: "fine", x: "PERMISSION_DENIED" }],
    ["the folder itself", (files) => [uri(files, "in")], { deep: "fine", x: "fine" }],
    ["a folder above", (files) => [uri(files, ".")], { deep: "fine", x: "fine" }],
    ["the whole disk", () => ["file:///"], { deep: "fine", x: "fine" }],
    [
      "a folder outside",
      (files) => [uri(files, "out")],
      { deep: "PERMISSION_DENIED", x: "PERMISSION_DENIED" },
    ],
    [
      "one inside and one outside",
      (files) => [uri(files, "in/deep"), uri(files, "out")],
      { deep: "fine", x: "PERMISSION_DENIED" },
    ],
    [
      "a folder with a space",
      (files) => [`file://${files.path("in/a")}%20b`],
      { spaced: "fine", deep: "PERMISSION_DENIED", x: "PERMISSION_DENIED" },
    ],
    [
      "a folder and a slash",
      (files) => [`${uri(files, "in/deep")}/`],
      { deep: "fine", x: "PERMISSION_DENIED" },
    ],
    [
      "only addresses that are no folders here",
      () => ["https://example.org/x", "vscode-vfs://github/x"],
      { deep: "fine", x: "fine" },
    ],
    ["nothing", () => [], { deep: "fine", x: "fine" }],
  ])("if they are %s narrow and never widen [MCP-40]", async (_what, name, expected) => {
    const world = plant();
    const { files } = world;
    const { answer, look } = await open(world);
    await answer(name(files));
    const places = { deep: "in/deep/x.txt", x: "in/x.txt", spaced: "in/a b/x.txt" };
    for (const [place, outcome] of Object.entries(expected))
      expect(await look(files.path(places[place as keyof typeof places])), place).toBe(outcome);
    expect(await look(files.path("out/x.txt"))).toBe("PERMISSION_DENIED");
  });

  it("are asked for again when they have changed, and widen back at most to what was given [MCP-41]", async () => {
    const world = plant();
    const { files } = world;
    const { server, answer, look } = await open(world);
    await answer([uri(files, "in/deep")]);
    expect(await look(files.path("in/x.txt"))).toBe("PERMISSION_DENIED");
    await server.notify("notifications/roots/list_changed");
    await answer([uri(files, "in"), uri(files, "out")]);
    expect(await look(files.path("in/x.txt"))).toBe("fine");
    expect(await look(files.path("out/x.txt"))).toBe("PERMISSION_DENIED");
  });

  it("hold up the calls that come behind the news of a change, in one breath [MCP-41]", async () => {
    const world = plant();
    const { files } = world;
    const { server, answer, look } = await open(world);
    await answer([uri(files, "in")]);
    expect(await look(files.path("in/x.txt"))).toBe("fine");
    const call = { name: "Read", arguments: { file_path: files.path("in/x.txt") } };
    const lines = [
      { method: "notifications/roots/list_changed" },
      { id: "behind", method: "tools/call", params: call },
    ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
    await server.write(`${lines.join("\n")}\n`);
    await answer([uri(files, "in/deep")]);
    expect(comesTo(await server.answerTo("behind"))).toBe("PERMISSION_DENIED");
  });

  it("are not waited for by a client that never says it is ready [MCP-42]", async () => {
    const world = plant();
    const server = new RawServer(world, { words: ["--root", world.files.path("in")] });
    await server.request("initialize", opening);
    const call = { name: "Read", arguments: { file_path: world.files.path("in/x.txt") } };
    expect(comesTo(await server.request("tools/call", call))).toBe("fine");
  });

  it("are waited for by the first call, but not for ever [MCP-42]", async () => {
    const world = plant();
    const { server, look } = await open(world);
    // Never answered: the server's own folders stand.
    expect(await look(world.files.path("in/x.txt"))).toBe("fine");
    expect(await look(world.files.path("out/x.txt"))).toBe("PERMISSION_DENIED");
    server.expectOnlyProtocol();
  });

  it("hold up the very first look, though it came in one breath with the end of the greeting [FIX-7]", async () => {
    const world = plant();
    const server = new RawServer(world, { words: ["--root", world.files.path("in")] });
    await server.request("initialize", opening);
    const look = { name: "Read", arguments: { file_path: world.files.path("in/x.txt") } };
    const lines = [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: "look", method: "tools/call", params: look },
    ];
    await server.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { id } = await server.message(({ method }) => method === "roots/list", "a question for folders");
    await server.send({ id, result: { roots: [{ uri: uri(world.files, "in/deep") }] } });
    expect(comesTo(await server.answerTo("look"))).toBe("PERMISSION_DENIED");
  });

  it("may be refused or nonsense without harm [MCP-42]", async () => {
    for (const reply of [
      { error: { code: -32601, message: "no" } },
      { result: { roots: "x" } },
      { result: {} },
      { result: { roots: [{ uri: 7 }] } },
    ]) {
      const world = plant();
      const { server, look } = await open(world);
      const question = await server.message(({ method }) => method === "roots/list", "a question");
      await server.send({ id: question.id, ...reply });
      expect(await look(world.files.path("in/x.txt"))).toBe("fine");
      expect(await look(world.files.path("out/x.txt"))).toBe("PERMISSION_DENIED");
    }
  });
});
