// A program that uses the library, publishes what it does, and has nothing else to wait for than its one call,
// which is cancelled as soon as the program is told anything.
import { argv, stdin } from "node:process";

/** @type {any} */
const { createToolkit } = await import(new URL("../../dist/index.js", import.meta.url).href);
const [, , root, stateDirectory, tool, input] = argv;
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  events: { publish: true },
});
const cancelling = new AbortController();
stdin.once("data", () => cancelling.abort());
// A pipe that nobody may ever say anything over.
/** @type {any} */ (stdin).unref();
const { signal } = cancelling;
const { content, isError } = await toolkit.call(tool, JSON.parse(input ?? "{}"), { signal });
process.stdout.write(JSON.stringify({ isError, text: content[0].text }));
