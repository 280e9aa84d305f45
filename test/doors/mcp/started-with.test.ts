/** What the server is started with: folders, modes, settings, and what it says of words that it does not know. */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { asked, shakeHands } from "./eras.js";
import { type Message, RawServer, type RawServerOptions } from "./raw-server.js";
import { codeOf, outcomeOf, textOf } from "./results.js";
import { createWorld, type World } from "./world.js";

interface Started {
  readonly server: RawServer;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<Message>;
  /** What a Read of a file comes to: its text, or the code of the failure. */
  readonly look: (file_path: string) => Promise<string>;
  readonly names: () => Promise<readonly string[]>;
}

async function start(world: World, options: RawServerOptions = {}): Promise<Started> {
  const server = new RawServer(world, options);
  await shakeHands(server);
  const call: Started["call"] = (name, args) => server.request("tools/call", { name, arguments: args });
  return {
    server,
    call,
    look: async (file_path) => comesTo(await call("Read", { file_path })),
    names: async () => {
      const { result } = await server.request("tools/list");
      return ((result?.["tools"] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
    },
  };
}

function comesTo({ result, error }: Message): string {
  return error === undefined ? outcomeOf(result ?? {}) : `${error.code}`;
}

const ONE = "     1→one";

describe("The folders that the server works in", () => {
  it("are those that were named, each of them [MCP-30]", async () => {
    const world = createWorld({ "a/x.txt": "one\n", "b/x.txt": "one\n", "c/x.txt": "one\n" });
    const { files } = world;
    const { look } = await start(world, { words: ["--root", files.path("a"), `--root=${files.path("b")}`] });
    expect(await look(files.path("a/x.txt"))).toBe(ONE);
    expect(await look(files.path("b/x.txt"))).toBe(ONE);
    expect(await look(files.path("c/x.txt"))).toBe("PERMISSION_DENIED");
  });

  it("may be named from the working directory [MCP-30]", async () => {
    const world = createWorld({ "a/x.txt": "one\n", "y.txt": "one\n" });
    const { look } = await start(world, { words: ["--root", "a"] });
    expect(await look(world.files.path("a/x.txt"))).toBe(ONE);
    expect(await look(world.files.path("y.txt"))).toBe("PERMISSION_DENIED");
  });

  it("are the project that an agent names in CLAUDE_PROJECT_DIR, else the working directory [MCP-30]", async () => {
    const world = createWorld({ "a/x.txt": "one\n", "b/x.txt": "one\n" });
    const { files } = world;
    const environment = { CLAUDE_PROJECT_DIR: files.path("a") };
    const named = await start(world, { cwd: files.path("b"), environment });
    expect(await named.look(files.path("a/x.txt"))).toBe(ONE);
    expect(await named.look(files.path("b/x.txt"))).toBe("PERMISSION_DENIED");
    const unnamed = await start(world, { cwd: files.path("b") });
    expect(await unnamed.look(files.path("b/x.txt"))).toBe(ONE);
    expect(await unnamed.look(files.path("a/x.txt"))).toBe("PERMISSION_DENIED");
  });

  it.each(["/", "home"])("are none when it happens to be started in %s [MCP-31]", async (place) => {
    const world = createWorld({ "a.txt": "one\n" });
    const { call, look, names } = await start(world, { cwd: place === "/" ? "/" : world.home });
    const { result = {} } = await call("Read", { file_path: world.files.path("a.txt") });
    expect(codeOf(result)).toBe("PERMISSION_DENIED");
    expect(textOf(result)).toContain("There is no root. Ask the user to name one.");
    expect(await look("/etc/hostname")).toBe("PERMISSION_DENIED");
    expect(await names()).toHaveLength(6);
  });

  it("may be the home directory for whoever says so [MCP-31]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    symlinkSync(world.files.path("a.txt"), join(world.home, "out"));
    const { look } = await start(world, { cwd: world.home, words: ["--root", "."] });
    expect(await look(join(world.home, "none.txt"))).toBe("FILE_NOT_FOUND");
    expect(await look(join(world.home, "out"))).toBe("PERMISSION_DENIED");
  });

  it("may be links, and may be missing for a while [MCP-32]", async () => {
    const world = createWorld({ "real/x.txt": "one\n", link: { link: "real" } });
    const { files } = world;
    const later = files.path("later");
    const { look, server } = await start(world, { words: ["--root", files.path("link"), "--root", later] });
    expect(await look(files.path("link/x.txt"))).toBe(ONE);
    expect(await look(files.path("real/x.txt"))).not.toBe("PERMISSION_DENIED");
    expect(await look(join(later, "x.txt"))).toBe("PERMISSION_DENIED");
    mkdirSync(later);
    files.write("later/x.txt", "one\n");
    expect(await look(join(later, "x.txt"))).toBe(ONE);
    rmSync(later, { recursive: true });
    expect(await look(join(later, "x.txt"))).toBe("FILE_NOT_FOUND");
    expect(server.isRunning).toBe(true);
  });
});

describe("The server's other words", () => {
  it("let it look only: the tools that change are neither listed nor there [MCP-33]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { files } = world;
    const server = new RawServer(world, { words: ["--read-only"] });
    const { result } = await shakeHands(server, { capabilities: asked });
    expect(result?.["instructions"]).toContain("read-only");
    expect(result?.["instructions"]).not.toContain("Edit replaces");
    const { result: listed } = await server.request("tools/list");
    const tools = listed?.["tools"] as readonly { readonly name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(["Read", "Glob", "Grep"]);
    await server.request("tools/call", { name: "Read", arguments: { file_path: files.path("a.txt") } });
    for (const [name, args] of [
      ["Edit", { file_path: files.path("a.txt"), old_string: "one", new_string: "two" }],
      ["Write", { file_path: files.path("b.txt"), content: "two" }],
      ["NotebookEdit", { notebook_path: files.path("b.ipynb"), new_source: "two" }],
    ] as const) {
      const { error } = await server.request("tools/call", { name, arguments: args });
      expect(error).toEqual({
        code: -32602,
        message: `There is no tool called "${name}" here. Known tools: Read, Glob, Grep.`,
      });
    }
    expect(files.read("a.txt")).toBe("one\n");
    expect(files.stamp("b.txt")).toBeUndefined();
  });

  it("set the mode [MCP-34]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { files } = world;
    const change = async (mode: string): Promise<string> => {
      const { call, look } = await start(world, { words: ["--mode", mode] });
      await look(files.path("a.txt"));
      return comesTo(
        await call("Edit", { file_path: files.path("a.txt"), old_string: "one", new_string: "one1" }),
      );
    };
    for (const mode of ["plan", "dontAsk", "default"]) expect(await change(mode)).toBe("PERMISSION_DENIED");
    expect(files.read("a.txt")).toBe("one\n");
    expect(await change("acceptEdits")).toContain("has been updated");
    expect(files.read("a.txt")).toBe("one1\n");
  });

  it("name further settings; a tool denied by its name is not listed [MCP-35]", async () => {
    const world = createWorld({ "a.txt": "one\n", "secret.txt": "two\n" });
    const { files } = world;
    const settings = join(dirname(files.root), "settings.json");
    files.write(
      "../settings.json",
      JSON.stringify({
        permissions: { deny: ["Write", "Grep", "Read(//**/secret.txt)"], allow: ["Edit(//**)"] },
      }),
    );
    const { names, look, call } = await start(world, { words: ["--settings", settings] });
    expect(await names()).toEqual(["Read", "Edit", "Glob", "NotebookEdit"]);
    expect(await look(files.path("secret.txt"))).toBe("PERMISSION_DENIED");
    expect(comesTo(await call("Grep", { pattern: "x" }))).toBe("-32602");
    await look(files.path("a.txt"));
    const edit = { file_path: files.path("a.txt"), old_string: "one", new_string: "two" };
    expect(comesTo(await call("Edit", edit))).toContain("has been updated");
  });

  it("have Reads answered in full every time [MCP-36]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const twice = async (words: readonly string[]): Promise<string> => {
      const { look } = await start(world, { words });
      await look(world.files.path("a.txt"));
      return look(world.files.path("a.txt"));
    };
    expect(await twice(["--no-dedup"])).toBe(ONE);
    expect(await twice([])).not.toBe(ONE);
  });

  it("never leave a client with the stub alone: the same Read after it gets the content [READ-420]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { look } = await start(world, {});
    const answers: boolean[] = [];
    for (let call = 0; call < 5; call += 1) answers.push((await look(world.files.path("a.txt"))) === ONE);
    expect(answers).toEqual([true, false, true, false, true]);
  });

  it.each<[readonly string[], string]>([
    [["--bogus"], 'unknown option "--bogus". Try: filewright mcp --help'],
    [["extra"], 'unknown option "extra". Try: filewright mcp --help'],
    [["--root"], "--root needs a value: --root <dir>"],
    [["--root="], "--root needs a value: --root <dir>"],
    [
      ["--mode", "yolo"],
      '--mode is one of default, acceptEdits, plan, dontAsk, bypassPermissions, not "yolo"',
    ],
    [["--read-only=yes"], "--read-only takes no value"],
    [["--ask", "nobody"], '--ask is one of client, console, not "nobody"'],
    [["--settings"], "--settings needs a value: --settings <file>"],
  ])("are refused in a sentence if they are %j [MCP-37]", async (words, sentence) => {
    const server = new RawServer(createWorld(), { words });
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.errors).toBe(`filewright mcp: ${sentence}\n`);
    expect(server.messages).toEqual([]);
    server.expectOnlyProtocol();
  });

  it("are explained to whoever asks [MCP-37]", async () => {
    const server = new RawServer(createWorld(), { words: ["--help"] });
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const help = server.strayLines.join("\n");
    for (const word of ["--root", "--mode", "--settings", "--read-only", "--ask", "--no-dedup", "--no-lsp"])
      expect(help).toContain(word);
  });
});

describe("What was refused because no one can be asked", () => {
  it("is told to the person on standard error, once, with the way to allow it; the model gets none [MCP-380]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { server, call } = await start(world);
    const file_path = world.files.path("a.txt");
    await call("Read", { file_path });
    const edit = { file_path, old_string: "one", new_string: "two" };
    const refused = [await call("Edit", edit), await call("Edit", edit)];
    const command = `filewright permissions add allow "Edit(/${file_path})" --to user`;
    expect(server.errors.split(command)).toHaveLength(2);
    expect(JSON.stringify(refused)).not.toContain("permissions add");
    expect(server.strayLines).toEqual([]);
  });
});
