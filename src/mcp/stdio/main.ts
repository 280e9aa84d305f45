/** `filewright mcp` as a program. */
import { readVersion } from "../../package-version.js";
import { visible } from "../../text/visible.js";
import { runStdioServer } from "./serve-stdio.js";
import { parseServerWords } from "./server-words.js";

/** Who types this waits for an answer that never comes. */
const NOTE_FOR_PEOPLE =
  "filewright mcp: waiting for an MCP client on standard input; Ctrl-D ends it. To add Filewright to a client: filewright install\n";

export function main(): void {
  try {
    runStdioServer({ flags: parseServerWords(process.argv.slice(3)), version: readVersion() });
    if (process.stdin.isTTY) process.stderr.write(NOTE_FOR_PEOPLE);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // What was typed comes back in complaints about it.
    process.stderr.write(`filewright mcp: ${visible(message)}\n`);
    process.exitCode = 2;
  }
}
