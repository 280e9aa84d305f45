// Measures an implementation of the file tools by the published scenarios, and prints how far it gets with each.
import assert from "node:assert/strict";
import {
  conformanceLevels,
  createToolkitImplementation,
  listScenarios,
  runScenario,
} from "filewright/testing";

// Ours. Yours is `{ open({ root, home, stateDirectory, options, answer }) }`, which starts it on the folder `root` and answers
// `{ call(tool, input), close() }`; docs/testing.md shows one behind an MCP server.
const implementation = createToolkitImplementation();

/** @type {import("filewright/testing").ScenarioResult[]} */
const results = [];
for (const scenario of listScenarios()) {
  const result = await runScenario(scenario, implementation);
  results.push(result);
  const verdict = result.unsupported === undefined ? (result.level ?? "none") : "not run";
  console.log(`${verdict.padEnd(9)} ${result.scenario}`);
  if (result.unsupported !== undefined) console.log(`          ${result.unsupported}`);
  for (const note of result.notes) console.log(`          ${note}`);
  for (const { level, text } of result.differences) console.log(`          ${level}: ${text}`);
}

const counts = conformanceLevels.map(
  (level) => `${level} ${results.filter((result) => result.level === level).length}`,
);

// Pictures, PDFs and exact counts of tokens need optional packages; everything else is the same wherever it runs.
const others = results.filter(({ scenario }) => !/picture|pdf|too-long/.test(scenario));
assert.deepEqual(new Set(others.map(({ level }) => level)), new Set(["words"]));
console.log(`\nDone: ${results.length} scenarios. Highest level reached: ${counts.join(", ")}.`);
