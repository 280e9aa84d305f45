/** The clients that Filewright can be added to, and how each wants a server described. Facts of their documentation. */
import type { Entry } from "./config-edit.js";

export const clientIds = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "gemini",
  "zed",
] as const;

export type ClientId = (typeof clientIds)[number];

/** A program for the client to start. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** A server that runs already. */
interface Remote {
  readonly url: string;
  /** The token itself; undefined leaves it to a variable, for files that others get to see. */
  readonly token: string | undefined;
}

/** The variable that an entry without the token takes it from. */
export const TOKEN_VARIABLE = "FILEWRIGHT_TOKEN";

export interface Client {
  readonly title: string;
  /** What the client reads: JSON, JSON with comments and trailing commas, TOML. */
  readonly format: "json" | "jsonc" | "toml";
  /** What holds the servers in its file. */
  readonly key: string;
  /**
   * Where the server finds its folder if none is named. "start": the client starts it in the project, or names the
   * project in a variable. "none": anywhere, so that one has to be named. Else what the client replaces by the project.
   */
  readonly root: "start" | "none" | "${workspaceFolder}";
  readonly describeLaunch: (launch: Launch) => Entry;
  /** Undefined where the client's file takes no such server; the entry, where it takes no variable. */
  readonly describeRemote: ((remote: Remote) => Entry | undefined) | undefined;
  /** What a person does next. */
  readonly next: string;
  /** False if the client can't show approval requests; they then go to an open console, or are refused without one. */
  readonly canAsk: boolean;
}

const plainLaunch = ({ command, args }: Launch): Entry => ({ command, args });
const typedLaunch = ({ command, args }: Launch): Entry => ({ type: "stdio", command, args });
const authorized = (value: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${value}`,
});

export const clients: Readonly<Record<ClientId, Client>> = {
  "claude-code": {
    title: "Claude Code",
    format: "json",
    key: "mcpServers",
    root: "start",
    describeLaunch: typedLaunch,
    describeRemote: ({ url, token }) => ({
      type: "http",
      url,
      headers: authorized(token ?? `\${${TOKEN_VARIABLE}}`),
    }),
    next: "Start Claude Code anew; /mcp shows the server.",
    canAsk: true,
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    key: "mcpServers",
    root: "none",
    describeLaunch: plainLaunch,
    describeRemote: undefined,
    next: "Quit Claude Desktop and start it again; Settings, Developer shows the server.",
    canAsk: true,
  },
  cursor: {
    title: "Cursor",
    format: "jsonc",
    key: "mcpServers",
    root: "${workspaceFolder}",
    describeLaunch: typedLaunch,
    describeRemote: ({ url, token }) => ({ url, headers: authorized(token ?? `\${env:${TOKEN_VARIABLE}}`) }),
    next: "Restart Cursor and switch the server on under Customize, MCPs.",
    canAsk: true,
  },
  vscode: {
    title: "VS Code",
    format: "jsonc",
    key: "servers",
    root: "${workspaceFolder}",
    describeLaunch: typedLaunch,
    describeRemote: ({ url, token }) => ({
      type: "http",
      url,
      headers: authorized(token ?? `\${env:${TOKEN_VARIABLE}}`),
    }),
    next: 'Run "MCP: List Servers" in VS Code and start the server.',
    canAsk: true,
  },
  codex: {
    title: "Codex",
    format: "toml",
    key: "mcp_servers",
    root: "start",
    describeLaunch: plainLaunch,
    describeRemote: ({ url, token }) =>
      token === undefined
        ? { url, bearer_token_env_var: TOKEN_VARIABLE }
        : { url, http_headers: authorized(token) },
    next: "Start Codex anew; /mcp shows the server.",
    canAsk: true,
  },
  gemini: {
    title: "Gemini CLI",
    format: "jsonc",
    key: "mcpServers",
    root: "start",
    describeLaunch: plainLaunch,
    describeRemote: ({ url, token }) => ({
      httpUrl: url,
      headers: authorized(token ?? `\${${TOKEN_VARIABLE}}`),
    }),
    next: "Start Gemini CLI anew; /mcp shows the server.",
    canAsk: false,
  },
  zed: {
    title: "Zed",
    format: "jsonc",
    key: "context_servers",
    root: "start",
    describeLaunch: plainLaunch,
    describeRemote: ({ url, token }) =>
      token === undefined ? undefined : { url, headers: authorized(token) },
    next: "Zed starts the server when the file is saved; Settings, AI, MCP Servers shows it.",
    canAsk: false,
  },
};

export function isClientId(given: string): given is ClientId {
  return clientIds.some((id) => id === given);
}
