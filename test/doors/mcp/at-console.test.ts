/** Servers in processes of their own, clients that can't be asked, and a person at a console elsewhere who can. */
import { describe, expect, it } from "vitest";
import { openConsole, untilAskedAtConsole } from "../../support/consoles.js";
import { allow, numberedLines } from "../../support/desks.js";
import { clients } from "./clients.js";
import { enveloped, shakeHands } from "./eras.js";
import { serveOverHttp } from "./http-process.js";
import { sitDown } from "./people.js";
import { RawServer, until } from "./raw-server.js";
import { codeOf, textOf } from "./results.js";
import { createWorld } from "./world.js";

const original = numberedLines(40);
const proposal = numberedLines(40, (line) => (line % 15 === 5 ? `LINE ${line}` : undefined));

describe.each(clients)("$name", ({ connect }) => {
  it("has a person at the console decide about each hunk when it shows no forms [DESK-27]", async () => {
    const world = createWorld({ "a.txt": original });
    const { engines } = await openConsole(world.files);
    const client = await connect(world);
    const file_path = world.files.path("a.txt");
    await client.call("Read", { file_path });
    const writing = client.call("Write", { file_path, content: proposal });
    const { engine, question } = await untilAskedAtConsole(engines);
    expect((await engine.sessions()).map(({ name, calls }) => [name, calls])).toEqual([["story 1", 2]]);
    const lines = (question.hunks[2]?.lines ?? []).flatMap((line) =>
      line.startsWith("-") ? [] : [line.slice(1).replace("LINE 35", () => "the person's line")],
    );
    const hunks = [{ use: "new" }, { use: "old" }, { use: "edited", lines }] as const;
    const comment = "leave line 20 alone";
    expect(await engine.answer(question.id, allow(question, { hunks, comment }))).toBe("answered");
    const result = await writing;
    expect(world.files.read("a.txt")).toBe(
      numberedLines(40, (line) => ({ 5: "LINE 5", 35: "the person's line" })[line]),
    );
    expect(result._meta?.["filewright/output"]).toMatchObject({ userModified: true });
    expect(textOf(result)).toMatch(
      /The user changed your proposal[\s\S]*\+the person's line[\s\S]*\[The user says: "leave line 20 alone"\]/,
    );
    expect(await engine.questions()).toEqual([]);
  });

  it("is asked itself where it can be, unless the server was told to prefer the console [DESK-28]", async () => {
    const world = createWorld();
    const { engines } = await openConsole(world.files);
    const sitting = sitDown();
    const usual = await connect(world, { person: sitting.person });
    await usual.call("Write", { file_path: world.files.path("form.txt"), content: "form\n" });
    expect([sitting.forms.length, world.files.read("form.txt")]).toEqual([1, "form\n"]);
    const told = await connect(world, { person: sitting.person, words: ["--ask", "console"] });
    const writing = told.call("Write", { file_path: world.files.path("console.txt"), content: "console\n" });
    const { engine, question } = await untilAskedAtConsole(engines);
    await engine.answer(question.id, allow(question));
    expect((await writing).isError ?? false).toBe(false);
    expect([sitting.forms.length, world.files.read("console.txt")]).toEqual([1, "console\n"]);
  });

  it("has a person at the console look at what is too long for forms [HOST-127]", async () => {
    const world = createWorld();
    const { engines } = await openConsole(world.files);
    const sitting = sitDown();
    const client = await connect(world, { person: sitting.person });
    const content = `${"harmless\n".repeat(3000)}last\n`;
    const writing = client.call("Write", { file_path: world.files.path("long.txt"), content });
    const { engine, question } = await untilAskedAtConsole(engines);
    expect([question.isWhole, question.hunks[0]?.lines.at(-1)]).toEqual([true, "+last"]);
    await engine.answer(question.id, allow(question));
    expect((await writing).isError ?? false).toBe(false);
    expect([sitting.forms.length, world.files.read("long.txt")]).toEqual([0, content]);
  });

  it("is asked itself as well while nobody is at the console [DESK-28]", async () => {
    const world = createWorld();
    const sitting = sitDown();
    const client = await connect(world, { person: sitting.person, words: ["--ask", "console"] });
    await client.call("Write", { file_path: world.files.path("form.txt"), content: "form\n" });
    expect([sitting.forms.length, world.files.read("form.txt")]).toEqual([1, "form\n"]);
  });
});

describe("A server", () => {
  it("refuses an approval of a file that has changed since, and writes nothing [DESK-29]", async () => {
    const world = createWorld({ "a.txt": original });
    const { engines } = await openConsole(world.files);
    const server = new RawServer(world);
    await shakeHands(server);
    const file_path = world.files.path("a.txt");
    await server.request("tools/call", { name: "Read", arguments: { file_path } });
    const writing = server.request("tools/call", {
      name: "Write",
      arguments: { file_path, content: proposal },
    });
    const { engine, question } = await untilAskedAtConsole(engines);
    world.files.write("a.txt", "somebody else's\n");
    expect(await engine.answer(question.id, allow(question))).toBe("answered");
    expect(codeOf((await writing).result ?? {})).toBe("FILE_CHANGED_SINCE_READ");
    expect(world.files.read("a.txt")).toBe("somebody else's\n");
    server.expectOnlyProtocol();
  });

  it("withdraws the question of a call that its client cancels, or that ends with it [DESK-29]", async () => {
    const world = createWorld();
    const { engines } = await openConsole(world.files);
    const server = new RawServer(world);
    await shakeHands(server);
    const write = (id: number): Promise<void> =>
      server.send({
        id,
        method: "tools/call",
        params: { name: "Write", arguments: { file_path: world.files.path(`${id}.txt`), content: "x\n" } },
      });
    await write(1);
    const { engine, question } = await untilAskedAtConsole(engines);
    await server.notify("notifications/cancelled", { requestId: 1 });
    for (let round = 0; round < 500 && (await engine.questions()).length > 0; round += 1);
    expect(await engine.answer(question.id, allow(question))).toBe("over");
    await write(2);
    await untilAskedAtConsole(engines);
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    await until(() => engines.all.length === 1, "the end of the engine");
    expect([world.files.stamp("1.txt"), world.files.stamp("2.txt")]).toEqual([undefined, undefined]);
  });

  it("names the conversations of its clients, by the address too [DESK-30]", async () => {
    const world = createWorld({ "a.txt": "a\n" });
    const { engines } = await openConsole(world.files);
    const { url, headers } = await serveOverHttp(world);
    const post = async (path: string, body: object, more: Record<string, string> = {}): Promise<Response> =>
      fetch(new URL(path, url), {
        method: "POST",
        headers: {
          ...headers,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          ...more,
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      });
    const clientInfo = { name: "long ".repeat(40), version: "2" };
    const opened = await post("/mcp/reviewer", {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    await opened.text();
    const session = { "Mcp-Session-Id": opened.headers.get("mcp-session-id") ?? "" };
    const read = { name: "Read", arguments: { file_path: world.files.path("a.txt") } };
    await (await post("/mcp/reviewer", { id: 2, method: "tools/call", params: read }, session)).text();
    const modern = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "Read" };
    await (
      await post("/mcp/writer", { id: 3, method: "tools/call", params: enveloped(read, {}) }, modern)
    ).text();
    const engine = await until(() => engines.all[1], "the server");
    const names = (await engine.sessions()).map(({ name }) => name);
    expect(names).toEqual([
      expect.stringMatching(/^reviewer \((long )+long?…\)$/) as string,
      "writer (by-hand 1)",
    ]);
    expect(names.every((name) => (name?.length ?? 0) <= 120)).toBe(true);
  });
});
