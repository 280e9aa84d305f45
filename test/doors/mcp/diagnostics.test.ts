/** What language servers find reaches an MCP client with the result, and they end with the server. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FakeLanguageServer, fakeLanguageServer } from "../../support/fake-language-server.js";
import { isRunning } from "../../support/language-desk.js";
import { shakeHands } from "./eras.js";
import { RawServer, until } from "./raw-server.js";
import { createWorld, type World } from "./world.js";

function worldWith({ entry }: FakeLanguageServer): World {
  const world = createWorld({ "a.fake": "one\n" });
  const folder = join(world.home, ".config/filewright");
  mkdirSync(folder, { recursive: true });
  const languageServers = { fake: { ...entry, languages: { ".fake": "fake" } } };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ languageServers }));
  return world;
}

async function editOnce(server: RawServer, world: World) {
  await shakeHands(server);
  const file_path = world.files.path("a.fake");
  await server.request("tools/call", { name: "Read", arguments: { file_path } });
  const edit = { file_path, old_string: "one", new_string: "ERROR(new)" };
  return server.request("tools/call", { name: "Edit", arguments: edit });
}

const environment = { FILEWRIGHT_LSP: "1", FILEWRIGHT_DIAGNOSTICS_WAIT_MS: "30000" };
const words = ["--mode", "acceptEdits"];

describe("An MCP server", () => {
  it("sends diagnostics as content and as data, and its language servers end with it [MCP-80]", async () => {
    const language = fakeLanguageServer();
    const world = worldWith(language);
    const server = new RawServer(world, { words, environment });
    const { result } = await editOnce(server, world);
    expect(result?.content?.at(-1)).toEqual({
      type: "text",
      text: "[Diagnostics, fresh: 1 introduced by this change]\n1:1 error (fake ERROR): new",
    });
    expect(result?._meta?.["filewright/diagnostics"]).toMatchObject([
      { path: world.files.path("a.fake"), state: "fresh", introduced: [{ line: 1, message: "new" }] },
    ]);
    const [pid = 0] = language.pids();
    expect(isRunning(pid)).toBe(true);
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(isRunning(pid)).toBe(false);
    server.expectOnlyProtocol();
  });

  it("that is killed leaves no language server behind [MCP-80]", async () => {
    const language = fakeLanguageServer({ ignoresSignals: true, ignoresEnd: true });
    const world = worldWith(language);
    const server = new RawServer(world, { words, environment });
    await editOnce(server, world);
    const [pid = 0] = language.pids();
    server.child.kill("SIGKILL");
    await until(() => !isRunning(pid), "the end of the language server");
  });

  it("starts none when told so [MCP-80]", async () => {
    const language = fakeLanguageServer();
    const world = worldWith(language);
    const server = new RawServer(world, { words: [...words, "--no-lsp"], environment });
    const { result } = await editOnce(server, world);
    expect(result?.content).toHaveLength(1);
    expect(language.pids()).toEqual([]);
  });
});
