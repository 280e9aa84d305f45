// An agent of LangChain that reads, changes and searches files. Before a change the run is interrupted, a person decides, and the
// run goes on. The model is a scripted one; a real program has, say, `model: "anthropic:claude-sonnet-5-5"` instead.
import assert from "node:assert/strict";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { createFileTools } from "filewright/langchain";
import { createAgent } from "langchain";
import { createDemoProject } from "./support/demo-project.js";

// So that this example sends nothing anywhere, whatever your environment says about tracing.
for (const prefix of ["LANGSMITH", "LANGCHAIN"])
  for (const name of ["TRACING", "TRACING_V2"]) delete process.env[`${prefix}_${name}`];

const project = createDemoProject();
const file = project.path("src/greeting.js");

/** What the scripted model does, one answer after another. */
const model = fakeModel()
  .respondWithTools([{ name: "Read", args: { file_path: file } }])
  .respondWithTools([
    { name: "Edit", args: { file_path: file, old_string: '"hello"', new_string: '"good morning"' } },
    { name: "Write", args: { file_path: project.path("src/extra.js"), content: "export {};\n" } },
  ])
  .respondWithTools([{ name: "Grep", args: { pattern: "greeting", path: project.root } }])
  .respond(new AIMessage("The greeting is friendlier now; I left the other file alone."));

// These two lines are all it takes. The checkpointer is what an interrupted run waits in.
const files = createFileTools({ roots: [project.root], stateDirectory: project.stateDirectory });
const agent = createAgent({
  model,
  tools: files.tools,
  middleware: [files.middleware],
  checkpointer: new MemorySaver(),
});

const config = { configurable: { thread_id: "demo" } };
let state = await agent.invoke({ messages: [{ role: "user", content: "Make it friendlier." }] }, config);
while (isInterrupted(state)) {
  const request = /** @type {import("filewright/langchain").FileReviewRequest} */ (
    state[INTERRUPT][0]?.value
  );
  // A real program shows each description, which has the path and the diff, and asks.
  const decisions = request.actionRequests.map(({ name, description }) => {
    const isWelcome = name === "Edit";
    console.log(`${description}\n\n${isWelcome ? "Approved." : "Rejected."}\n`);
    return isWelcome ? { type: "approve" } : { type: "reject", message: "one file is enough" };
  });
  state = await agent.invoke(new Command({ resume: { decisions } }), config);
}

console.log(state.messages.at(-1)?.text);
assert.equal(project.read("src/greeting.js").split("\n")[0], 'export const greeting = "good morning";');
assert.throws(() => project.read("src/extra.js"), { code: "ENOENT" });
assert.ok(state.messages.some(({ text }) => text.includes("one file is enough")));

await files.toolkit.close();
project.remove();
console.log("Done: one call was approved and another of the same turn rejected, each by itself.");
