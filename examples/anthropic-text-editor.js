// Anthropic's own text editor tool, whose schema the models know by heart, on this engine; in a loop of one's own that asks
// before it makes a call.
import assert from "node:assert/strict";
import { createTextEditor } from "filewright/anthropic";
import { createDemoProject } from "./support/demo-project.js";
import { createScriptedClient } from "./support/scripted-messages.js";

const project = createDemoProject();
const path = project.path("src/greeting.js");
const editor = createTextEditor({ roots: [project.root], stateDirectory: project.stateDirectory });
const call = editor.tool.name;

// With a real model: new Anthropic(), and model: "claude-…" below.
const client = createScriptedClient([
  { call, input: { command: "insert", path, insert_line: 0, insert_text: "// What we say first." } },
  { call, input: { command: "view", path } },
  { call, input: { command: "insert", path, insert_line: 0, insert_text: "// What we say first." } },
  { call, input: { command: "str_replace", path, old_str: "times = 1", new_str: "times = 3" } },
  { say: "Commented, and said three times." },
]);

/** @type {import("@anthropic-ai/sdk").default.MessageParam[]} */
const messages = [{ role: "user", content: "Say it three times, and comment it." }];
for (;;) {
  const reply = await client.messages.create({
    model: "scripted",
    max_tokens: 4000,
    tools: [editor.tool],
    messages,
  });
  messages.push({ role: "assistant", content: reply.content });
  for (const block of reply.content) if (block.type === "text") console.log(block.text);
  const calls = reply.content.filter((block) => block.type === "tool_use");
  if (calls.length === 0) break;
  const results = [];
  for (const made of calls) {
    const pending = await editor.approvals.request(made);
    for (const { change } of pending?.questions ?? []) {
      // With a real person: show them the change, and wait. What is not answered is not done.
      console.log(`May this be done?\n${change?.structuredPatch.flatMap(({ lines }) => lines).join("\n")}`);
      editor.approvals.answer(made.id, { answer: "allow" });
    }
    const result = await editor.run(made);
    for (const shown of result.content) if (shown.type === "text") console.log(shown.text);
    results.push(result);
  }
  messages.push({ role: "user", content: results });
}

assert.equal(
  project.read("src/greeting.js"),
  '// What we say first.\nexport const greeting = "hello";\nexport const times = 3;\n',
);
await editor.toolkit.close();
project.remove();
console.log("Done: what was not viewed was refused, and both changes were made once they were allowed.");
