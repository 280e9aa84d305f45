/** From what the person asked for to the entry that the client's file is to have. */

import { join, resolve } from "node:path";
import type { AbsolutePath } from "../../../fs/paths.js";
import { permissionModes } from "../../../permissions/access.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { visible, visiblePath } from "../../../text/visible.js";
import type { Workspace } from "../../../workspace.js";
import type { Door } from "../../door.js";
import { findOwnPackage } from "../../own-program.js";
import { type ClientId, clients } from "./clients.js";
import type { Entry } from "./config-edit.js";
import { readConfigFile } from "./config-file.js";
import type { InstallFlags } from "./flags.js";
import { planLaunch } from "./launch.js";
import { findOfficialCommand } from "./official-command.js";

export interface ServerPlan {
  readonly entry: Entry;
  /** The client's own command that does the same. */
  readonly official: string | undefined;
  /** Where a running server's token is: in the entry, or in a variable that the entry names. */
  readonly token?: "file" | "variable";
}

/** Where `filewright serve` puts its token, below the state directory. */
const TOKEN_FILE = join("serve", "token");

export async function planServer(
  id: ClientId,
  flags: InstallFlags,
  door: Door,
  workspace: Workspace,
): Promise<ServerPlan> {
  if (flags.http !== undefined) return planRemote(id, flags.http, flags, workspace);
  if (flags.tokenEnv === true)
    throw new Error("--token-env is for a server that runs already. Add --http URL.");
  const client = clients[id];
  const args = await planArguments(id, flags, door, workspace);
  const { platform } = workspace.surroundings;
  const site = { own: findOwnPackage(), platform, needsShell: id === "claude-code" };
  const launch = planLaunch(site, args);
  const scope = flags.project === true ? "project" : "user";
  return { entry: client.describeLaunch(launch), official: findOfficialCommand(id, launch, { scope }) };
}

async function planArguments(
  id: ClientId,
  flags: InstallFlags,
  door: Door,
  workspace: Workspace,
): Promise<string[]> {
  if (flags.mode !== undefined && !permissionModes.some((mode) => mode === flags.mode)) {
    throw new Error(`--mode takes one of ${permissionModes.join(", ")}, not "${visible(flags.mode)}".`);
  }
  const roots = await planRoots(id, flags, door, workspace);
  return [
    ...roots.flatMap((root) => ["--root", root]),
    ...(flags.mode === undefined ? [] : ["--mode", flags.mode]),
    ...(flags.readOnly === true ? ["--read-only"] : []),
  ];
}

async function planRoots(
  id: ClientId,
  { root = [], print, json }: InstallFlags,
  { terminal, signal }: Door,
  workspace: Workspace,
): Promise<string[]> {
  const { title, root: found } = clients[id];
  if (root.length > 0) return Promise.all(root.map((each) => requireFolder(each, workspace)));
  if (found === "start") return [];
  if (found !== "none") return [found];
  if (terminal.isInteractive && print !== true && json !== true) {
    const here = escapeForTerminal(terminal.workingDirectory);
    const answer = await terminal.askLine(`Folder that ${title} may work in [${here}]: `, { signal });
    if (answer !== undefined) return [await requireFolder(answer.trim(), workspace)];
  }
  throw new Error(`${title} does not start servers in a project. Name the folder to work in: --root DIR.`);
}

/** A client would start the server with a folder that is misspelt and say nothing. */
async function requireFolder(given: string, { surroundings, fileSystem }: Workspace): Promise<string> {
  const { workingDirectory, homeDirectory } = surroundings;
  const isHome = given === "~" || given.startsWith("~/");
  const path = isHome ? join(homeDirectory, given.slice(1)) : resolve(workingDirectory, given);
  if ((await fileSystem.findKind(path as AbsolutePath)) === "directory") return path;
  throw new Error(`There is no folder ${visiblePath(path)}.`);
}

async function planRemote(
  id: ClientId,
  url: string,
  flags: InstallFlags,
  workspace: Workspace,
): Promise<ServerPlan> {
  const { title, describeRemote } = clients[id];
  requireUrl(url);
  const own = [
    flags.root === undefined ? "" : "--root",
    flags.mode === undefined ? "" : "--mode",
    flags.readOnly === true ? "--read-only" : "",
  ].filter((name) => name !== "");
  if (own.length > 0) {
    throw new Error(
      `${own.join(", ")}: a server that runs already has its own; give it to filewright serve.`,
    );
  }
  if (describeRemote === undefined) {
    throw new Error(`${title} takes no HTTP servers in its file. Leave out --http.`);
  }
  // What a project's file says is for everybody who gets the project.
  const isKeptOut = flags.project === true || flags.tokenEnv === true;
  const token = isKeptOut ? undefined : await readToken(flags, workspace);
  const entry = describeRemote({ url, token });
  if (entry === undefined) {
    const why =
      flags.project === true
        ? ", and everybody who gets the project gets its file. Leave out --project."
        : ". Leave out --token-env.";
    throw new Error(`${title} can't take a token from a variable${why}`);
  }
  return { entry, official: undefined, token: isKeptOut ? "variable" : "file" };
}

function requireUrl(given: string): void {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Error(`--http takes an address such as http://127.0.0.1:7345/mcp, not "${visible(given)}".`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error("--http takes an address without a password; the token comes from the token file.");
  }
}

async function readToken({ tokenFile }: InstallFlags, workspace: Workspace): Promise<string> {
  const { surroundings, stateDirectory } = workspace;
  const path =
    tokenFile === undefined
      ? join(stateDirectory, TOKEN_FILE)
      : resolve(surroundings.workingDirectory, tokenFile);
  const { text } = await readConfigFile(path, workspace);
  const token = text?.trim();
  if (token === undefined) {
    throw new Error(
      `There is no token at ${visible(path)}. Start filewright serve first, or name --token-file.`,
    );
  }
  if (!/^[\x21-\x7e]{32,1024}$/.test(token)) throw new Error(`${visible(path)} does not hold a token.`);
  return token;
}
