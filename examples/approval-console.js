// Approvals in the console: an agent's question waits until a person answers it in a browser. Prints the link to open.
// With --answer a program answers in their place, as continuous integration does.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createToolkit } from "filewright";
import { startConsole } from "./support/console-server.js";
import { answerAtConsole } from "./support/console-visitor.js";
import { createDemoProject } from "./support/demo-project.js";

const FIVE_MINUTES_MS = 5 * 60_000;
const project = createDemoProject();
// In your system one `filewright serve` runs for all agents of a user. Agents and console meet in the state directory.
const server = await startConsole(project);
const toolkit = createToolkit({
  roots: [project.root],
  stateDirectory: project.stateDirectory,
  events: { publish: true },
});
toolkit.session.introduce("console example");

const isAnswered = process.argv.includes("--answer");
const answering = isAnswered ? answerAtConsole(server.link, answerFriendlier) : undefined;
if (!isAnswered)
  console.log(`An agent waits for you. Open this and answer its question:\n\n  ${server.link}\n`);

const file_path = project.path("src/greeting.js");
await toolkit.call("Read", { file_path });
const before = project.read("src/greeting.js");
const edit = { file_path, old_string: '"hello"', new_string: '"hey"' };
const { content, isError } = await callOnceSomeoneIsThere("Edit", edit);
for (const block of content) if (block.type === "text") console.log(`The model is told:\n${block.text}\n`);

const after = project.read("src/greeting.js");
assert.equal(after === before, isError);
if (isAnswered) {
  assert.equal((await answering)?.outcome, "answered");
  assert.match(after, /good morning/);
}
await toolkit.close();
await server.stop();
project.remove();
console.log(`Done: the file is ${isError ? "as it was" : "as it was allowed"}.`);

/**
 * While nobody has the console open, what needs a person is refused at once, and a model should hear that. This example has
 * just told you the link, so that it tries again instead. Once you are there, the call waits for your answer.
 * @param {string} name
 * @param {object} input
 */
async function callOnceSomeoneIsThere(name, input) {
  /** @type {unknown[]} */
  const asked = [];
  const stop = toolkit.workspace.events.on("permission-asked", (event) => void asked.push(event));
  const signal = AbortSignal.timeout(FIVE_MINUTES_MS);
  let result = await toolkit.call(name, input, { signal });
  while (asked.length === 0 && !signal.aborted) {
    await sleep(500);
    result = await toolkit.call(name, input, { signal });
  }
  stop();
  return result;
}

/**
 * A person who accepts the change and makes it friendlier.
 * @param {import("./support/console-visitor.js").ShownQuestion} question
 * @returns {import("./support/console-visitor.js").ConsoleAnswer}
 */
function answerFriendlier({ hunks }) {
  return {
    answer: "allow",
    hunks: hunks.map(({ lines }) => ({ use: "edited", lines: newSideOf(lines).map(makeFriendlier) })),
    comment: "A bit more, please.",
  };
}

/**
 * What a hunk makes of its lines, as the person sees it in the page.
 * @param {string[]} lines
 */
function newSideOf(lines) {
  return lines.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1));
}

/** @param {string} line */
function makeFriendlier(line) {
  return line.replaceAll('"hey"', () => '"good morning"');
}
