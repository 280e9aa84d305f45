/** What is special to the Anthropic SDK: failures, blocks, streams, and approvals that the host sees to. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toResultContent } from "../../../src/adapters/anthropic/content-blocks.js";
import { CallFailure, createFileTools } from "../../../src/adapters/anthropic/index.js";
import type { Answer } from "../../../src/index.js";
import { numberedPages } from "../../support/pdfs.js";
import { tempWorkspace } from "../../support/workspace.js";
import type { Turn } from "../support/agents.js";
import { connect, request } from "../support/anthropic-harness.js";
import { createScriptedApi } from "../support/scripted-messages-api.js";

const TEXT = "one\ntwo\n";

/** A model that reads a file, changes it and is done. */
function script(file_path: string): readonly Turn[] {
  return [
    { calls: [{ tool: "Read", input: { file_path } }] },
    { calls: [{ tool: "Edit", input: { file_path, old_string: "two", new_string: "2" } }] },
    { say: "done" },
  ];
}

describe("A tool for the Anthropic SDK", () => {
  it("fails with the engine's own words, and the model is told that it failed [ANT-20]", async () => {
    const workspace = tempWorkspace();
    const { tools } = createFileTools(workspace.toolkit());
    const read = tools.find(({ name }) => name === "Read");
    const failed = read?.run({ file_path: workspace.path("none.txt") });
    await expect(failed).rejects.toThrow(CallFailure);
    await expect(failed).rejects.toMatchObject({ error: { code: "FILE_NOT_FOUND" } });
    const input = { file_path: workspace.path("none.txt") };
    const api = createScriptedApi([{ calls: [{ tool: "Read", input }] }, { say: "done" }]);
    await connect(api).beta.messages.toolRunner({ ...request, tools });
    expect(api.results()).toEqual([
      {
        type: "tool_result",
        tool_use_id: "call-1",
        content: `Error: File does not exist: ${workspace.path("none.txt")}. Use Glob to find it.`,
        is_error: true,
      },
    ]);
  });

  it("shows a document as a document, where the toolkit was made for it [ANT-21]", async () => {
    const pdf = numberedPages(2);
    const workspace = tempWorkspace({ "a.pdf": pdf });
    const files = createFileTools({
      roots: [workspace.root],
      stateDirectory: join(workspace.root, "..", "state"),
      environment: {},
    });
    const input = { file_path: workspace.path("a.pdf") };
    const api = createScriptedApi([{ calls: [{ tool: "Read", input }] }, { say: "done" }]);
    await connect(api).beta.messages.toolRunner({ ...request, tools: files.tools });
    await files.toolkit.close();
    const data = Buffer.from(pdf).toString("base64");
    expect(api.results()[0]?.content).toContainEqual({
      type: "document",
      source: { type: "base64", media_type: "application/pdf", data },
      title: "a.pdf",
    });
    expect(files.toolkit.session.name).toBe("Anthropic SDK");
  });

  it("sends nothing that the API would refuse [ANT-22]", () => {
    const content = toResultContent([
      { type: "text", text: "" },
      { type: "image", data: "AA==", mimeType: "image/bmp" },
    ]);
    expect(content).toEqual([{ type: "text", text: "[A picture of type image/bmp, which can't be shown.]" }]);
  });

  it("asks for a model held to its schema where that is worth it, and not where the platform can't [ANT-23]", () => {
    const toolkit = tempWorkspace().toolkit();
    const strict = createFileTools(toolkit).tools.filter((tool) => tool.strict === true);
    expect(strict.map(({ name }) => name).toSorted()).toEqual(["Edit", "Write"]);
    // Bounds of numbers and lengths are refused in a schema that a model is held to.
    expect(JSON.stringify(strict)).not.toMatch(/"(?:minimum|exclusiveMinimum|minLength|maxLength|maximum)"/);
    for (const { input_schema } of strict) expect(input_schema.additionalProperties).toBe(false);
    const { tools } = createFileTools(toolkit, { strict: false });
    expect(tools.filter((tool) => "strict" in tool)).toEqual([]);
  });

  it.each([false, true])(
    "works in a reply that streams, begun early: %j [ANT-24]",
    async (runToolsEagerly) => {
      const workspace = tempWorkspace({ "a.txt": TEXT });
      const { tools } = createFileTools(workspace.editor());
      const api = createScriptedApi(script(workspace.path("a.txt")));
      const client = connect(api);
      const runner = client.beta.messages.toolRunner({ ...request, tools, stream: true, runToolsEagerly });
      const said: string[] = [];
      for await (const stream of runner) said.push(await stream.finalText().catch(() => ""));
      expect(said.at(-1)).toBe("done");
      expect(api.seen().map(({ isError }) => isError)).toEqual([false, false]);
      expect(workspace.read("a.txt")).toBe("one\n2\n");
    },
  );
});

describe("A change that an agent of the Anthropic SDK wants", () => {
  it("is refused where no one can be asked, and told to ask the user [ANT-25]", async () => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const { tools } = createFileTools(workspace.toolkit());
    const api = createScriptedApi(script(workspace.path("a.txt")));
    await connect(api).beta.messages.toolRunner({ ...request, tools });
    expect(api.seen()[1]?.text).toMatch(
      /no one can be asked\. Have the user allow it, or make the change\.$/,
    );
    expect(workspace.read("a.txt")).toBe(TEXT);
  });

  it.each<[string, Answer | undefined, string, RegExp]>([
    ["granted", { answer: "allow" }, "one\n2\n", /has been updated/],
    ["denied", { answer: "deny", reason: "not today" }, TEXT, /Reason: not today/],
    ["changed", { answer: "allow", content: "mine\n" }, "mine\n", /mine/],
    ["left unanswered", undefined, TEXT, /No one has said yet whether this may be done/],
  ])("can be %s by whoever follows the runner's replies [ANT-26]", async (_, answer, expected, told) => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const files = createFileTools(workspace.toolkit());
    const api = createScriptedApi(script(workspace.path("a.txt")));
    const asked: string[] = [];
    for await (const message of connect(api).beta.messages.toolRunner({ ...request, tools: files.tools })) {
      for (const block of message.content) {
        if (block.type !== "tool_use") continue;
        const pending = await files.approvals.request(block);
        for (const { path, change } of pending?.questions ?? []) asked.push(`${path}: ${change?.after}`);
        if (pending !== undefined && answer !== undefined) files.approvals.answer(block.id, answer);
      }
    }
    expect(asked).toEqual([`${workspace.path("a.txt")}: one\n2\n`]);
    expect(api.seen()[1]?.text).toMatch(told);
    expect(workspace.read("a.txt")).toBe(expected);
  });

  it("can be asked about by the toolkit although the host could, and the other way round [ANT-26]", async () => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const call = { id: "1", name: "Write", input: { file_path: workspace.path("b.txt"), content: "b\n" } };
    const waiting = createFileTools(workspace.toolkit(), { asks: "toolkit" });
    expect(await waiting.approvals.request(call)).toBeUndefined();
    const asking = createFileTools(workspace.editor(), { asks: "sdk" });
    expect(await asking.approvals.request(call)).toMatchObject({ id: "1", questions: [{ tool: "Write" }] });
    expect(createFileTools(workspace.editor()).approvals.pending).toEqual([]);
  });
});

describe("A loop of one's own over the Messages API", () => {
  it("makes calls by their blocks, and gets the blocks that answer them [ANT-27]", async () => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const { tools, run } = createFileTools(workspace.editor());
    const file_path = workspace.path("a.txt");
    const api = createScriptedApi([
      ...script(file_path).slice(0, 2),
      { calls: [{ tool: "Raed", input: {} }] },
    ]);
    const client = connect(api);
    const messages: Parameters<typeof client.messages.create>[0]["messages"] = [...request.messages];
    for (let turn = 1; turn <= 4; turn += 1) {
      const reply = await client.messages.create({ ...request, messages, tools });
      messages.push({ role: "assistant", content: reply.content });
      const calls = reply.content.filter((block) => block.type === "tool_use");
      if (calls.length === 0) break;
      messages.push({ role: "user", content: await Promise.all(calls.map((call) => run(call))) });
    }
    expect(api.results()).toMatchObject([
      { tool_use_id: "call-1", content: [{ type: "text", text: "     1→one\n     2→two" }] },
      { tool_use_id: "call-2" },
      {
        tool_use_id: "call-3",
        is_error: true,
        content: [{ text: expect.stringContaining("Did you mean Read?") }],
      },
    ]);
    expect(api.results()[1]).not.toHaveProperty("is_error");
    expect(Object.keys(api.requests[0]?.tools?.[0] ?? {})).not.toContain("run");
    expect(workspace.read("a.txt")).toBe("one\n2\n");
  });

  it("can be aborted, and then changes nothing [ANT-27]", async () => {
    const workspace = tempWorkspace({ "a.txt": TEXT });
    const { run } = createFileTools(workspace.editor());
    const input = { file_path: workspace.path("b.txt"), content: "b\n" };
    const result = await run({ id: "1", name: "Write", input }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ tool_use_id: "1", is_error: true });
    expect(workspace.stamp("b.txt")).toBeUndefined();
  });
});
