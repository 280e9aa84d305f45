// An agent of Mastra that changes a file once a person has agreed. When it wants to, the run is suspended, and resumed with the
// answer. The model is a scripted one; a real program has, say, `model: "anthropic/claude-sonnet-5-5"` instead.
import assert from "node:assert/strict";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createFileTools } from "filewright/mastra";
import { createDemoProject } from "./support/demo-project.js";
import { scriptedModel } from "./support/scripted-ai-model.js";

// So that this example sends nothing anywhere.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";

const project = createDemoProject();
const file_path = project.path("src/greeting.js");
const model = scriptedModel([
  { tool: "Read", input: { file_path } },
  { tool: "Edit", input: { file_path, old_string: '"hello"', new_string: '"hey"' } },
  { tool: "Edit", input: { file_path, old_string: '"hello"', new_string: '"good day"' } },
  { tool: "Grep", input: { pattern: "good \\w+", path: project.root, output_mode: "content" } },
  "The greeting is friendlier now.",
]);

const files = createFileTools({ roots: [project.root], stateDirectory: project.stateDirectory });
const editor = new Agent({ id: "editor", name: "Editor", instructions: "", model, tools: files.tools });
// A suspended run waits in Mastra's storage. In a database it would outlive this process.
const mastra = new Mastra({ agents: { editor }, storage: new InMemoryStore(), logger: false });
const agent = mastra.getAgent("editor");

let output = await agent.generate("Make the greeting friendlier.");
while (output.finishReason === "suspended") {
  const { toolCallId, suspendPayload } = output.suspendPayload;
  const options = { runId: output.runId ?? "", toolCallId };
  // `approveToolCallGenerate` and `declineToolCallGenerate` say yes and no; this says whatever the person does.
  output = await agent.resumeGenerate(askPerson(suspendPayload), options);
}

assert.equal(output.text, "The greeting is friendlier now.");
assert.match(project.read("src/greeting.js"), /"good morning"/);
await files.toolkit.close();
project.remove();
console.log(
  "Done: one edit was declined, the next one changed by the person, and the file says good morning.",
);

/**
 * Here a person with an opinion. In your program: a dialog that shows the diff.
 * @param {import("filewright/mastra").SuspendedCall} suspended
 * @returns {import("filewright/mastra").PersonsDecision}
 */
function askPerson({ questions: [question] }) {
  const lines = question?.change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? [];
  console.log(`${question?.tool} asks:\n${lines.map((line) => `  ${line}`).join("\n")}`);
  const proposed = question?.change?.after ?? "";
  const isWelcome = !proposed.includes('"hey"');
  console.log(isWelcome ? "Yes, but with good morning." : "No: too short.");
  return isWelcome
    ? { approved: true, content: proposed.replace("good day", () => "good morning") }
    : { approved: false, reason: "Too short." };
}
