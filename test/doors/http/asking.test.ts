import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { readEvents } from "../../support/event-reader.js";
import {
  begin,
  connectClient,
  connectOldClient,
  modernCall,
  openSession,
  send,
  serveHttp,
  toolCall,
} from "../../support/http-server.js";
import { tempWorkspace } from "../../support/workspace.js";

const asks = { flags: { mode: "default" } } as const;
const elicitation = { elicitation: { form: {} } } as const;
const yes = { action: "accept" as const, content: { answer: "Yes, this once" } };
const no = { action: "accept" as const, content: { answer: "No", reason: "not that file" } };
const textOf = (result: object): string =>
  (result as { content: readonly { text?: string }[] }).content.map(({ text }) => text).join("\n");

describe("A person", () => {
  it("is asked in a session through a client of the generation before [HTTP-12]", async () => {
    const files = tempWorkspace();
    const client = await connectOldClient(await serveHttp(files, asks), {
      capabilities: { elicitation: {} },
    });
    const asked: string[] = [];
    const answers = [yes, no];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return Promise.resolve(answers.shift() ?? no);
    });
    const write = (name: string): Promise<object> =>
      client.callTool({ name: "Write", arguments: { file_path: files.path(name), content: "hello\n" } });
    expect(textOf(await write("a.txt"))).toContain("created");
    expect(files.read("a.txt")).toBe("hello\n");
    expect(textOf(await write("b.txt"))).toContain("not that file");
    expect(files.stamp("b.txt")).toBeUndefined();
    expect(asked[0]).toContain("+hello");
    expect(asked).toHaveLength(2);
  });

  it.each(["auto", "legacy"] as const)(
    "is asked through a client of the newest generation: %s [HTTP-12]",
    async (mode) => {
      const files = tempWorkspace({ "a.txt": "one\n" });
      const client = await connectClient(await serveHttp(files, asks), { mode, capabilities: elicitation });
      const answers = [yes, no];
      client.setRequestHandler("elicitation/create", () => Promise.resolve(answers.shift() ?? no));
      const call = (name: string, args: Record<string, unknown>) =>
        client.callTool({ name, arguments: args });
      const path = files.path("a.txt");
      await call("Read", { file_path: path });
      const edit = { file_path: path, old_string: "one", new_string: "two" };
      expect((await call("Edit", edit)).isError).toBeUndefined();
      expect(files.read("a.txt")).toBe("two\n");
      const refused = await call("Edit", { ...edit, old_string: "two", new_string: "three" });
      expect(textOf(refused)).toContain("not that file");
      expect(files.read("a.txt")).toBe("two\n");
    },
  );

  it.each(["auto", "legacy"] as const)(
    "is asked about a look too, if it takes one: the short way is left then: %s [HTTP-9, HTTP-12]",
    async (mode) => {
      const files = tempWorkspace();
      const outside = tempWorkspace({ "a.txt": "outside\n" });
      const client = await connectClient(await serveHttp(files, asks), { mode, capabilities: elicitation });
      const answers = [no, yes];
      client.setRequestHandler("elicitation/create", () => Promise.resolve(answers.shift() ?? no));
      const read = { name: "Read", arguments: { file_path: outside.path("a.txt") } };
      await client.callTool({ name: "Glob", arguments: { pattern: "*", path: files.root } });
      expect((await client.callTool(read)).isError).toBe(true);
      expect(textOf(await client.callTool(read))).toContain("outside");
    },
  );

  it("who can't be asked is told how to allow it [HTTP-12]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, asks);
    for (const client of [await connectOldClient(server), await connectClient(server)]) {
      const call = { name: "Write", arguments: { file_path: files.path("a.txt"), content: "x" } };
      const refused = await client.callTool(call);
      expect(refused).toMatchObject({
        isError: true,
        _meta: { "filewright/error": { code: "PERMISSION_DENIED" } },
      });
    }
    expect(files.stamp("a.txt")).toBeUndefined();
  });

  it("answers for one principal: a state that another brings counts for nothing [HTTP-12]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, asks);
    const args = { file_path: files.path("a.txt"), content: "x" };
    const first = await send(server, modernCall("Write", args, { capabilities: elicitation }));
    const { result } = JSON.parse(first.text) as { result: { resultType: string; requestState: string } };
    expect(result.resultType).toBe("input_required");
    const params = { requestState: result.requestState, inputResponses: { permission: yes } };
    const answered = (client: string) =>
      send(server, modernCall("Write", args, { capabilities: elicitation, client, params }));
    expect(JSON.parse((await answered("other")).text)).toMatchObject({ error: { code: -32602 } });
    expect(files.stamp("a.txt")).toBeUndefined();
    expect(JSON.parse((await answered("test")).text)).toMatchObject({ result: { resultType: "complete" } });
    expect(files.read("a.txt")).toBe("x");
  });

  it("is not waited for when the session ends [HTTP-12, HTTP-17]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, asks);
    const session = await openSession(server, { capabilities: { elicitation: {} } });
    const body = toolCall("Write", { file_path: files.path("a.txt"), content: "x" });
    const answer = await begin(server, { headers: session, body }).response;
    const events = readEvents(answer);
    expect((await events.next()).value?.data).toBeUndefined();
    expect((await events.next()).value?.data).toMatchObject({ method: "elicitation/create" });
    await send(server, { method: "DELETE", headers: session });
    expect((await events.next()).done).toBe(true);
    expect(files.stamp("a.txt")).toBeUndefined();
  });
});
