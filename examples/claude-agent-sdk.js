// An agent of the Claude Agent SDK with Filewright's file tools in the place of the SDK's own, and a person who reviews.
// node examples/claude-agent-sdk.js
import assert from "node:assert/strict";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { createFileTools } from "filewright/claude-agent-sdk";
import { createDemoProject } from "./support/demo-project.js";
import { startScriptedClaude } from "./support/scripted-claude.js";

const project = createDemoProject();
const file_path = project.path("src/greeting.js");

// The one line. The callback is asked only when a person has to be; `approval` has what to show them.
const files = createFileTools(
  { roots: [project.root], stateDirectory: project.stateDirectory },
  {
    canUseTool: async (tool, input, { approval, toolUseID }) => {
      const patch = approval?.questions[0]?.change?.structuredPatch ?? [];
      console.log(`${tool} asks:\n${patch.flatMap(({ lines }) => lines).join("\n")}`);
      // A real program shows this to someone. This person wants another greeting than was proposed.
      const isWelcome = tool.endsWith("Edit");
      console.log(isWelcome ? "Yes, but with good morning, all." : "No: edit it, do not write it anew.");
      if (!isWelcome) return { behavior: "deny", message: "Edit the file, do not write it anew." };
      const content = project.read("src/greeting.js").replace("hello", () => "good morning, all");
      files.approvals.answer(toolUseID, { answer: "allow", content });
      return { behavior: "allow", updatedInput: input };
    },
  },
);

// A real program has a real model, and none of this: no script, no `env`, which also keeps the SDK's program off your home.
const model = await startScriptedClaude([
  { calls: [{ tool: "mcp__files__Read", input: { file_path } }] },
  { calls: [{ tool: "mcp__files__Write", input: { file_path, content: "" } }] },
  { calls: [{ tool: "mcp__files__Edit", input: { file_path, old_string: "hello", new_string: "hey" } }] },
  { say: "The greeting is longer now." },
]);

for await (const message of query({
  prompt: "Make the greeting longer.",
  options: {
    ...files.options,
    tools: [], // none of the SDK's others; leave it out to keep them
    cwd: project.root,
    settingSources: [],
    persistSession: false,
    env: model.environment(project.stateDirectory),
  },
})) {
  if (message.type !== "result") continue;
  assert.equal(message.subtype, "success");
  console.log(`The agent says: ${message.result}`);
}

const sent = JSON.stringify(model.requests.at(-1)?.messages);
await model.close();
await files.close();
assert.match(sent, /Edit the file, do not write it anew/);
assert.match(project.read("src/greeting.js"), /good morning, all/);
assert.match(sent, /good morning, all/, "the model knows what the person made of its edit");
project.remove();
console.log("Done: a write was denied, an edit changed by the person, and the model knows of both.");
