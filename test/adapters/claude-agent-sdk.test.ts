/** The adapter with the program that the SDK starts, which is sent the words of a scripted model over HTTP on this machine. */
import { describe, expect, it } from "vitest";
import { createFileTools } from "../../src/adapters/claude-agent-sdk/index.js";
import { tempWorkspace } from "../support/workspace.js";
import { describeAdapter } from "./support/adapter-contract.js";
import {
  call,
  claudeAgentSdkHarness,
  hasProgram,
  optionsFor,
  own,
  runQuery,
} from "./support/claude-agent-sdk-harness.js";

describe.runIf(hasProgram)("with the SDK's own program", () => {
  describeAdapter({
    name: "The Claude Agent SDK",
    id: "CAS",
    asksBefore: true,
    load: async () => claudeAgentSdkHarness,
  });
});

describe.runIf(hasProgram)("The Claude Agent SDK's program", () => {
  it("has our file tools in the place of its own, under their names too, and keeps its others [CAS-20]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const files = createFileTools(optionsFor(workspace));
    const { requests, results } = await runQuery({
      turns: [call("Read", { file_path: workspace.path("a.txt") }), { say: "done" }],
      options: { ...files.options, tools: ["Bash", "Edit", "Glob", "Grep", "Read", "Write", "NotebookEdit"] },
    });
    await files.close();
    const offered = requests[0]?.tools.map(({ name }) => name) ?? [];
    expect(offered.toSorted()).toEqual(["Bash", ...files.tools].toSorted());
    expect(results[0]?.text).toContain("1→alpha");
    expect(files.toolkit.session.issuedCalls).toBe(1);
  });

  it("asks a person although a rule of its own lets the tools pass [CAS-21]", async () => {
    const workspace = tempWorkspace();
    const asked: string[] = [];
    const files = createFileTools(optionsFor(workspace), {
      canUseTool: async (name, _input, { approval }) => {
        asked.push(`${name} ${approval?.questions[0]?.change?.kind}`);
        return { behavior: "deny", message: "not today" };
      },
    });
    const { results } = await runQuery({
      turns: [call(own("Write"), { file_path: workspace.path("new.txt"), content: "x\n" }), { say: "done" }],
      options: { ...files.options, settings: { permissions: { allow: [own("Write")] } } },
    });
    await files.close();
    expect(asked).toEqual(["mcp__files__Write create"]);
    expect(results[0]?.text).toContain("not today");
    expect(workspace.stamp("new.txt")).toBeUndefined();
  });

  it("makes the call as a reviewer has changed it, and what they wrote is asked about no more [CAS-22]", async () => {
    const workspace = tempWorkspace();
    let asked = 0;
    const files = createFileTools(optionsFor(workspace), {
      canUseTool: async (_name, input) => {
        asked += 1;
        return { behavior: "allow", updatedInput: { ...input, content: "as the reviewer wants it\n" } };
      },
    });
    const { results } = await runQuery({
      turns: [call(own("Write"), { file_path: workspace.path("new.txt"), content: "x\n" }), { say: "done" }],
      options: files.options,
    });
    await files.close();
    expect(asked).toBe(1);
    expect(results[0]?.isError).toBe(false);
    expect(workspace.read("new.txt")).toBe("as the reviewer wants it\n");
  });

  it("is told in the toolkit's words that nobody can be asked [CAS-25]", async () => {
    const workspace = tempWorkspace();
    const files = createFileTools(optionsFor(workspace));
    const input = { file_path: workspace.path("new.txt"), content: "x\n" };
    const { results } = await runQuery({
      turns: [call(own("Write"), input), { say: "done" }],
      options: files.options,
    });
    const itself = await files.toolkit.call("Write", input);
    await files.close();
    const [block] = itself.content;
    expect(itself.error?.code).toBe("PERMISSION_DENIED");
    expect(results[0]?.text).toContain(block?.type === "text" ? block.text : "text");
    expect(workspace.stamp("new.txt")).toBeUndefined();
  });

  it("lets a toolkit ask that was told whom, and asks nobody itself [CAS-26]", async () => {
    const workspace = tempWorkspace();
    const asked: string[] = [];
    const files = createFileTools(
      {
        ...optionsFor(workspace),
        onAsk: ({ tool }) => {
          asked.push(`toolkit: ${tool}`);
          return { answer: "allow", comment: "mind the gap" };
        },
      },
      {
        canUseTool: async (name) => {
          asked.push(`SDK: ${name}`);
          return { behavior: "allow" };
        },
      },
    );
    const { results } = await runQuery({
      turns: [call(own("Write"), { file_path: workspace.path("new.txt"), content: "x\n" }), { say: "done" }],
      options: files.options,
    });
    await files.close();
    expect(asked).toEqual(["toolkit: Write"]);
    expect(results[0]?.text).toContain("mind the gap");
    expect(workspace.read("new.txt")).toBe("x\n");
  });

  it("has the tools also in a mode without questions, if the toolkit asks and a rule names them [CAS-26]", async () => {
    const workspace = tempWorkspace();
    const permissions = { mode: "acceptEdits" } as const;
    const files = createFileTools({ ...optionsFor(workspace), permissions }, { asks: "toolkit" });
    const { canUseTool: _, ...options } = files.options;
    const { results } = await runQuery({
      turns: [call(own("Write"), { file_path: workspace.path("new.txt"), content: "x\n" }), { say: "done" }],
      options: { ...options, permissionMode: "dontAsk", allowedTools: files.tools },
    });
    await files.close();
    expect(results[0]?.isError).toBe(false);
    expect(workspace.read("new.txt")).toBe("x\n");
  });
});
