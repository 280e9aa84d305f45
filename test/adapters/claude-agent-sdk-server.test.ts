/** The server as a client of the protocol in this process sees it. */
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { createFileTools } from "../../src/adapters/claude-agent-sdk/index.js";
import { createNodeFileSystem } from "../../src/index.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { fakeRipgrep } from "../support/fake-ripgrep.js";
import { numberedPages } from "../support/pdfs.js";
import { tempWorkspace } from "../support/workspace.js";
import { ask, connect } from "./support/claude-agent-sdk-parts.js";

describe("The server for the Claude Agent SDK", () => {
  it("lists every tool with its own schema, annotations and how much it may answer [CAS-29]", async () => {
    const files = createFileTools(tempWorkspace().toolkit());
    const client = await connect(files);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).toEqual(
      files.toolkit.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    const find = (name: string) => tools.find((tool) => tool.name === name);
    expect(find("Read")?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(find("Edit")?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(find("Grep")?._meta).toEqual({
      "anthropic/alwaysLoad": true,
      "anthropic/maxResultSizeChars": 20_000,
      "anthropic/searchHint": files.toolkit.tools.find(({ name }) => name === "Grep")?.searchHint,
    });
    expect(find("NotebookEdit")?._meta).not.toHaveProperty("anthropic/alwaysLoad");
    expect(client.getInstructions()).toContain("if it names a next call, make that, then repeat yours.");
  });

  it("answers in blocks of the protocol, with data for programs, and tells failures as such [CAS-30]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n", "one.pdf": numberedPages(1) });
    const toolkit = workspace.toolkit({ capabilities: { pdf: true } });
    const client = await connect(createFileTools(toolkit));
    const read = (name: string) =>
      client.callTool({ name: "Read", arguments: { file_path: workspace.path(name) } });
    expect(await read("a.txt")).toMatchObject({
      content: [{ type: "text", text: "     1→alpha" }],
      _meta: { "filewright/output": { type: "text" } },
    });
    const missing = await read("b.txt");
    expect(missing).toMatchObject({
      isError: true,
      _meta: { "filewright/error": { code: "FILE_NOT_FOUND" } },
    });
    const document = await read("one.pdf");
    expect(document["content"]).toContainEqual({
      type: "resource",
      resource: {
        uri: "file:///one.pdf",
        mimeType: "application/pdf",
        blob: workspace.bytes("one.pdf").toString("base64"),
      },
    });
    const unknown = await client.callTool({ name: "Raed", arguments: {} });
    expect(unknown.isError).toBe(true);
    expect(JSON.stringify(unknown.content)).toContain("Read");
    const empty = await client.callTool({ name: "Read" });
    expect(JSON.stringify(empty.content)).toContain("file_path");
  });

  it("makes a call that nobody has permitted under its id without any answer of a person [CAS-31]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit(), { canUseTool: async () => ({ behavior: "allow" }) });
    const client = await connect(files);
    const write = (name: string, content: string, id?: string) =>
      client.callTool({
        name: "Write",
        arguments: { file_path: workspace.path(name), content },
        ...(id === undefined ? {} : { _meta: { "claudecode/toolUseId": id } }),
      });
    const permit = (id: string, name: string) =>
      ask(files, { id, input: { file_path: workspace.path(name), content: "x\n" } });

    await permit("one", "a.txt");
    expect((await write("a.txt", "x\n")).isError).toBe(true);
    expect((await write("a.txt", "x\n", "another")).isError).toBe(true);
    expect((await write("a.txt", "something else\n", "one")).isError).toBe(true);
    expect((await write("a.txt", "x\n", "one")).isError, "it is handed over once").toBe(true);
    // What is asked about is not yet answered.
    await files.approvals.request({
      id: "two",
      name: "Write",
      input: { file_path: workspace.path("a.txt"), content: "x\n" },
    });
    expect((await write("a.txt", "x\n", "two")).isError).toBe(true);
    expect(workspace.stamp("a.txt")).toBeUndefined();

    await permit("three", "a.txt");
    expect((await write("a.txt", "x\n", "three")).isError ?? false).toBe(false);
    expect(workspace.read("a.txt")).toBe("x\n");
  });

  it("ends a call that its client cancels [CAS-32]", async () => {
    const workspace = tempWorkspace({ "slow.txt": "alpha\n" });
    const inner = createNodeFileSystem();
    const cancelling = new AbortController();
    const finished: (string | undefined)[] = [];
    const fileSystem = alterFileSystem(inner, {
      resolve: async (path) => {
        if (path.endsWith("slow.txt")) {
          cancelling.abort();
          // The message takes a turn of its own in this process.
          await new Promise((resolve) => setImmediate(resolve));
        }
        return inner.resolve(path);
      },
    });
    const toolkit = workspace.toolkit({ fileSystem });
    toolkit.workspace.events.on("call-finished", ({ code }) => finished.push(code));
    const client = await connect(createFileTools(toolkit));
    const read = { name: "Read", arguments: { file_path: workspace.path("slow.txt") } };
    const { signal } = cancelling;
    await expect(client.callTool(read, CallToolResultSchema, { signal })).rejects.toThrow();
    await toolkit.close();
    expect(finished).toEqual(["CANCELLED"]);
  });

  it("tells how far a long call has come [CAS-32]", async () => {
    const workspace = tempWorkspace({ "a.txt": "needle\n", "b.txt": "needle\n" });
    const finds = `for name in a b; do printf './%s.txt\\000' $name; sleep 0.6; done`;
    const toolkit = workspace.toolkit({ ripgrep: fakeRipgrep(workspace, finds).path });
    const client = await connect(createFileTools(toolkit));
    const told: (string | undefined)[] = [];
    const search = { name: "Glob", arguments: { pattern: "**/*" } };
    const onprogress = ({ message }: { message?: string | undefined }): void => void told.push(message);
    await client.callTool(search, CallToolResultSchema, { onprogress });
    expect(told.length).toBeGreaterThan(0);
    for (const message of told) expect(message).toMatch(/^[12] files found$/);
  });

  it("may have another name, if it can be part of a tool's [CAS-36]", async () => {
    const files = createFileTools(tempWorkspace().toolkit(), { name: "my-work" });
    expect(files.tools).toContain("mcp__my-work__Read");
    expect(files.options.toolAliases["Read"]).toBe("mcp__my-work__Read");
    expect(Object.keys(files.options.mcpServers)).toEqual(["my-work"]);
    expect(await ask(files, { tool: "mcp__my-work__Write", server: "my-work" })).toMatchObject({
      behavior: "allow",
    });
    expect(() => createFileTools(tempWorkspace().toolkit(), { name: "my work" })).toThrow(TypeError);
  });
});
