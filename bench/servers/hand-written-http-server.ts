/** The floor of all servers over HTTP. */
import { createServer } from "node:http";
import { answerByHand } from "./hand-written-answers.js";
import { listen } from "./listen.js";

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const answer = answerByHand(Buffer.concat(parts).toString("utf8"));
    if (answer === undefined) {
      response.writeHead(202).end();
      return;
    }
    const body = Buffer.from(answer);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
});
listen(server);
