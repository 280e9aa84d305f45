// An agent of the OpenAI Agents SDK that edits files, and a person who looks at its changes first.
import assert from "node:assert/strict";
import { Agent, Runner } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createFileTools } from "filewright/openai-agents";
import { createDemoProject } from "./support/demo-project.js";

const project = createDemoProject();
const files = createFileTools({ roots: [project.root], stateDirectory: project.stateDirectory });

// A model that follows a script, so that this runs anywhere. In your program: model: "gpt-5.1".
const file_path = project.path("src/greeting.js");
const model = new ScriptedModel([
  [functionCall("Read", { file_path }, { callId: "1" })],
  [functionCall("Edit", { file_path, old_string: "hello", new_string: "good morning" }, { callId: "2" })],
  [functionCall("Edit", { file_path, old_string: "times = 1", new_string: "times = 9" }, { callId: "3" })],
  [assistantMessage("The greeting is longer now; I left the number as it was.")],
]);

const agent = new Agent({ name: "Editor", instructions: "Edit files.", tools: files.tools, model });
// Without this the SDK sends traces to OpenAI.
const runner = new Runner({ tracingDisabled: true });

let result = await runner.run(agent, "Make the greeting longer.");
while (result.interruptions.length > 0) {
  for (const item of result.interruptions) {
    // Show the person what would be done, and ask. This one does not like large numbers.
    const change = files.approvalOf(item)?.questions[0]?.change;
    const lines = change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? [];
    console.log(`${item.name} would change:\n${lines.join("\n")}`);
    const isWelcome = !lines.some((line) => line.includes("9"));
    console.log(isWelcome ? "Approved." : "Rejected: once is enough.");
    if (isWelcome) result.state.approve(item);
    else result.state.reject(item, { message: "Once is enough." });
  }
  result = await runner.run(agent, result.state);
}
console.log(result.finalOutput);

assert.equal(
  project.read("src/greeting.js"),
  'export const greeting = "good morning";\nexport const times = 1;\n',
);
assert.ok(JSON.stringify(model.lastCall?.request.input).includes("Once is enough."));
await files.toolkit.close();
project.remove();
console.log("Done: one edit was approved, the next one rejected, and the model was told why.");
