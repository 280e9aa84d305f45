/**
 * Changes a small text file of our own, such as settings: under the lock that keeps other processes of ours out, and by
 * compare-and-swap against everybody else. No history is kept: what a person has set is theirs to take back.
 */
import { dirname } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import { isInside } from "../fs/containment.js";
import { type DisplacedFile, type FileSystem, FileSystemError, type Replaced } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { TEMPORARY_PREFIX } from "../fs/temporary-names.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { FileLocks } from "../locks/file-locks.js";
import { visiblePath } from "../text/visible.js";
import { readDisplaced } from "./keep-displaced.js";

export interface OwnFileGround {
  readonly fileSystem: FileSystem;
  readonly locks: FileLocks;
  readonly isDurable: boolean;
  readonly randomName: () => string;
  /** What is made in here is nobody else's to read. */
  readonly privateFolder: AbsolutePath;
  /** Makes a file in the private folder that others may read or write private, too. */
  readonly isTightened?: boolean;
}

/** Far more than a file of ours has. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Each failed one means that a program without our lock has written at the same moment. */
const MAX_ATTEMPTS = 20;
const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;
const SHARED_FOLDER_MODE = 0o755;

/** The text that a change starts from, and the bytes that must be there for it to go ahead. */
interface Base {
  readonly text: string | undefined;
  readonly expected: Uint8Array | undefined;
  /** Another program's text that we have displaced: if the change has nothing to add to it, it goes back as it was. */
  readonly isDisplaced?: boolean;
}

/**
 * `path` has to be real: MOVED if it leads through a link. `change` may be called again; undefined leaves the file. A new file
 * gets `mode`, whatever the umask, and its folder one that others can't write to.
 */
export type ChangeOwnFile = (
  path: AbsolutePath,
  change: (present: string | undefined) => string | undefined,
  mode?: number,
) => Promise<void>;

export function createOwnFileChanger(ground: OwnFileGround): ChangeOwnFile {
  return (path, change, mode) =>
    ground.locks.run(path, () => changeOwnFile(path as RealPath, change, { ...ground, mode }));
}

type ChangeGround = OwnFileGround & { readonly mode: number | undefined };

async function changeOwnFile(
  path: RealPath,
  change: (present: string | undefined) => string | undefined,
  ground: ChangeGround,
): Promise<void> {
  let base = await readBase(path, ground.fileSystem);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const next = change(base.text) ?? (base.isDisplaced === true ? base.text : undefined);
    if (next === undefined) return;
    const content = new TextEncoder().encode(next);
    const replaced = await replace(path, base.expected, content, ground);
    if (replaced.outcome === "not-replaceable") throw refuseUnreplaceable(path, replaced.reason);
    if (replaced.outcome === "replaced" && replaced.displaced === undefined) return;
    // What another program wrote at the last moment is what the change has to be made to.
    base =
      replaced.outcome === "replaced" && replaced.displaced !== undefined
        ? { text: await takeDisplaced(replaced.displaced, path), expected: content, isDisplaced: true }
        : await readBase(path, ground.fileSystem);
  }
  throw new FileSystemError("EBUSY", path);
}

async function readBase(path: RealPath, fileSystem: FileSystem): Promise<Base> {
  const { realPath, stat } = await fileSystem.resolve(path);
  if (realPath !== path) throw new FileSystemError("MOVED", path);
  if (stat === undefined) return { text: undefined, expected: undefined };
  if (stat.kind !== "file") throw new FileSystemError("NOT_REGULAR", path, { kind: stat.kind });
  const { bytes } = await fileSystem.readSmallFile(path, MAX_BYTES, stat);
  if (bytes === undefined) throw new FileSystemError("EFBIG", path);
  return { text: decode(bytes, path), expected: bytes };
}

/** A displaced text that is not UTF-8 stays beside the file. */
async function takeDisplaced(displaced: DisplacedFile, path: RealPath): Promise<string> {
  let text: string | undefined;
  try {
    text = decode(await readDisplaced(displaced, MAX_BYTES, path), path);
    return text;
  } finally {
    if (text === undefined) await displaced.leave();
    else await displaced.remove();
  }
}

/** A byte order mark stays; what is no text can't be changed as such. */
function decode(bytes: Uint8Array, path: RealPath): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const sentence = `${visiblePath(path)} is not UTF-8 text. Nothing was changed. Ask the user to mend the file.`;
    throw new ToolError("SETTINGS_INVALID", sentence, { data: { path }, cause });
  }
}

async function replace(
  path: RealPath,
  expected: Uint8Array | undefined,
  content: Uint8Array,
  ground: ChangeGround,
): Promise<Replaced> {
  const { fileSystem, isDurable, randomName, privateFolder, isTightened = false } = ground;
  const isPrivate = isInside(path, (await fileSystem.resolve(privateFolder)).realPath);
  const mode = isPrivate ? PRIVATE_FILE_MODE : ground.mode;
  const createdFolder = expected === undefined ? await fileSystem.findMissingFolder(path) : undefined;
  try {
    if (createdFolder !== undefined && (isPrivate || ground.mode !== undefined)) {
      const folderMode = isPrivate ? PRIVATE_FOLDER_MODE : SHARED_FOLDER_MODE;
      await fileSystem.makeDirectory(dirname(path) as AbsolutePath, folderMode);
    } else if (createdFolder !== undefined) {
      await fileSystem.createParents(path);
    }
    return await fileSystem.replaceIfUnchanged(path, {
      expected,
      content,
      // Only a rename leaves the old file whole if the disk fails; and writing into a file would change its twins too.
      way: "rename",
      attributes: "attempt",
      temporaryName: `${TEMPORARY_PREFIX}${randomName()}.tmp`,
      isDurable,
      ...(mode === undefined ? {} : { mode, isTightened }),
    });
  } catch (cause) {
    if (createdFolder !== undefined)
      await unlessUnavailable(() => fileSystem.removeEmptyParents(path, createdFolder));
    throw cause;
  }
}

function refuseUnreplaceable(path: RealPath, reason: string): ToolError {
  return new ToolError(
    "ACCESS_DENIED",
    `${visiblePath(path)} can't be replaced: ${reason}. Nothing was changed. Ask the user to edit the file by hand.`,
    { data: { path, reason } },
  );
}
