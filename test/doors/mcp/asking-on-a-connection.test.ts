/** Questions in the revisions where the server sends them, and the call waits. */
import { describe, expect, it } from "vitest";
import { asked, shakeHands } from "./eras.js";
import { type Message, RawServer } from "./raw-server.js";
import { codeOf } from "./results.js";
import { createWorld } from "./world.js";

const yes = { action: "accept", content: { answer: "Yes, this once" } };

describe("An approval on a connection", () => {
  it("is waited for by its call, while the server goes on [MCP-14]", async () => {
    const world = createWorld({ "a.txt": "one\n", "b.txt": "other\n" });
    const { files } = world;
    const server = new RawServer(world);
    await shakeHands(server, { capabilities: asked });
    const read = (name: string): Promise<Message> =>
      server.request("tools/call", { name: "Read", arguments: { file_path: files.path(name) } });
    await read("a.txt");
    const edit = { file_path: files.path("a.txt"), old_string: "one", new_string: "two" };
    await server.send({ id: "edit", method: "tools/call", params: { name: "Edit", arguments: edit } });
    const question = await server.message(({ method }) => method === "elicitation/create", "a question");
    // A standing question holds nothing up.
    expect((await read("b.txt")).result).toMatchObject({ content: [{ text: "     1→other" }] });
    // And the file may change under it: the answer is then of no use.
    files.write("a.txt", "one more\n");
    await server.send({ id: question.id, result: yes });
    expect(codeOf((await server.answerTo("edit")).result ?? {})).toBe("FILE_CHANGED_SINCE_READ");
    expect(files.read("a.txt")).toBe("one more\n");
    server.expectOnlyProtocol();
  });

  it("of a cancelled call is of no use, and its question is withdrawn [MCP-14]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    const { files } = world;
    const server = new RawServer(world);
    await shakeHands(server, { capabilities: asked });
    await server.request("tools/call", { name: "Read", arguments: { file_path: files.path("a.txt") } });
    const edit = { file_path: files.path("a.txt"), old_string: "one", new_string: "two" };
    await server.send({ id: "edit", method: "tools/call", params: { name: "Edit", arguments: edit } });
    const question = await server.message(({ method }) => method === "elicitation/create", "a question");
    await server.notify("notifications/cancelled", { requestId: "edit" });
    await server.message(
      ({ method, params }) => method === "notifications/cancelled" && params?.["requestId"] === question.id,
      "a withdrawal",
    );
    await server.send({ id: question.id, result: yes });
    await server.request("ping");
    expect(files.read("a.txt")).toBe("one\n");
  });
});
