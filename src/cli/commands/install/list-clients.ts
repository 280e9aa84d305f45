/** `filewright install` alone: the clients, which of them seem to be here, and what would be done. */
import type { AbsolutePath } from "../../../fs/paths.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { visiblePath } from "../../../text/visible.js";
import type { Workspace } from "../../../workspace.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type Client, type ClientId, clientIds, clients } from "./clients.js";
import { readConfigFile } from "./config-file.js";
import { type ClientSurroundings, findProjectFile, findTraces, findUserFile } from "./config-places.js";
import type { InstallFlags } from "./flags.js";
import { planRemoval } from "./plan-file.js";

interface ListedClient {
  readonly client: ClientId;
  readonly title: string;
  /** Whether something of it was found on this machine. */
  readonly isFound: boolean;
  readonly file: string;
  /** "unreadable": the file can't be read or does not parse. */
  readonly entry: "present" | "absent" | "unreadable";
}

export async function listClients(flags: InstallFlags, door: Door, workspace: Workspace): Promise<ExitCode> {
  const surroundings = { ...workspace.surroundings, environment: workspace.environment };
  const listed: ListedClient[] = [];
  for (const id of clientIds) {
    const item = await look(id, flags, surroundings, workspace);
    if (item !== undefined) listed.push(item);
  }
  const { terminal } = door;
  terminal.write(
    flags.json === true ? `${JSON.stringify(listed, undefined, 2)}\n` : escapeForTerminal(render(listed)),
  );
  return EXIT.fine;
}

async function look(
  id: ClientId,
  { project }: InstallFlags,
  surroundings: ClientSurroundings,
  workspace: Workspace,
): Promise<ListedClient | undefined> {
  const file = project === true ? findProjectFile(id, surroundings) : findUserFile(id, surroundings);
  if (file === undefined) return undefined;
  const kinds = await Promise.all(
    findTraces(id, surroundings).map((path) => workspace.fileSystem.findKind(path as AbsolutePath)),
  );
  return {
    client: id,
    title: clients[id].title,
    isFound: kinds.some((kind) => kind !== undefined),
    file,
    entry: await findEntry(clients[id], file, workspace),
  };
}

async function findEntry(client: Client, path: string, workspace: Workspace): Promise<ListedClient["entry"]> {
  try {
    const { text } = await readConfigFile(path, workspace);
    const { kind } = text === undefined ? { kind: "unchanged" } : planRemoval(client, text);
    if (kind === "invalid") return "unreadable";
    return kind === "changed" ? "present" : "absent";
  } catch {
    return "unreadable";
  }
}

function render(listed: readonly ListedClient[]): string {
  const lines = listed.map((item) => {
    const found = item.isFound ? "found" : "not found";
    return `${item.client.padEnd(15)} ${found.padEnd(9)}  ${describe(item)}`;
  });
  return `${[...lines, "", "filewright install CLIENT shows the change and asks before it writes."].join("\n")}\n`;
}

function describe({ entry, file }: ListedClient): string {
  const where = visiblePath(file);
  if (entry === "present") return `has Filewright: ${where}`;
  if (entry === "unreadable") return `can't be read, would be left alone: ${where}`;
  return `would be added to ${where}`;
}
