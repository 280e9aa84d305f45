// An agent of the AI SDK that changes a file once a person has agreed. When it wants to, the run stops with a request, and goes
// on with the answer. The model is a scripted one; a real program names one of a provider instead.
import assert from "node:assert/strict";
import { ToolLoopAgent } from "ai";
import { createFileTools } from "filewright/ai";
import { createDemoProject } from "./support/demo-project.js";
import { scriptedModel } from "./support/scripted-ai-model.js";

const project = createDemoProject();
const file_path = project.path("src/greeting.js");
const model = scriptedModel([
  { tool: "Read", input: { file_path } },
  { tool: "Edit", input: { file_path, old_string: '"hello"', new_string: '"hey"' } },
  { tool: "Edit", input: { file_path, old_string: '"hello"', new_string: '"good morning"' } },
  { tool: "Grep", input: { pattern: "good \\w+", path: project.root, output_mode: "content" } },
  "It says good morning now.",
]);

const files = createFileTools({ roots: [project.root], stateDirectory: project.stateDirectory });
const agent = new ToolLoopAgent({ model, tools: files.tools, toolApproval: files.toolApproval });

/** @type {import("ai").ModelMessage[]} */
const messages = [{ role: "user", content: "Make the greeting friendlier." }];
let result = await agent.generate({ messages });
for (let asked = requestsOf(result); asked.length > 0; asked = requestsOf(result)) {
  const content = asked.map((request) => files.respond(request, askPerson(request.toolCall.toolCallId)));
  messages.push(...result.responseMessages, { role: "tool", content });
  result = await agent.generate({ messages });
}

assert.equal(result.text, "It says good morning now.");
assert.match(project.read("src/greeting.js"), /"good morning"/);
assert.match(JSON.stringify(messages), /Too short/);
await files.toolkit.close();
project.remove();
console.log("Done: one edit was denied, the next one approved, and the file says good morning.");

/** @param {typeof result} stopped */
function requestsOf({ content }) {
  return content.filter((part) => part.type === "tool-approval-request");
}

/**
 * Here a person who does not like "hey". In your program: a dialog that shows the diff. They may also change the content:
 * `{ answer: "allow", content: "…" }`.
 * @param {string} toolCallId
 * @returns {import("filewright").Answer}
 */
function askPerson(toolCallId) {
  const question = files.approvals.find(toolCallId)?.questions[0];
  const lines = question?.change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? [];
  console.log(`${question?.tool} asks:\n${lines.map((line) => `  ${line}`).join("\n")}`);
  const isWelcome = !lines.some((line) => line.includes('"hey"'));
  console.log(isWelcome ? "Yes." : "No: too short.");
  return isWelcome ? { answer: "allow" } : { answer: "deny", reason: "Too short. Say good morning." };
}
