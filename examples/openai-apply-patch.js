// Models of OpenAI know a tool for patches, `apply_patch`. Here its patches go through the file tools' engine.
import assert from "node:assert/strict";
import { Agent, applyPatchTool, Runner } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createFileTools, createPatchEditor } from "filewright/openai-agents";
import { createDemoProject } from "./support/demo-project.js";

const project = createDemoProject();
const files = createFileTools({ roots: [project.root], stateDirectory: project.stateDirectory });

/**
 * @param {string} callId
 * @param {import("@openai/agents").ApplyPatchOperation} operation
 */
const patch = (callId, operation) => ({
  type: /** @type {const} */ ("apply_patch_call"),
  status: /** @type {const} */ ("completed"),
  callId,
  operation,
});

// A model that follows a script. In your program: model: "gpt-5.1".
const path = "src/greeting.js";
const diff = '@@\n-export const greeting = "hello";\n+export const greeting = "hello, world";\n';
const model = new ScriptedModel([
  [patch("1", { type: "update_file", path, diff })], // refused: it has not been read
  [functionCall("Read", { file_path: project.path(path) }, { callId: "2" })],
  [patch("3", { type: "update_file", path, diff })],
  [
    patch("4", {
      type: "create_file",
      path: "docs/changes.md",
      diff: "+# Changes\n+\n+The world is greeted.\n+",
    }),
  ],
  [patch("5", { type: "delete_file", path: "docs/notes.md" })], // refused: nothing is deleted
  [assistantMessage("Patched.")],
]);

const tools = [...files.tools, applyPatchTool(createPatchEditor(files))];
const agent = new Agent({ name: "Patcher", instructions: "Patch files.", tools, model });
const runner = new Runner({ tracingDisabled: true });

let result = await runner.run(agent, "Greet the world.");
while (result.interruptions.length > 0) {
  for (const item of result.interruptions) {
    const [question] = files.approvalOf(item)?.questions ?? [];
    console.log(`A patch would ${question?.change?.kind} ${question?.realPath}`);
    result.state.approve(item); // once a person has agreed
  }
  result = await runner.run(agent, result.state);
}
for (const { rawItem } of result.newItems)
  if (rawItem?.type === "apply_patch_call_output") console.log(`${rawItem.status}: ${rawItem.output}`);

assert.equal(project.read(path), 'export const greeting = "hello, world";\nexport const times = 1;\n');
assert.equal(project.read("docs/changes.md"), "# Changes\n\nThe world is greeted.\n");
assert.match(project.read("docs/notes.md"), /too short/);
await files.toolkit.close();
project.remove();
console.log("Done: one patch changed a file, one made a file, and nothing was deleted.");
