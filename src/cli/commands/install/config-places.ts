/** Where each client keeps its servers, by platform. Pure: a table that can be read and tested for every platform on any. */
import { posix, win32 } from "node:path";
import type { Environment } from "../../../session/limits.js";
import type { ClientId } from "./clients.js";

export interface ClientSurroundings {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  readonly environment: Environment;
  /** The project whose own file `--project` means. */
  readonly workingDirectory: string;
}

interface Folders {
  readonly platform: NodeJS.Platform;
  readonly join: (...parts: string[]) => string;
  readonly home: string;
  /** The variable's folder if it is an absolute one, else the other. */
  readonly fromVariable: (name: string, otherwise: string) => string;
  /** Where programs of the desktop keep their settings. */
  readonly desktop: string;
}

type Find = (folders: Folders) => string;

/** The user's own file. */
const userFiles: Readonly<Record<ClientId, Find>> = {
  "claude-code": ({ join, home, fromVariable }) =>
    join(fromVariable("CLAUDE_CONFIG_DIR", home), ".claude.json"),
  "claude-desktop": ({ join, desktop }) => join(desktop, "Claude", "claude_desktop_config.json"),
  cursor: ({ join, home }) => join(home, ".cursor", "mcp.json"),
  vscode: ({ join, desktop }) => join(desktop, "Code", "User", "mcp.json"),
  codex: ({ join, home, fromVariable }) =>
    join(fromVariable("CODEX_HOME", join(home, ".codex")), "config.toml"),
  gemini: ({ join, home }) => join(home, ".gemini", "settings.json"),
  zed: ({ join, home, desktop, platform }) => {
    if (platform === "win32") return join(desktop, "Zed", "settings.json");
    // On macOS it keeps to the folder that it has on Linux.
    return join(platform === "darwin" ? join(home, ".config") : desktop, "zed", "settings.json");
  },
};

/** The project's own file, below its folder; Claude Desktop knows no projects. */
const projectFiles: Readonly<Record<Exclude<ClientId, "claude-desktop">, readonly string[]>> = {
  "claude-code": [".mcp.json"],
  cursor: [".cursor", "mcp.json"],
  vscode: [".vscode", "mcp.json"],
  codex: [".codex", "config.toml"],
  gemini: [".gemini", "settings.json"],
  zed: [".zed", "settings.json"],
};

export function findUserFile(client: ClientId, surroundings: ClientSurroundings): string {
  return userFiles[client](foldersOf(surroundings));
}

/** Undefined where the client has no such file. */
export function findProjectFile(client: ClientId, surroundings: ClientSurroundings): string | undefined {
  if (client === "claude-desktop") return undefined;
  return foldersOf(surroundings).join(surroundings.workingDirectory, ...projectFiles[client]);
}

/** What is there if the client has been used on this machine. */
export function findTraces(client: ClientId, surroundings: ClientSurroundings): readonly string[] {
  const file = findUserFile(client, surroundings);
  const { join, home, fromVariable } = foldersOf(surroundings);
  // Its file lies in the home itself, which is always there.
  if (client === "claude-code") return [file, fromVariable("CLAUDE_CONFIG_DIR", join(home, ".claude"))];
  return [pathsOf(surroundings).dirname(file)];
}

function pathsOf({ platform }: ClientSurroundings): typeof posix {
  return platform === "win32" ? win32 : posix;
}

function foldersOf(surroundings: ClientSurroundings): Folders {
  const { platform, homeDirectory: home, environment } = surroundings;
  const paths = pathsOf(surroundings);
  const join = (...parts: string[]): string => paths.join(...parts);
  const fromVariable = (name: string, otherwise: string): string => {
    const given = environment[name] ?? "";
    return paths.isAbsolute(given) ? given : otherwise;
  };
  const desktop = (): string => {
    if (platform === "darwin") return join(home, "Library", "Application Support");
    if (platform === "win32") return fromVariable("APPDATA", join(home, "AppData", "Roaming"));
    return fromVariable("XDG_CONFIG_HOME", join(home, ".config"));
  };
  return { platform, join, home, fromVariable, desktop: desktop() };
}
