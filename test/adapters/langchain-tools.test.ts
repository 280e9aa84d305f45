/** The tools by themselves, as LangChain's own parts use them: messages, content, schemas, nodes of a graph. */
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { createFileTools, type FileTool, type FileTools } from "../../src/adapters/langchain/index.js";
import { numberedPages } from "../support/pdfs.js";
import { paint } from "../support/pictures.js";
import { tempWorkspace } from "../support/workspace.js";
import type { Turn } from "./support/agents.js";
import { converse, findRequest } from "./support/langchain-harness.js";
import { scriptModel, toSeen } from "./support/langchain-model.js";

function find({ tools }: FileTools, name: string): FileTool {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

function call(name: string, args: Record<string, unknown>) {
  return { type: "tool_call" as const, id: "call-1", name, args };
}

describe("A LangChain tool", () => {
  it("answers a call with a message: text as a string, a failure with its status and what programs need [LCH-34]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const files = createFileTools(workspace.editor());
    const file_path = workspace.path("a.txt");
    const early = await find(files, "Write").invoke(call("Write", { file_path, content: "beta\n" }));
    expect(early).toMatchObject({
      status: "error",
      tool_call_id: "call-1",
      artifact: { code: "FILE_NOT_READ" },
    });
    const read = await find(files, "Read").invoke(call("Read", { file_path }));
    expect(read).toMatchObject({ status: "success", name: "Read", artifact: undefined });
    expect(read.content).toContain("1→alpha");
    const write = await find(files, "Write").invoke(call("Write", { file_path, content: "beta\n" }));
    expect(write).toMatchObject({ status: "success", artifact: { type: "update" } });
    expect(write.content).toContain("has been updated");
  });

  it("shows pictures and documents in blocks of the present standard and of the one before it [LCH-35]", async () => {
    const workspace = tempWorkspace({
      "a.png": await paint(8, 6).png().toBuffer(),
      "a.pdf": numberedPages(2),
    });
    const files = createFileTools(workspace.toolkit({ capabilities: { pdf: true } }));
    const picture = await find(files, "Read").invoke(call("Read", { file_path: workspace.path("a.png") }));
    const older = { source_type: "base64", mime_type: "image/png" };
    expect(picture.content).toContainEqual(
      expect.objectContaining({ type: "image", mimeType: "image/png", ...older }),
    );
    const document = await find(files, "Read").invoke(call("Read", { file_path: workspace.path("a.pdf") }));
    const pdf = {
      type: "file",
      mimeType: "application/pdf",
      data: workspace.bytes("a.pdf").toString("base64"),
      metadata: { filename: "a.pdf" },
    };
    expect(document.contentBlocks).toContainEqual(pdf);
    expect(document.content).toContainEqual({
      ...pdf,
      source_type: "base64",
      mime_type: "application/pdf",
    });
  });

  it("that is used by itself answers the content, also to input that its schema does not know [LCH-36]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const read = find(createFileTools(workspace.toolkit()), "Read");
    const told: unknown[] = [];
    const callbacks = [{ handleToolStart: (_: unknown, input: string) => void told.push(input) }];
    const file_path = workspace.path("a.txt");
    expect(await read.invoke({ file_path, limit: null }, { callbacks })).toContain("1→alpha");
    expect(await read.invoke({ file_path, ofset: 1 })).toContain("did you mean offset?");
    expect(await read.invoke({})).toContain("file_path");
    // Whoever watches the run sees the input as it was, and the tool keeps its schema.
    expect(told).toEqual([JSON.stringify({ file_path, limit: null })]);
    expect(read.schema.required).toEqual(["file_path"]);
  });

  it("has a schema for providers that hold a model to it, where that is wanted [LCH-37]", () => {
    const { tools } = createFileTools(tempWorkspace().toolkit(), { strict: true });
    for (const tool of tools) {
      const { parameters } = convertToOpenAITool(tool, { strict: true }).function;
      const { properties, required } = parameters as { properties: object; required: readonly string[] };
      expect(required).toEqual(Object.keys(properties));
    }
  });
});

describe("LangGraph without LangChain's agent", () => {
  const message = (workspace: { path(name: string): string }) =>
    new AIMessage({
      content: "",
      tool_calls: [call("Write", { file_path: workspace.path("new.txt"), content: "new\n" })],
    });
  const answersOf = (messages: readonly BaseMessage[]) =>
    messages.filter((each) => ToolMessage.isInstance(each)).map(toSeen);

  it("runs the tools in a ToolNode, where the toolkit asks while the call waits [LCH-38]", async () => {
    const workspace = tempWorkspace();
    const asked: string[] = [];
    const onAsk = ({ path }: { readonly path: string }) => {
      asked.push(path);
      return { answer: "allow" } as const;
    };
    const allowed = await new ToolNode(createFileTools(workspace.toolkit({ onAsk })).tools).invoke({
      messages: [message(workspace)],
    });
    expect(answersOf(allowed.messages)).toMatchObject([{ isError: false }]);
    expect([asked, workspace.read("new.txt")]).toEqual([[workspace.path("new.txt")], "new\n"]);
    const other = tempWorkspace();
    const refused = await new ToolNode(createFileTools(other.toolkit()).tools).invoke({
      messages: [message(other)],
    });
    expect(answersOf(refused.messages)).toMatchObject([
      { isError: true, text: expect.stringContaining("no one can be asked") },
    ]);
    expect(other.stamp("new.txt")).toBeUndefined();
  });

  it("can ask in a node before that of the tools [LCH-39]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const write = (name: string) => ({
      tool: "Write",
      input: { file_path: workspace.path(name), content: "new\n" },
    });
    const turns: readonly Turn[] = [
      { calls: [write("one.txt"), write("two.txt")] },
      { calls: [write("three.txt")] },
      { say: "done" },
    ];
    const script = scriptModel(turns);
    const model = script.model.bindTools(files.tools);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({
        messages: [await files.examine(await model.invoke(messages))],
      }))
      .addNode("review", files.review)
      .addNode("tools", new ToolNode(files.tools))
      .addEdge(START, "model")
      .addConditionalEdges("model", toolsCondition, { tools: "review", [END]: END })
      .addEdge("review", "tools")
      .addEdge("tools", "model")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" } };
    const first = findRequest(await graph.invoke({ messages: [] }, config));
    expect(first?.actionRequests.map(({ id }) => id)).toEqual(["call-1", "call-2"]);
    const some = { decisions: [{ type: "reject", message: "not this" }, { type: "approve" }] };
    expect(findRequest(await graph.invoke(new Command({ resume: some }), config))).toBeDefined();
    const none = { decisions: [{ type: "reject" }] };
    await graph.invoke(new Command({ resume: none }), config);
    expect(script.results().map(({ isError }) => isError)).toEqual([true, false, true]);
    expect(["one.txt", "two.txt", "three.txt"].map((name) => workspace.stamp(name) !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
    expect(script.said()).toBe("done");
    const examined = await files.examine(message(workspace));
    await expect(files.review({ messages: [examined] }, {})).rejects.toThrow("needs LangGraph");
  });
});

describe("An agent of LangChain", () => {
  it("is never interrupted where the toolkit asks [LCH-40]", async () => {
    const workspace = tempWorkspace();
    const toolkit = workspace.toolkit({ onAsk: () => ({ answer: "deny", reason: "it is late" }) });
    const files = createFileTools(toolkit, { asks: "toolkit" });
    const script = scriptModel([{ calls: [write(workspace.path("new.txt"))] }, { say: "done" }]);
    expect(await converse({ files, script }).start()).toBeUndefined();
    expect(script.results()[0]?.text).toContain("it is late");
    const asking = createFileTools(toolkit, { asks: "sdk" });
    const again = scriptModel([{ calls: [write(workspace.path("new.txt"))] }, { say: "done" }]);
    expect(await converse({ files: asking, script: again }).start()).toBeDefined();
  });

  it("can be followed while it works, stops with the request and goes on [LCH-41]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const script = scriptModel([{ calls: [write(workspace.path("new.txt"))] }, { say: "done" }]);
    const { agent, config } = converse({ files, script });
    const parts: unknown[] = [];
    const options = { ...config, streamMode: "updates" as const };
    for await (const part of await agent.stream({ messages: ["go on"] }, options)) parts.push(part);
    expect(findRequest(parts.at(-1))?.actionRequests).toMatchObject([{ name: "Write" }]);
    const resume = { decisions: [{ type: "approve" }] };
    const words: string[] = [];
    const streamed = await agent.stream(new Command({ resume }), { ...config, streamMode: "messages" });
    for await (const [message] of streamed) words.push(message.text);
    expect(words.join("\n")).toContain("new.txt");
    expect(words.at(-1)).toBe("done");
    expect(workspace.read("new.txt")).toBe("new\n");
  });
});

function write(file_path: string) {
  return { tool: "Write", input: { file_path, content: "new\n" } };
}
