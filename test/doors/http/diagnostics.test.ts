/** Clients of one server share its language servers, each is told of its own changes, and all end together. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FakeLanguageServer, fakeLanguageServer } from "../../support/fake-language-server.js";
import { connectClient, connectOldClient, serveHttp } from "../../support/http-server.js";
import { isRunning } from "../../support/language-desk.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

type Called = Readonly<Record<string, unknown>>;

interface Caller {
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<Called>;
}

const environment = { FILEWRIGHT_DIAGNOSTICS_WAIT_MS: "30000", PATH: "" };

function worldWith({ entry }: FakeLanguageServer): TempWorkspace {
  const files = tempWorkspace({ "a.fake": "ERROR(old)\none\ntwo\n" });
  const settings = join(files.root, "../home/.config/filewright");
  mkdirSync(settings, { recursive: true });
  const languageServers = { fake: { ...entry, languages: { ".fake": "fake" } } };
  writeFileSync(join(settings, "settings.json"), JSON.stringify({ languageServers }));
  return files;
}

/** What the result tells of diagnostics. */
async function edit(
  files: TempWorkspace,
  client: Caller,
  old_string: string,
  new_string: string,
): Promise<unknown> {
  const file_path = files.path("a.fake");
  await client.callTool({ name: "Read", arguments: { file_path } });
  const { _meta } = await client.callTool({ name: "Edit", arguments: { file_path, old_string, new_string } });
  return (_meta as Called)["filewright/diagnostics"];
}

describe("An HTTP server", () => {
  it("tells clients with and without sessions what their own changes did, by one language server [MCP-80]", async () => {
    const language = fakeLanguageServer();
    const files = worldWith(language);
    const server = await serveHttp(files, { environment });
    const introduced = (message: string): readonly object[] => [
      { state: "fresh", isLate: false, introduced: [{ message }], resolved: [] },
    ];
    const older: Caller = await connectOldClient(server, { agent: "older" });
    expect(await edit(files, older, "one", "ERROR(mine)")).toMatchObject(introduced("mine"));
    const newest: Caller = await connectClient(server, { agent: "newest" });
    expect(await edit(files, newest, "two", "ERROR(theirs)")).toMatchObject(introduced("theirs"));
    expect(language.pids()).toHaveLength(1);
    await server.http.close();
    expect(language.pids().filter(isRunning)).toEqual([]);
  });

  it("ends a language server with the last client that has called, whoever still looks on [MCP-80]", async () => {
    const language = fakeLanguageServer();
    const files = worldWith(language);
    const server = await serveHttp(files, { environment, limits: { maxConversations: 1 } });
    await (await connectClient(server, { agent: "looker" })).listTools();
    const older = await connectOldClient(server, { agent: "older" });
    await edit(files, older, "one", "ERROR(mine)");
    const [first = 0] = language.pids();
    expect(isRunning(first)).toBe(true);
    await (older.transport as unknown as { terminateSession(): Promise<void> }).terminateSession();
    await expect.poll(() => isRunning(first), { timeout: 20_000 }).toBe(false);
    // Without sessions a client is over when it is forgotten.
    await edit(files, await connectClient(server, { agent: "newest" }), "two", "ERROR(theirs)");
    const [, second = 0] = language.pids();
    expect(isRunning(second)).toBe(true);
    const next = await connectClient(server, { agent: "next" });
    await next.callTool({ name: "Glob", arguments: { pattern: "*.fake" } });
    await expect.poll(() => isRunning(second), { timeout: 20_000 }).toBe(false);
    await server.http.close();
    expect(language.pids()).toHaveLength(2);
  });
});
