/** The client's own command for adding a server, for people who would rather use that. */
import { shellWord } from "../../shell-word.js";
import type { ClientId, Launch } from "./clients.js";
import { SERVER_NAME } from "./config-edit.js";

export interface OfficialCommandOptions {
  readonly scope: "user" | "project";
}

/** Undefined where the client has no such command, or none for this scope. */
export function findOfficialCommand(
  client: ClientId,
  { command, args }: Launch,
  { scope }: OfficialCommandOptions,
): string | undefined {
  const words = [command, ...args];
  switch (client) {
    case "claude-code":
      return quoteAll(["claude", "mcp", "add", "--scope", scope, SERVER_NAME, "--", ...words]);
    case "codex":
      return scope === "user" ? quoteAll(["codex", "mcp", "add", SERVER_NAME, "--", ...words]) : undefined;
    case "gemini":
      return quoteAll(["gemini", "mcp", "add", "--scope", scope, SERVER_NAME, command, "--", ...args]);
    case "vscode": {
      const server = JSON.stringify({ name: SERVER_NAME, command, args });
      return scope === "user" ? quoteAll(["code", "--add-mcp", server]) : undefined;
    }
    default:
      return undefined;
  }
}

/** As a POSIX shell takes them. */
function quoteAll(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
