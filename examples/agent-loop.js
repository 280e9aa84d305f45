// The smallest agent: a loop, a model and six tools, without any SDK. A person is asked before a file is changed.
import assert from "node:assert/strict";
import { createToolkit } from "filewright";
import { createDemoProject } from "./support/demo-project.js";

/** @typedef {{ id: string, name: string, input: unknown }} Call */
/** @typedef {{ role: string, id?: string, content: string | readonly import("filewright").Block[], calls?: Call[] }} Message */

const project = createDemoProject();
const { root, stateDirectory } = project;
const toolkit = createToolkit({ roots: [root], stateDirectory });

/** @type {Message[]} */
const messages = [{ role: "user", content: "Make the greeting friendlier." }];
for (let turn = 0; turn < 20; turn += 1) {
  const reply = await askModel(messages, toolkit.tools);
  messages.push(reply);
  if (reply.calls === undefined) break;
  for (const call of reply.calls) messages.push(await runTool(call));
}

assert.equal(messages.at(-1)?.content, "It says good morning now.");
assert.match(project.read("src/greeting.js"), /good morning/);
await toolkit.close();
project.remove();
console.log("Done: the model got its errors, the person their questions, and the file its greeting.");

/**
 * `decide` tells what a person would have to be asked, without doing anything. Their answers go with the call, and count only
 * if it would still do what they have seen.
 * @param {Call} call
 * @returns {Promise<Message>}
 */
async function runTool({ id, name, input }) {
  const verdict = await toolkit.decide(name, input);
  const answers = [];
  if (verdict.answer === "ask")
    for (const question of verdict.questions) answers.push({ question, answer: await askPerson(question) });
  // Errors are results like others: each says what to do next, so the model has to see it.
  const { content, isError } = await toolkit.call(name, input, { answers });
  const [first] = content;
  const words = first?.type === "text" ? first.text.split("\n", 1)[0] : first?.type;
  console.log(`${name} ${isError ? "was refused" : "answered"}: ${words}`);
  return { role: "tool", id, content };
}

/**
 * Here a person who does not like "hey". In your program: a dialog, a chat message, a terminal (approval-terminal.js).
 * @param {import("filewright").Question} question
 * @returns {Promise<import("filewright").Answer>}
 */
async function askPerson({ tool, change }) {
  const lines = change?.structuredPatch.flatMap((hunk) => hunk.lines) ?? [];
  console.log(`  ${tool} asks:\n${lines.map((line) => `    ${line}`).join("\n")}`);
  const isWelcome = change?.after?.includes("hey") !== true;
  console.log(isWelcome ? "  Yes." : "  No: too short.");
  return isWelcome ? { answer: "allow" } : { answer: "deny", reason: "Too short. Say good morning." };
}

/**
 * Here a script. In your program: a request to a model with the messages and, for each tool, its name, description and
 * inputSchema.
 * @param {readonly Message[]} history
 * @param {readonly import("filewright").ToolInfo[]} tools
 * @returns {Promise<Message>}
 */
async function askModel(history, tools) {
  assert.equal(tools.length, 6);
  const file_path = project.path("src/greeting.js");
  const edit = { file_path, old_string: '"hello"', new_string: '"hey"' };
  const script = [
    { name: "Edit", input: edit }, // Is refused: it has not been read.
    { name: "Read", input: { file_path } },
    { name: "Edit", input: edit }, // The person says no, and why.
    { name: "Edit", input: { ...edit, new_string: '"good morning"' } },
    { name: "Grep", input: { pattern: "good \\w+", path: root, output_mode: "content" } },
    { name: "Read", input: { file_path: project.path("logo.png") } },
  ];
  const step = history.filter(({ role }) => role === "assistant").length;
  const next = script[step];
  return next === undefined
    ? { role: "assistant", content: "It says good morning now." }
    : { role: "assistant", content: "", calls: [{ id: `call-${step}`, ...next }] };
}
