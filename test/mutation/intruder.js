// Child of the tests about races: puts versions of its own into a file, and knows which of them others have replaced.
// A version counts when it was seen to stand there; one that it replaced itself is its own loss. Answers "stop"; a number
// is how long it rests at most from then on.
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const [path = "", firstPauseMs = "0"] = process.argv.slice(2);
let longestPauseMs = Number(firstPauseMs);
/** @type {string[]} */
const displacedByOthers = [];
const stopping = new AbortController();
process.on("message", (message) => {
  if (typeof message === "number") longestPauseMs = message;
  else stopping.abort();
});
process.send?.("ready");
let standing = "";
let rounds = 0;
while (!stopping.signal.aborted) {
  rounds += 1;
  const present = readFileSync(path, "utf8");
  if (standing !== "" && present !== standing) displacedByOthers.push(standing);
  // All of one length, so that another's look never falls between a write and a cut.
  const content = `head\noutside ${String(rounds).padStart(8, "0")}\nfoot\n`;
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, content, 0);
  ftruncateSync(descriptor, content.length);
  closeSync(descriptor);
  standing = readFileSync(path, "utf8") === content ? content : "";
  await wait(Math.random() * longestPauseMs);
}
process.send?.({ displacedByOthers });
process.disconnect();
