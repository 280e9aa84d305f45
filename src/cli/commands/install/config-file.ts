/**
 * A client's file on the disk: read as text, written only if it still is what the person was shown. Its mode is
 * kept, unless it gets a token and others could read it.
 * A link to it stays a link; the file it leads to is the one that is written.
 */
import { dirname } from "node:path";
import { FileSystemError } from "../../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../../fs/paths.js";
import { createOwnFileChanger } from "../../../mutation/change-own-file.js";
import { removeOwnFile } from "../../../mutation/remove-own-file.js";
import { visiblePath } from "../../../text/visible.js";
import type { Workspace } from "../../../workspace.js";

/** Far more than settings have. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface ConfigFile {
  readonly realPath: RealPath;
  /** Undefined where there is none yet. */
  readonly text: string | undefined;
  /** Whether its owner has taken the right to write it from themselves. */
  readonly isReadOnly: boolean;
  /** Its mode; undefined where there is no file, or where modes do not say who may read it. */
  readonly mode?: number | undefined;
}

/** Whether others than its owner may read or write it. */
export function isOpenToOthers({ mode = 0 }: ConfigFile): boolean {
  return (mode & 0o077) !== 0;
}

export async function readConfigFile(
  path: string,
  { fileSystem, surroundings }: Workspace,
): Promise<ConfigFile> {
  const { realPath, stat } = await fileSystem.resolve(path as AbsolutePath);
  if (stat === undefined) return { realPath, text: undefined, isReadOnly: false };
  if (stat.kind === "directory") throw new FileSystemError("EISDIR", path);
  if (stat.kind !== "file") throw new FileSystemError("NOT_REGULAR", path, { kind: stat.kind });
  const { bytes } = await fileSystem.readSmallFile(realPath, MAX_BYTES, stat);
  if (bytes === undefined) throw new Error(`${visiblePath(path)} is too large to be a file of settings.`);
  const mode = surroundings.platform === "win32" ? undefined : stat.mode & 0o777;
  return { realPath, text: decode(bytes, path), isReadOnly: (stat.mode & 0o200) === 0, mode };
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${visiblePath(path)} is not UTF-8 text. Nothing was changed; mend the file first.`, {
      cause,
    });
  }
}

export interface ConfigWrite {
  /** What the file becomes; undefined removes it. */
  readonly next: string | undefined;
  /** A new one is nobody else's to read: other entries of such files hold keys. */
  readonly isPrivate: boolean;
  /** Makes one that exists private, too. */
  readonly isTightened: boolean;
}

/** False when the file is not any more what it was when it was read; nothing has then been written. */
export async function writeConfigFile(
  { realPath, text }: ConfigFile,
  { next, isPrivate, isTightened }: ConfigWrite,
  { fileSystem, locks, mutation, stateDirectory }: Workspace,
): Promise<boolean> {
  const { isDurable, randomName } = mutation;
  const privateFolder = isPrivate ? (dirname(realPath) as AbsolutePath) : stateDirectory;
  const ground = { fileSystem, locks, isDurable, randomName, privateFolder, isTightened };
  if (next === undefined) return text === undefined || removeOwnFile(realPath, text, ground);
  let isAsShown = true;
  await createOwnFileChanger(ground)(realPath, (present) => {
    isAsShown = present === text;
    // Anything else has been written meanwhile, and goes back if it was displaced.
    return isAsShown ? next : undefined;
  });
  return isAsShown;
}
