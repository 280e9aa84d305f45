/** `--sandbox` of the servers: starts the same program again, confined, and passes on how it ends. */
import { basename, dirname, resolve } from "node:path";
import { listNames, makeTemporaryFolder, removeFolder } from "../fs/node/private-folder.js";
import { runAttached } from "../process/run-attached.js";
import { CONFINED, confineEngine, type EngineNeeds, requireConfined } from "../workspace-sandbox.js";
import { type ServerFlags, type Surroundings, toolkitOptionsOf } from "./server-options.js";

export interface ConfinedServer {
  readonly flags: ServerFlags;
  readonly surroundings: Surroundings;
  readonly network: EngineNeeds["network"];
  readonly tokenFile?: string | undefined;
  /** The words after the program's name. */
  readonly words: readonly string[];
}

/** The exit code of the confined server; `undefined` if this process is the confined one, and has to serve. */
export async function runConfined(server: ConfinedServer): Promise<number | undefined> {
  const { flags, surroundings, network, tokenFile, words } = server;
  const { environment, workingDirectory } = surroundings;
  if (requireConfined(environment)) return undefined;
  const { Workspace } = await import("../workspace.js");
  const workspace = new Workspace(toolkitOptionsOf(flags, surroundings));
  const command = { program: process.execPath, arguments: [process.argv[1] ?? "", ...words] };
  const temporary = makeTemporaryFolder("filewright-engine-");
  try {
    const confined = await confineEngine(workspace, command, {
      isReadOnly: flags.readOnly === true,
      network,
      writable: [
        temporary,
        ...(tokenFile === undefined ? [] : [findTokenFolder(resolve(workingDirectory, tokenFile))]),
      ],
    });
    const own = { [CONFINED]: "1", TMPDIR: temporary };
    return await runAttached({ ...confined, workingDirectory, environment: { ...environment, ...own } });
  } finally {
    removeFolder(temporary);
  }
}

/** Tokens are replaced through files beside them, so the engine may write to their whole folder. */
function findTokenFolder(tokenFile: string): string {
  const [folder, name] = [dirname(tokenFile), basename(tokenFile)];
  if (listNames(folder).every((each) => each.startsWith(name))) return folder;
  throw new Error(
    `--sandbox needs a folder for ${tokenFile} that holds nothing else, because the server may write there. Name another with --token-file, or leave it out`,
  );
}
