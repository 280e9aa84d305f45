// Approvals in a terminal: each change is shown with its diff, and is allowed, refused with a reason, or edited first (in
// $EDITOR). Also by a script: printf 'y\nn\nNo scripts.\ny\n' | node examples/approval-terminal.js
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createToolkit } from "filewright";
import { createDemoProject } from "./support/demo-project.js";
import { createTerminalAsker, visible } from "./support/terminal-asker.js";

const project = createDemoProject();
const terminal = createTerminalAsker();
/** What each file is to contain, by what the person says. */
const decided = new Map();
const toolkit = createToolkit({
  roots: [project.root],
  stateDirectory: project.stateDirectory,
  async onAsk(question, options) {
    const answer = await terminal.onAsk(question, options);
    const { before, after } = question.change ?? {};
    decided.set(question.realPath, answer.answer === "deny" ? before : (answer.content ?? after));
    return answer;
  },
});

// What a model might ask for: an edit, a script that runs later, and a text that would like to rule your terminal.
const manifest = { name: "demo", scripts: { postinstall: "node setup.js" } };
const greeting = project.path("src/greeting.js");
await call("Read", { file_path: greeting });
await call("Read", { file_path: project.path("package.json") });
await call("Edit", { file_path: greeting, old_string: '"hello"', new_string: '"hey"' });
await call("Write", {
  file_path: project.path("package.json"),
  content: `${JSON.stringify(manifest, null, 2)}\n`,
});
await call("Write", { file_path: project.path("new.txt"), content: "harmless\u001b[2K\rrm -rf ~\n" });
terminal.close();

for (const [path, content] of decided)
  assert.equal(existsSync(path) ? readFileSync(path, "utf8") : null, content);
assert.equal(decided.size, 3);
await toolkit.close();
project.remove();
console.log("Done: every file is as it was decided.");

/**
 * @param {string} name
 * @param {object} input
 */
async function call(name, input) {
  const { content } = await toolkit.call(name, input);
  const lines = content.flatMap((block) => (block.type === "text" ? block.text.split("\n") : []));
  console.log(["The model is told:", ...lines.map((line) => `  | ${visible(line)}`), ""].join("\n"));
}
