/** Every entry point can add gitDiff to a change, and offers `.claude/` for the session when it asks about a file in it. */
import { describe, expect, it } from "vitest";
import { typeCommand } from "../support/command-line.js";
import { connectClient, serveHttp } from "../support/http-server.js";
import { type Repository, repository } from "../support/repository.js";
import { asked, shakeHands } from "./mcp/eras.js";
import { RawServer } from "./mcp/raw-server.js";
import { createWorld } from "./mcp/world.js";

const gitDiff = { filename: "a.txt", status: "modified", additions: 1, deletions: 1, changes: 2 };
const PATH = process.env["PATH"] ?? "";
const editOf = (files: Repository): Record<string, unknown> => ({
  file_path: files.path("a.txt"),
  old_string: "one",
  new_string: "two",
});

describe("gitDiff", () => {
  it("is in _meta of the stdio server and of the HTTP server, in sessions and without [GIT-380]", async () => {
    const files = repository({ "a.txt": "one\n" });
    const world = createWorld({});
    const words = ["--git-diff", "--mode", "acceptEdits", "--root", files.root];
    const server = new RawServer(world, { words, environment: { PATH } });
    await shakeHands(server);
    const call = (name: string, args: object): Promise<{ readonly result?: { readonly _meta?: unknown } }> =>
      server.request("tools/call", { name, arguments: args });
    await call("Read", { file_path: files.path("a.txt") });
    expect((await call("Edit", editOf(files))).result?._meta).toMatchObject({
      "filewright/output": { gitDiff },
    });
    for (const mode of ["auto", "legacy"] as const) {
      files.write("a.txt", "one\n");
      const http = await serveHttp(files, { flags: { gitDiff: true }, environment: { PATH } });
      const client = await connectClient(http, { mode });
      await client.callTool({ name: "Read", arguments: { file_path: files.path("a.txt") } });
      const { _meta } = await client.callTool({ name: "Edit", arguments: editOf(files) });
      expect(_meta).toMatchObject({ "filewright/output": { gitDiff } });
    }
  });

  it("is in what a command prints as JSON, and only if it was asked for [GIT-380]", async () => {
    const files = repository({ "a.txt": "one\n" });
    const environment = { PATH, FILEWRIGHT_SESSION: "s" };
    const edit = ["edit", files.path("a.txt"), "--json", "--yes"];
    await typeCommand(["read", files.path("a.txt")], files.root, { environment });
    const first = await typeCommand([...edit, "--old", "one", "--new", "two", "--git-diff"], files.root, {
      environment,
    });
    expect(JSON.parse(first.stdout)).toMatchObject({ output: { gitDiff } });
    const second = await typeCommand([...edit, "--old", "two", "--new", "three"], files.root, {
      environment,
    });
    expect(JSON.parse(second.stdout)).not.toHaveProperty("output.gitDiff");
  });
});

describe("A question about a file in .claude", () => {
  const offered = "Yes, and allow Edit(/.claude/**) for this session";

  it.each(["auto", "legacy"] as const)(
    "offers the folder for the session over HTTP, and the yes holds there: %s [PERM-388]",
    async (mode) => {
      const files = repository({ ".claude/a.md": "one\n", ".claude/deep/b.md": "one\n" });
      const client = await connectClient(await serveHttp(files), { mode, capabilities: asked });
      const forms: (readonly string[])[] = [];
      client.setRequestHandler("elicitation/create", (request) => {
        const { requestedSchema } = request.params as unknown as {
          readonly requestedSchema: {
            readonly properties: { readonly answer: { readonly enum: readonly string[] } };
          };
        };
        forms.push(requestedSchema.properties.answer.enum);
        return Promise.resolve({ action: "accept" as const, content: { answer: offered } });
      });
      for (const name of [".claude/a.md", ".claude/deep/b.md"]) {
        const file_path = files.path(name);
        await client.callTool({ name: "Read", arguments: { file_path } });
        await client.callTool({
          name: "Edit",
          arguments: { file_path, old_string: "one", new_string: "two" },
        });
        expect(files.read(name)).toBe("two\n");
      }
      expect(forms).toEqual([["Yes, this once", offered, "No"]]);
    },
  );

  it("offers it at a terminal, and the yes holds for the next command [PERM-388]", async () => {
    const files = repository({ ".claude/a.md": "one\n", ".claude/b.md": "one\n" });
    const environment = { FILEWRIGHT_SESSION: "s" };
    for (const name of ["a", "b"])
      await typeCommand(["read", files.path(`.claude/${name}.md`)], files.root, { environment });
    const edit = (name: string): string[] => [
      "edit",
      files.path(`.claude/${name}.md`),
      "--old",
      "one",
      "--new",
      "two",
    ];
    const first = await typeCommand(edit("a"), files.root, { environment, typed: ["s"] });
    expect(first.stderr).toContain(
      "yes, for this session: everything in its folder, by the rule Edit(/.claude/**)",
    );
    const second = await typeCommand(edit("b"), files.root, { environment, typed: ["n"] });
    expect(second.prompts).toEqual([]);
    expect(files.read(".claude/b.md")).toBe("two\n");
  });

  it("offers it to the host of an SDK, with its approval [PERM-388]", async () => {
    const files = repository({ ".claude/a.md": "one\n" });
    const toolkit = files.toolkit({ permissions: { mode: "acceptEdits" } });
    const file_path = files.path(".claude/a.md");
    await toolkit.call("Read", { file_path });
    const verdict = await toolkit.decide("Edit", { file_path, old_string: "one", new_string: "two" });
    expect(verdict).toMatchObject({
      questions: [
        {
          suggestions: [{ scope: "once" }, { scope: "session", covers: "folder", rule: "Edit(/.claude/**)" }],
        },
      ],
    });
  });
});
