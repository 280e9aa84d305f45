/** `filewright mcp` as a program. */
import { readVersion } from "../../package-version.js";
import { visible } from "../../text/visible.js";
import type { ServerFlags } from "../server-options.js";
import { findSurroundings, runStdioServer } from "./serve-stdio.js";
import { parseServerWords } from "./server-words.js";

/** Who types this waits for an answer that never comes. */
const NOTE_FOR_PEOPLE =
  "filewright mcp: waiting for an MCP client on standard input; Ctrl-D ends it. To add Filewright to a client: filewright install\n";

export function main(): void {
  try {
    const flags = parseServerWords(process.argv.slice(3));
    if (flags.sandbox === true) void serveConfined(flags).catch(complain);
    else serve(flags);
  } catch (error) {
    complain(error);
  }
}

function serve(flags: ServerFlags): void {
  runStdioServer({ flags, version: readVersion() });
  if (process.stdin.isTTY) process.stderr.write(NOTE_FOR_PEOPLE);
}

/** Has the same program run again in a sandbox; there it serves. */
async function serveConfined(flags: ServerFlags): Promise<void> {
  if (flags.ask === "console") {
    throw new Error("--ask console is not possible with --sandbox, which lets the server open no sockets");
  }
  const { runConfined } = await import("../run-confined.js");
  const surroundings = findSurroundings();
  const exitCode = await runConfined({ flags, surroundings, network: false, words: process.argv.slice(2) });
  if (exitCode === undefined) serve(flags);
  else process.exitCode = exitCode;
}

function complain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // What was typed comes back in complaints about it.
  process.stderr.write(`filewright mcp: ${visible(message)}\n`);
  process.exitCode = 2;
}
