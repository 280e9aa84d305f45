/** The AI SDK: what holds for every SDK, and how its streams, parts and schemas carry it. */
import { asSchema, convertToModelMessages, isStepCount, streamText, type UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import { createFileTools } from "../../src/adapters/ai/index.js";
import { isNewerNode, onNewerNode } from "../support/newer-node.js";
import { numberedPages } from "../support/pdfs.js";
import { paint } from "../support/pictures.js";
import { echoTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";
import { describeAdapter } from "./support/adapter-contract.js";
import { aiScene, runOn } from "./support/ai-scene.js";
import { readAndEdit } from "./support/notes-turns.js";
import { scriptModel, whatWasSeen } from "./support/scripted-ai-model.js";

describeAdapter({
  name: "The AI SDK",
  id: "AIS",
  needsNewerNode: true,
  asksBefore: true,
  load: async () => (await import("./support/ai-harness.js")).aiHarness,
});

describe.runIf(isNewerNode)(`The tools for the AI SDK ${onNewerNode}`, () => {
  it("work with streamText, which asks in its stream [AIS-20]", async () => {
    const scene = aiScene(readAndEdit);
    const { tools, toolApproval, respond } = scene.files;
    const { model } = scene.script;
    const stopWhen = isStepCount(10);
    const first = streamText({ model, tools, toolApproval, prompt: "Go on.", stopWhen });
    const kinds: string[] = [];
    const asked = [];
    for await (const part of first.stream) {
      kinds.push(part.type);
      if (part.type === "tool-approval-request") asked.push(part);
    }
    expect(kinds).not.toContain("error");
    expect(asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(["call-2"]);
    expect(scene.workspace.read("notes.txt")).toBe("alpha\nbeta\n");
    const content = asked.map((request) => respond(request, { answer: "allow" }));
    const messages = [
      { role: "user" as const, content: "Go on." },
      ...(await first.responseMessages),
      { role: "tool" as const, content },
    ];
    const second = streamText({ model, tools, toolApproval, messages, stopWhen });
    expect(await second.text).toBe("done");
    expect(scene.workspace.read("notes.txt")).toBe("alpha\nBETA\n");
  });

  it("hand a PDF on as a file where the host says that the model takes such [AIS-21]", async () => {
    const workspace = tempWorkspace({ "two.pdf": numberedPages(2) });
    const files = createFileTools(workspace.toolkit({ capabilities: { pdf: true } }));
    const read = { tool: "Read", input: { file_path: workspace.path("two.pdf") } };
    const script = scriptModel([{ calls: [read] }, { say: "done" }]);
    await runOn({ files, script });
    expect(script.requests.at(-1)?.prompt.at(-1)?.content).toMatchObject([
      {
        output: {
          type: "content",
          value: [
            { type: "text", text: expect.stringContaining("2 pages") },
            {
              type: "file",
              mediaType: "application/pdf",
              filename: "two.pdf",
              data: { type: "data", data: workspace.bytes("two.pdf").toString("base64") },
            },
          ],
        },
      },
    ]);
  });

  it("tell providers of a strict form for the tools that are strict, and let every input through to the tool [AIS-22]", async () => {
    const { tools, toolkit } = createFileTools(tempWorkspace().toolkit());
    expect(Object.entries(tools).flatMap(([name, { strict }]) => (strict ? [name] : []))).toEqual([
      "Write",
      "Edit",
    ]);
    for (const { name, inputSchema } of toolkit.tools) {
      const schema = asSchema(Object.entries(tools).find(([key]) => key === name)?.[1].inputSchema);
      const json = await schema.jsonSchema;
      expect(Object.keys(json.properties ?? {})).toEqual(Object.keys(inputSchema.properties));
      expect(json.additionalProperties).toBe(false);
      for (const value of [{ anything: null }, "text", 7])
        expect(await schema.validate?.(value)).toEqual({ success: true, value });
    }
    const edit = await asSchema(tools.Edit.inputSchema).jsonSchema;
    expect(edit.required).toEqual(["file_path", "old_string", "new_string", "replace_all"]);
    expect(edit.properties?.["replace_all"]).toMatchObject({ type: ["boolean", "null"] });
  });

  it("show a stored conversation's results to the model as they were, and others as they are [AIS-23]", async () => {
    const workspace = tempWorkspace({ "logo.png": await paint(8, 6).png().toBuffer() });
    const { tools, toolkit } = createFileTools(workspace.toolkit());
    const read = async (name: string): Promise<UIMessage["parts"][number]> => {
      const input = { file_path: workspace.path(name) };
      const output = await toolkit.call("Read", input);
      return { type: "tool-Read", toolCallId: name, state: "output-available", input, output };
    };
    const foreign = { toolCallId: "3", state: "output-available", input: {}, output: { old: 1 } } as const;
    const parts = [
      await read("logo.png"),
      await read("none.txt"),
      { type: "tool-Read", ...foreign } as const,
    ];
    const message = { role: "assistant" as const, parts };
    const stored: typeof message = JSON.parse(JSON.stringify(message));
    const [, results] = await convertToModelMessages([stored], { tools });
    expect(results?.content).toMatchObject([
      { output: { type: "content", value: [{ type: "text" }, { type: "file", mediaType: "image/png" }] } },
      { output: { type: "error-text", value: expect.stringContaining("none.txt") } },
      { output: { type: "text", value: '{"old":1}' } },
    ]);
  });

  it("leave asking to the toolkit where that is to ask [AIS-24]", async () => {
    const questions: string[] = [];
    const scene = aiScene(readAndEdit, {
      onAsk: ({ tool }) => {
        questions.push(tool);
        return { answer: "deny", reason: "not on a Monday" };
      },
    });
    const { asked } = await runOn(scene);
    expect([asked, questions]).toEqual([[], ["Edit"]]);
    expect(scene.results()[1]).toMatchObject({ isError: true });
    expect(scene.results()[1]?.text).toContain("not on a Monday");
    const quiet = createFileTools(scene.workspace.toolkit(), { asks: "toolkit" });
    expect(await quiet.approvals.request({ id: "1", name: "Write", input: {} })).toBeUndefined();
  });

  it("include what the host has given the toolkit besides [AIS-32]", async () => {
    const files = createFileTools(tempWorkspace().toolkit({ tools: [echoTool("Echo", {})] }));
    const echo = { tool: "Echo", input: { what: "hello" } };
    const script = scriptModel([{ calls: [echo] }, { say: "done" }]);
    await runOn({ files, script });
    const { results, offered } = whatWasSeen(script.requests);
    expect(results).toEqual([{ text: "hello", images: [], isError: false }]);
    expect(offered.map(({ name }) => name)).toContain("Echo");
    expect(Object.keys(files.toolApproval)).toEqual(Object.keys(files.tools));
  });
});
