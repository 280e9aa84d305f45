/** The floor of all servers over stdio. */
import { answerByHand } from "./hand-written-answers.js";

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const answer = answerByHand(line);
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  }
});
