// Someone at a console of their own, in a process that can be killed: listens at the socket that is named, says that a person
// is there, and prints each message of an engine as it is.
import { createServer } from "node:net";

const [, , path] = process.argv;
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => process.stdout.write(chunk));
  socket.write(`${JSON.stringify({ kind: "listener", filewright: 1, since: null, attends: true })}\n`);
});
server.listen(path, () => process.stdout.write("listening\n"));
