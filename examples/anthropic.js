// The file tools in the tool runner of the Anthropic SDK. The call waits while a person is asked.
import assert from "node:assert/strict";
import { createFileTools } from "filewright/anthropic";
import { createDemoProject } from "./support/demo-project.js";
import { createScriptedClient } from "./support/scripted-messages.js";

const project = createDemoProject();
const file_path = project.path("src/greeting.js");

// With a real model: new Anthropic(), and model: "claude-…" below.
const client = createScriptedClient([
  { call: "Read", input: { file_path } },
  { call: "Edit", input: { file_path, old_string: '"hello"', new_string: '"hey"' } },
  { call: "Edit", input: { file_path, old_string: '"hello"', new_string: '"good morning"' } },
  { call: "Read", input: { file_path: project.path("logo.png") } },
  { say: "The greeting is friendlier now." },
]);

const files = createFileTools({
  roots: [project.root],
  stateDirectory: project.stateDirectory,
  // With a real person: show the question's diff, and wait for what they say.
  onAsk: ({ path, change }) => {
    const isPolite = change?.after?.includes("good morning") === true;
    console.log(`May ${path} be changed? ${isPolite ? "Yes." : "No."}`);
    return isPolite ? { answer: "allow" } : { answer: "deny", reason: "too casual, say good morning" };
  },
});

const runner = client.beta.messages.toolRunner({
  model: "scripted",
  max_tokens: 4000,
  tools: files.tools,
  messages: [{ role: "user", content: "Make the greeting friendlier." }],
});
for await (const message of runner) {
  for (const block of message.content) {
    if (block.type === "text") console.log(block.text);
    if (block.type === "tool_use") console.log(`The model calls ${block.name}.`);
  }
}

assert.match(project.read("src/greeting.js"), /"good morning"/);
assert.equal((await files.toolkit.history.list()).length, 1);
await files.toolkit.close();
project.remove();
console.log("Done: one edit was denied, the next one allowed, and the file says good morning.");
