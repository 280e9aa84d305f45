// A client that starts a server, sends it what it was told to, and waits to be killed.
import { spawn } from "node:child_process";

const { program, cwd, messages } = JSON.parse(process.argv[2] ?? "{}");
const server = spawn(process.execPath, [program, "mcp"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
server.stdout.resume();
for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
setInterval(() => undefined, 60_000);
