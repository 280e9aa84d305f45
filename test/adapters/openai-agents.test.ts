/** Agents of the OpenAI Agents SDK, with its real package: what holds for every SDK, and what its models are sent. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Agent, type Model, OpenAIProvider } from "@openai/agents";
import { assistantMessage, ScriptedModel } from "@openai/agents/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileTools } from "../../src/adapters/openai-agents/index.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { numberedPages } from "../support/pdfs.js";
import { paint } from "../support/pictures.js";
import { tempWorkspace } from "../support/workspace.js";
import { describeAdapter } from "./support/adapter-contract.js";
import { offlineRunner, reviewAll, scriptModel, seenResults } from "./support/openai-agents-harness.js";

describeAdapter({
  name: "OpenAI Agents",
  id: "OAI",
  needsNewerNode: true,
  asksBefore: true,
  load: async () => (await import("./support/openai-agents-harness.js")).openaiAgentsHarness,
});

/** What the provider itself is sent. */
interface Sent {
  readonly tools: readonly {
    readonly name: string;
    readonly strict: boolean;
    readonly parameters: {
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      readonly required: readonly string[];
      readonly additionalProperties: boolean;
    };
  }[];
  readonly input: readonly Readonly<Record<string, unknown>>[];
}

/** A provider on loopback that has a file read in its first answer, and is done with the second. */
async function serveProvider(filePath: string): Promise<{ readonly model: Model; readonly sent: Sent[] }> {
  const sent: Sent[] = [];
  const args = JSON.stringify({ file_path: filePath, offset: null, limit: null, pages: null });
  const answers = [
    { type: "function_call", call_id: "call-1", name: "Read", arguments: args, status: "completed" },
    {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "seen", annotations: [] }],
    },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    sent.push((await json(request)) as Sent);
    const output = [{ id: "item-1", ...answers[sent.length - 1] }];
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: `response-${sent.length}`, output, usage }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const provider = new OpenAIProvider({ apiKey: "none", baseURL: `http://127.0.0.1:${port}` });
  return { model: await provider.getModel("any-model"), sent };
}

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: what the Responses API is sent`, () => {
  it("has schemas that strict mode takes as they are [OAI-20]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const files = createFileTools(workspace.toolkit());
    const { model, sent } = await serveProvider(workspace.path("a.txt"));
    await offlineRunner.run(new Agent({ name: "Reader", tools: files.tools, model }), "Read it.");
    await files.toolkit.close();
    const [first] = sent;
    expect(first?.tools).toHaveLength(6);
    for (const { name, strict, parameters } of first?.tools ?? []) {
      expect({ name, strict, additionalProperties: parameters.additionalProperties }).toEqual({
        name,
        strict: true,
        additionalProperties: false,
      });
      expect(parameters.required).toEqual(Object.keys(parameters.properties));
      const used = Object.values(parameters.properties).flatMap((property) => Object.keys(property));
      expect(used.filter((keyword) => !["type", "description", "enum"].includes(keyword))).toEqual([]);
      const { inputSchema } = files.toolkit.tools.find((tool) => tool.name === name) ?? {};
      for (const [parameter, { type }] of Object.entries(parameters.properties))
        expect([type].flat().includes("null")).toBe(!inputSchema?.required.includes(parameter));
    }
  });

  it("has a picture as a picture [OAI-21]", async () => {
    const workspace = tempWorkspace({ "logo.png": await paint(8, 6).png().toBuffer() });
    const files = createFileTools(workspace.toolkit());
    const { model, sent } = await serveProvider(workspace.path("logo.png"));
    await offlineRunner.run(new Agent({ name: "Reader", tools: files.tools, model }), "Look at it.");
    await files.toolkit.close();
    const result = sent[1]?.input.find(({ type }) => type === "function_call_output");
    expect(result?.["output"]).toContainEqual(
      expect.objectContaining({
        type: "input_image",
        image_url: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
      }),
    );
  });

  it("has a PDF as a file of its name, and not without the host's consent [OAI-22]", async () => {
    const workspace = tempWorkspace({ "paper.pdf": numberedPages(2) });
    const roots = { roots: [workspace.root], stateDirectory: workspace.path("..", "state") };
    const outputs: unknown[] = [];
    for (const capabilities of [{}, { pdf: false }]) {
      const files = createFileTools({ ...roots, environment: {}, capabilities });
      const { model, sent } = await serveProvider(workspace.path("paper.pdf"));
      await offlineRunner.run(new Agent({ name: "Reader", tools: files.tools, model }), "Read it.");
      await files.toolkit.close();
      outputs.push(sent[1]?.input.find(({ type }) => type === "function_call_output")?.["output"]);
    }
    expect(outputs[0]).toContainEqual(
      expect.objectContaining({
        type: "input_file",
        filename: "paper.pdf",
        file_data: expect.stringMatching(/^data:application\/pdf;base64,JVBER/),
      }),
    );
    expect(JSON.stringify(outputs[1])).not.toContain("input_file");
  });
});

describe.runIf(isNewerNode)(`OpenAI Agents ${onNewerNode}: the runs that agents make`, () => {
  it("may be streamed, and wait for a person all the same [OAI-23]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const input = { file_path: workspace.path("new.txt"), content: "new\n" };
    const model = scriptModel([{ calls: [{ tool: "Write", input }] }, { say: "written" }]);
    const agent = new Agent({ name: "Writer", tools: files.tools, model });
    const asked = await offlineRunner.run(agent, "Write it.", { stream: true });
    await asked.completed;
    expect(workspace.stamp("new.txt")).toBeUndefined();
    await reviewAll(asked, files, () => ({ decision: "approve" }));
    const done = await offlineRunner.run(agent, asked.state, { stream: true });
    await done.completed;
    await files.toolkit.close();
    expect(done.finalOutput).toBe("written");
    expect(workspace.read("new.txt")).toBe("new\n");
  });

  it("may hand over to another agent, which knows what the first has read [OAI-24]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const files = createFileTools(workspace.toolkit());
    const file_path = workspace.path("a.txt");
    const edit = { file_path, old_string: "alpha", new_string: "beta" };
    const editing = scriptModel([{ calls: [{ tool: "Edit", input: edit }] }, { say: "edited" }]);
    const editor = new Agent({ name: "Editor", tools: files.tools, model: editing });
    const reading = scriptModel([
      { calls: [{ tool: "Read", input: { file_path } }] },
      { calls: [{ tool: "transfer_to_Editor", input: {} }] },
    ]);
    const reader = new Agent({ name: "Reader", tools: files.tools, model: reading, handoffs: [editor] });
    const asked = await offlineRunner.run(reader, "Have it edited.");
    await reviewAll(asked, files, () => ({ decision: "approve" }));
    const done = await offlineRunner.run(reader, asked.state);
    await files.toolkit.close();
    expect(done.finalOutput).toBe("edited");
    expect(workspace.read("a.txt")).toBe("beta\n");
  });

  it("may make an agent a tool of another one, whose questions reach the person too [OAI-25]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const input = { file_path: workspace.path("new.txt"), content: "new\n" };
    const writing = scriptModel([{ calls: [{ tool: "Write", input }] }, { say: "written" }]);
    const writer = new Agent({ name: "Writer", tools: files.tools, model: writing });
    const leading = scriptModel([
      { calls: [{ tool: "write", input: { input: "Write it." } }] },
      { say: "all done" },
    ]);
    const tools = [writer.asTool({ toolName: "write", toolDescription: "Writes a file." })];
    const leader = new Agent({ name: "Leader", tools, model: leading });
    const asked = await offlineRunner.run(leader, "Have it written.");
    await reviewAll(asked, files, () => ({ decision: "approve" }));
    const done = await offlineRunner.run(leader, asked.state);
    await files.toolkit.close();
    expect(done.finalOutput).toBe("all done");
    expect(workspace.read("new.txt")).toBe("new\n");
  });

  it("answer arguments that are no object in the tool's own words, and no JSON in the SDK's [OAI-26]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(workspace.toolkit());
    const call = (callId: string, args: string) => ({
      type: "function_call" as const,
      callId,
      name: "Read",
      arguments: args,
      status: "completed" as const,
    });
    const model = new ScriptedModel([
      [call("call-1", "[1]"), call("call-2", "{not json")],
      [assistantMessage("done")],
    ]);
    const agent = new Agent({ name: "Odd", tools: files.tools, model });
    // The SDK stops at what its own rules can't look at; there is nothing of ours to show.
    const asked = await offlineRunner.run(agent, "Be odd.");
    expect(asked.interruptions.map((item) => files.approvalOf(item))).toEqual([undefined, undefined]);
    for (const item of asked.interruptions) asked.state.approve(item);
    await offlineRunner.run(agent, asked.state);
    await files.toolkit.close();
    const [array, broken] = seenResults(model);
    expect(array?.text).toContain("Read");
    expect(array?.text).toContain("object");
    expect(broken?.text).toContain("valid JSON");
  });
});
