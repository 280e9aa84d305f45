/**
 * What a client's file was before Filewright was added to it, kept in the state directory: removing the server then gives
 * back the very bytes, as long as nobody has changed the file since. It is also the backup.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { requireOwn } from "../../../fs/ownership.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { createOwnFileChanger } from "../../../mutation/change-own-file.js";
import type { Workspace } from "../../../workspace.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";

interface Kept {
  readonly path: string;
  /** Null where there was no file. */
  readonly before: string | null;
  /** The digest of what the installation made of it. */
  readonly after: string;
}

const FOLDER = "installs";
/** With its quotes and escapes a kept file has to stay small enough to be read again. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

export interface Original {
  /** Undefined where there was no file. */
  readonly text: string | undefined;
}

/** The original of a file that is still as the installation left it. */
export async function findOriginal(file: ConfigFile, workspace: Workspace): Promise<Original | undefined> {
  const kept = await readKept(file, workspace);
  if (kept === undefined || file.text === undefined || kept.after !== digest(file.text)) return undefined;
  return { text: kept.before ?? undefined };
}

/** Written before the file is, so that there is no moment in which the file has changed and nothing is kept. */
export async function keepOriginal(file: ConfigFile, next: string, workspace: Workspace): Promise<void> {
  // An installation over an earlier one still has the earlier one's original.
  const earlier = await findOriginal(file, workspace);
  const before = (earlier === undefined ? file.text : earlier.text) ?? null;
  if ((before?.length ?? 0) > MAX_CHARACTERS) return;
  const kept: Kept = { path: file.realPath, before, after: digest(next) };
  const { fileSystem, locks, mutation, stateDirectory } = workspace;
  const { isDurable, randomName } = mutation;
  const ground = { fileSystem, locks, isDurable, randomName, privateFolder: stateDirectory };
  const { realPath } = await fileSystem.resolve(placeOf(file, workspace));
  await createOwnFileChanger(ground)(realPath, () => `${JSON.stringify(kept)}\n`);
}

export async function forgetOriginal(file: ConfigFile, workspace: Workspace): Promise<void> {
  await workspace.fileSystem.removeFile(placeOf(file, workspace));
}

async function readKept(file: ConfigFile, workspace: Workspace): Promise<Kept | undefined> {
  await requireOwn(workspace.fileSystem, workspace.stateDirectory, FOLDER);
  const { text } = await readConfigFile(placeOf(file, workspace), workspace);
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null;
    const isWhole = kept?.path === file.realPath && typeof kept.after === "string";
    const isText = typeof kept?.before === "string" || kept?.before === null;
    return isWhole && isText ? (kept as Kept) : undefined;
  } catch {
    // Damaged: then there is none.
    return undefined;
  }
}

function placeOf({ realPath }: ConfigFile, { stateDirectory }: Workspace): AbsolutePath {
  return join(stateDirectory, FOLDER, `${digest(realPath).slice(0, 32)}.json`) as AbsolutePath;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
