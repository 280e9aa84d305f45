/** A server that a client starts anywhere, with a root: what a desktop client does always. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { renderInstructions } from "../../../src/mcp/instructions.js";
import { clients } from "./clients.js";
import { sitDown } from "./people.js";
import { RawServer } from "./raw-server.js";
import { textOf } from "./results.js";
import { createWorld, type World } from "./world.js";

const plant = (): World => createWorld({ "src/app.ts": "port: 80\n", "docs/note.md": "a port\n" });

describe.each(clients)("$name, started in /", ({ connect }) => {
  it("finds, reads and edits at the first try, and knows where it is [MCP-340, MCP-341]", async () => {
    const world = plant();
    const { root } = world.files;
    const { person, forms } = sitDown();
    const connection = await connect(world, { cwd: "/", words: ["--root", root], person });
    expect(connection.instructions).toContain(`- Root: ${root}. `);
    expect(connection.instructions).toContain(`Glob and Grep without path search ${root};`);
    const file_path = join(root, "src/app.ts");
    const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
      const called = await connection.call(name, args);
      expect(called.isError, textOf(called)).not.toBe(true);
      return textOf(called);
    };
    expect(await call("Glob", { pattern: "**/*.ts" })).toContain(file_path);
    expect(await call("Glob", { pattern: `${root}/**/*.ts` })).toContain(file_path);
    expect(await call("Grep", { pattern: "port: \\d+" })).toContain(file_path);
    expect(await call("Grep", { pattern: "port", path: "src" })).toContain(file_path);
    expect(await call("Read", { file_path })).toContain("port: 80");
    expect(await call("Edit", { file_path, old_string: "80", new_string: "8080" })).toContain(
      "has been updated",
    );
    expect(forms).toHaveLength(1);
    expect(world.files.read("src/app.ts")).toBe("port: 8080\n");
    const refused = textOf(await connection.call("Read", { file_path: "src/app.ts" }));
    expect(refused).toContain(`Under the working directory it would be ${file_path}.`);
  });
});

describe("A server with several roots", () => {
  it("searches all of them, or those that the client narrows them to [MCP-341, MCP-342]", async () => {
    const world = createWorld({ "a/x.txt": "one\n", "b/x.txt": "one\n", "b/deep/y.txt": "one\n" });
    const { files } = world;
    const words = ["--root", files.path("a"), "--root", files.path("b")];
    const server = new RawServer(world, { words, cwd: "/" });
    const clientInfo = { name: "rooted", version: "1" };
    const capabilities = { roots: { listChanged: true } };
    const { result } = await server.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities,
      clientInfo,
    });
    expect(result?.["instructions"]).toContain("Glob and Grep without path search all roots;");
    await server.notify("notifications/initialized");
    let seen = 0;
    const answer = async (folders: readonly string[]): Promise<void> => {
      const question = await server.message(
        ({ method }) => method === "roots/list",
        "a question for folders",
        seen,
      );
      seen = server.messages.indexOf(question) + 1;
      const roots = folders.map((folder) => ({ uri: pathToFileURL(folder).href }));
      await server.send({ id: question.id, result: { roots } });
    };
    const found = async (): Promise<readonly string[]> => {
      const called = await server.request("tools/call", { name: "Glob", arguments: { pattern: "**/*.txt" } });
      return textOf(called.result ?? {})
        .split("\n")
        .toSorted();
    };
    await answer([files.path("a"), files.path("b/deep"), files.path("elsewhere")]);
    expect(await found()).toEqual([`In ${files.root}:`, "a/x.txt", "b/deep/y.txt"]);
    await server.notify("notifications/roots/list_changed");
    await answer([]);
    expect(await found()).toEqual([`In ${files.root}:`, "a/x.txt", "b/deep/y.txt", "b/x.txt"]);
  });
});

describe("The instructions", () => {
  it.each<[string, readonly string[]]>([
    ["one root", ["/w"]],
    ["a hundred roots", Array.from({ length: 100 }, (_, index) => `/home/me/projects/number-${index}`)],
    ["roots with long names", Array.from({ length: 5 }, (_, index) => `/${"é".repeat(900)}${index}`)],
    ["roots with names of four bytes a character", Array.from({ length: 9 }, () => `/${"😀".repeat(400)}`)],
  ])("stay under 2 KB with %s, and say what they leave out [MCP-340]", (_, roots) => {
    for (const isReadOnly of [true, false])
      for (const folder of [undefined, roots[0]]) {
        const text = renderInstructions({ isReadOnly, whereabouts: { roots, folder }, isNarrowable: true });
        expect(Buffer.byteLength(text)).toBeLessThan(2048);
        if (roots.length === 100) expect(text).toContain("number-7 and 92 more. ");
      }
  });

  it("say so when there is no root [MCP-340]", () => {
    expect(renderInstructions({ isReadOnly: false, whereabouts: { roots: [], folder: "/" } })).toContain(
      "There is no root: every path needs the user's permission.",
    );
  });
});

describe("A root that can't be used", () => {
  it("is reported when the server starts, and in the refusals that it causes [PATH-341]", async () => {
    const world = plant();
    const server = new RawServer(world, {
      words: ["--root", "${workspaceFolder}", "--root", "/nope"],
      cwd: "/",
    });
    const clientInfo = { name: "raw", version: "1" };
    await server.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    const called = await server.request("tools/call", {
      name: "Read",
      arguments: { file_path: world.files.path("src/app.ts") },
    });
    expect(textOf(called.result ?? {})).toContain("The root /${workspaceFolder} does not exist: ");
    expect(server.errors).toContain("filewright mcp: The root /nope does not exist.\n");
    expect(server.errors).toContain(
      "filewright mcp: The root /${workspaceFolder} does not exist: ${workspaceFolder} was not replaced",
    );
  });

  it("stops the start when it is a file [PATH-341]", async () => {
    const world = plant();
    const file = join(world.home, "file.txt");
    writeFileSync(file, "x");
    const server = new RawServer(world, { words: ["--root", file] });
    expect((await server.ended).code).toBe(2);
    expect(server.errors).toBe(`filewright mcp: The root ${file} is not a folder.\n`);
  });
});
