import type { Server } from "node:http";

/** On any free port of this machine alone; tells it as ours does, and ends when whoever started it is gone. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
  });
  process.stdin.on("end", () => process.exit()).resume();
}
