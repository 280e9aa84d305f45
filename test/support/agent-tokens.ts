/** Tokens of single agents beside a temporary workspace, and servers that are spoken to with them. */
import { join } from "node:path";
import { addAgentToken, type TokenChoice } from "../../src/mcp/http/agent-token-file.js";
import { send, type TestServer, toolCall } from "./http-server.js";
import type { TempWorkspace } from "./workspace.js";

export const stateOf = (files: TempWorkspace): string => join(files.root, "..", "state");
export const tokensFileOf = (files: TempWorkspace): string => join(stateOf(files), "serve", "tokens.json");

/** Made as the command line makes it, in the state directory of the test's servers. */
export function addToken(
  files: TempWorkspace,
  name: string,
  choice: Partial<Omit<TokenChoice, "name">> = {},
): Promise<string> {
  const { workspace } = files.toolkit({ stateDirectory: stateOf(files) });
  return addAgentToken({ name, allow: [], ask: [], deny: [], ...choice }, workspace);
}

/** The same server as someone with another token sees it. */
export function as(server: TestServer, token: string): TestServer {
  return { ...server, token };
}

export interface Called {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

/** One call in a session. */
export async function callIn(
  server: TestServer,
  session: Readonly<Record<string, string>>,
  tool: string,
  args: object,
): Promise<Called> {
  const { status, text } = await send(server, { headers: session, body: toolCall(tool, args) });
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
  return { status, code, text };
}
