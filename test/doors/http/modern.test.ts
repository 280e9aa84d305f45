import { describe, expect, it } from "vitest";
import { Conversations } from "../../../src/mcp/http/conversations.js";
import {
  connectClient,
  connectOldClient,
  MODERN,
  modernCall,
  type Sent,
  send,
  serveHttp,
} from "../../support/http-server.js";
import { tempWorkspace } from "../../support/workspace.js";

const codeOf = ({ text }: Sent): unknown =>
  (JSON.parse(text) as { result: { _meta: Record<string, { code?: string }> } }).result._meta[
    "filewright/error"
  ]?.code;

describe("A client without a session", () => {
  it("is known by token, agent and name; only it has read what it has read [HTTP-8]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const path = files.path("a.txt");
    await send(server, modernCall("Read", { file_path: path }));
    const write = modernCall("Write", { file_path: path, content: "x" });
    expect(codeOf(await send(server, { ...write, path: "/mcp/other" }))).toBe("FILE_NOT_READ");
    const named = modernCall("Write", { file_path: path, content: "x" }, { client: "other" });
    expect(codeOf(await send(server, named))).toBe("FILE_NOT_READ");
    const old = await connectOldClient(server);
    const refused = await old.callTool({ name: "Write", arguments: { file_path: path, content: "x" } });
    expect(refused.isError).toBe(true);
    expect(files.read("a.txt")).toBe("one\n");
    expect(codeOf(await send(server, write))).toBeUndefined();
    expect(files.read("a.txt")).toBe("x");
  });

  it("is shown every Read in full: one principal may be several conversations [HTTP-8]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const read = async (): Promise<string> =>
      (await send(server, modernCall("Read", { file_path: files.path("a.txt") }))).text;
    expect(await read()).toContain("1→one");
    expect(await read()).toContain("1→one");
  });

  it("is forgotten when many others have come since [HTTP-8]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files, { limits: { maxConversations: 2 } });
    const path = files.path("a.txt");
    const at = (agent: string, name: string, args: object): Promise<Sent> =>
      send(server, { ...modernCall(name, { file_path: path, ...args }), path: `/mcp/${agent}` });
    for (const agent of ["a", "b", "a", "c"]) await at(agent, "Read", {});
    expect(codeOf(await at("b", "Edit", { old_string: "one", new_string: "two" }))).toBe("FILE_NOT_READ");
    const conversations = new Conversations(2);
    const open = () => files.toolkit();
    const first = conversations.getToolkit("a", undefined, open);
    expect(conversations.getToolkit("a", undefined, open)).toBe(first);
    conversations.getToolkit("b", undefined, open);
    conversations.getToolkit("c", undefined, open);
    expect(conversations.all).toHaveLength(2);
    expect(conversations.getToolkit("a", undefined, open)).not.toBe(first);
  });

  it("finds out what there is, in the newest revision [HTTP-8]", async () => {
    const client = await connectClient(await serveHttp(tempWorkspace()));
    expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
    expect(client.getInstructions()).toContain("File tools that never lose work");
    expect(client.getServerVersion()).toMatchObject({ name: "filewright", version: "1.2.3" });
  });
});

describe("The short way for looks", () => {
  /** Says nothing about the call, and is more than the short way takes. */
  const ordinary = { meta: { "io.modelcontextprotocol/logLevel": "error" } };

  it("answers as the ordinary one does [HTTP-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n", "b/c.txt": "three\n" });
    const server = await serveHttp(files);
    const looks: readonly (readonly [string, object])[] = [
      ["Read", { file_path: files.path("a.txt") }],
      ["Read", { file_path: files.path("a.txt"), offset: 2 }],
      ["Read", { file_path: files.path("missing.txt") }],
      ["Read", { file_path: "relative.txt" }],
      ["Read", { file_path: "/etc/hostname" }],
      ["Read", { wrong: 1 }],
      ["Read", {}],
      ["Glob", { pattern: "**/*.txt", path: files.root }],
      ["Grep", { pattern: "t", path: files.root, output_mode: "content" }],
      ["Grep", { pattern: "(", path: files.root }],
      ["NoSuchTool", {}],
    ];
    const answer = async (given: Parameters<typeof send>[1]) => {
      const { status, headers, text } = await send(server, given);
      // A version says when it was made, a search how long it took.
      return {
        status,
        type: headers["content-type"],
        body: JSON.parse(text.replaceAll(/WzE[\w-]+\.[\w-]+|"durationMs":\d+,/g, "")),
      };
    };
    for (const [name, args] of looks) {
      const short = await answer(modernCall(name, args));
      expect(short).toEqual(await answer(modernCall(name, args, ordinary)));
      expect(short.status).toBe(200);
    }
  });

  it("is closed to what is not as it has to be: that is refused as ever [HTTP-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const server = await serveHttp(files);
    const { headers, body } = modernCall("Read", { file_path: files.path("a.txt") });
    const statusOf = async (more: Record<string, string | undefined>): Promise<number> =>
      (await send(server, { body, headers: { ...headers, ...more } })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ "mcp-name": "Grep" })).toBe(400);
    expect(await statusOf({ "mcp-name": undefined })).toBe(400);
    expect(await statusOf({ "mcp-method": "tools/list" })).toBe(400);
    expect(await statusOf({ "mcp-method": undefined })).toBe(400);
    expect(await statusOf({ "mcp-protocol-version": "2025-11-25" })).toBe(400);
    expect(await statusOf({ "mcp-protocol-version": undefined })).toBe(400);
    for (const meta of [
      { "io.modelcontextprotocol/clientCapabilities": undefined },
      { "io.modelcontextprotocol/clientCapabilities": 5 },
      { "io.modelcontextprotocol/clientInfo": { name: 5 } },
      { "io.modelcontextprotocol/clientInfo": null },
      { "io.modelcontextprotocol/protocolVersion": "2031-01-01" },
    ]) {
      const sent = await send(server, modernCall("Read", { file_path: files.path("a.txt") }, { meta }));
      expect({ meta, status: sent.status, isShown: sent.text.includes("1→one") }).toEqual({
        meta,
        status: 400,
        isShown: false,
      });
    }
  });
});
