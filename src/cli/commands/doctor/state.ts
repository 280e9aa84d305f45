/** Our own state on disk: whether it can be written, whose it is, how large it has grown, and what the dead have left. */
import { basename, join } from "node:path";
import { type FileSystem, FileSystemError } from "../../../fs/file-system.js";
import { lookAtPlace } from "../../../fs/node/look-at-place.js";
import { createProcessLife, readProcessIdentity } from "../../../fs/node/process-life.js";
import { describeOwnershipFault, requireOwn } from "../../../fs/ownership.js";
import type { AbsolutePath, RealPath } from "../../../fs/paths.js";
import { unlessUnavailable } from "../../../fs/unless-unavailable.js";
import { findLockOwner } from "../../../locks/lock-owner.js";
import { formatBytes, plural } from "../../../text/quantities.js";
import { type Check, type CheckGround, type Finding, fine, trouble, warn } from "./finding.js";

/** What lies in the state directory. */
const FOLDERS = ["history", "locks", "results", "terminals", "installs", "serve", "listeners", "audit"];
const MAX_ENTRIES = 100_000;
/** Reading more than this takes longer than a check should. */
const VERIFIED_BYTES = 64 * 1024 ** 2;
const LITTLE_ROOM_BYTES = 100 * 1024 ** 2;

export const stateCheck: Check = {
  name: "state",
  async run(ground) {
    const { fileSystem, stateDirectory, mutation } = ground.toolkit.workspace;
    try {
      await requireOwn(fileSystem, stateDirectory);
      for (const name of FOLDERS) await requireOwn(fileSystem, stateDirectory, name);
      // As the first change does; only doing it tells whether it can be done.
      await fileSystem.makeDirectory(stateDirectory, 0o700);
      const { realPath } = await fileSystem.resolve(stateDirectory);
      const probe = join(realPath, `.doctor-${mutation.randomName()}`) as AbsolutePath;
      await fileSystem.createFile(probe, new Uint8Array(0), 0o600);
      await fileSystem.removeFile(probe);
      return await judgePlace(realPath, fileSystem);
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      return refuseState(stateDirectory, cause);
    }
  },
};

function refuseState(folder: string, { code, path }: FileSystemError): Finding {
  const foreign = describeOwnershipFault(code, path);
  if (foreign !== undefined) return trouble(`${path} is not used: ${foreign.problem}`, foreign.remedy);
  return trouble(
    `${folder} can't be written (${code})`,
    "No change can be made without a history. Mend the folder, or name another in FILEWRIGHT_STATE.",
  );
}

async function judgePlace(folder: RealPath, fileSystem: FileSystem): Promise<Finding> {
  const { mode, isOurs, freeBytes, network } = await lookAtPlace(folder);
  const size = await measureFolder(folder, fileSystem);
  const found = `${folder}, ${formatBytes(size)}, ${formatBytes(freeBytes)} free`;
  if (!isOurs) return warn(`${found}; it belongs to someone else`, "Whoever owns it can read your history.");
  if ((mode & 0o077) !== 0) {
    return warn(`${found}; others may look into it`, `It holds your files' contents: chmod 700 ${folder}`);
  }
  if (network !== undefined) {
    return warn(
      `${found}; on ${network}`,
      "Locks and history are slower there; FILEWRIGHT_STATE names another.",
    );
  }
  return freeBytes < LITTLE_ROOM_BYTES
    ? warn(found, "Changes are refused when the disk is full.")
    : fine(found);
}

async function measureFolder(folder: RealPath, fileSystem: FileSystem): Promise<number> {
  let bytes = 0;
  const { entries } = await fileSystem.list(folder, MAX_ENTRIES);
  for (const { name, isDirectory } of entries) {
    const path = join(folder, basename(name)) as RealPath;
    if (isDirectory) bytes += await measureFolder(path, fileSystem);
    // Locks are links that lead nowhere; only files have a size.
    else bytes += (await findSize(path, fileSystem)) ?? 0;
  }
  return bytes;
}

async function findSize(path: RealPath, fileSystem: FileSystem): Promise<number | undefined> {
  return (await unlessUnavailable(() => fileSystem.resolve(path)))?.stat?.size;
}

export const historyCheck: Check = {
  name: "history",
  async run({ toolkit }) {
    const { history } = toolkit.workspace;
    if (history === undefined) return warn("switched off", "No change can be undone.");
    const { maxAgeDays, maxBytes } = history.options;
    const { files, bytes } = await history.measure();
    const bounds = `kept for ${plural(maxAgeDays, "day")}, up to ${formatBytes(maxBytes)}`;
    const found = `${plural(files, "file")}, ${formatBytes(bytes)}; ${bounds}`;
    if (bytes > VERIFIED_BYTES) return fine(`${found}; to check it for damage: filewright history verify`);
    const { damage, foreign } = await history.verify();
    const strange = foreign.filter(({ isOld }) => !isOld).length;
    if (strange > 0) {
      return trouble(
        `${found}; ${plural(strange, "file")} with records that are not signed with your key`,
        "These records are ignored, and the files are kept. Details: filewright history verify",
      );
    }
    if (damage.length === 0 && foreign.length > 0) {
      return warn(
        `${found}; no damage; ${plural(foreign.length, "file")} of an earlier version`,
        "Changes made with that version can't be undone with this one. Details: filewright history verify",
      );
    }
    if (damage.length === 0) return fine(`${found}; no damage`);
    return trouble(
      `${found}; ${plural(damage.length, "damaged part")}`,
      "The changes concerned can't be undone; all others can. Details: filewright history verify",
    );
  },
};

export const lockCheck: Check = {
  name: "locks",
  run: (ground) => checkLocks(ground),
};

async function checkLocks({ toolkit }: CheckGround): Promise<Finding> {
  const { fileSystem, stateDirectory } = toolkit.workspace;
  const owners = await readLockOwners(join(stateDirectory, "locks") as AbsolutePath, fileSystem);
  const { host } = readProcessIdentity();
  const life = createProcessLife();
  const dead = owners.filter((text) => {
    const owner = findLockOwner(text);
    return owner?.host === host && !life.isAlive(owner);
  });
  const held = `${plural(owners.length - dead.length, "lock")} held`;
  if (dead.length === 0) return fine(held);
  return fine(
    `${held}, ${dead.length} left by processes that died; they are taken over when they are needed`,
  );
}

async function readLockOwners(folder: AbsolutePath, fileSystem: FileSystem): Promise<string[]> {
  try {
    const { realPath, stat } = await fileSystem.resolve(folder);
    if (stat === undefined) return [];
    const { entries } = await fileSystem.list(realPath, MAX_ENTRIES);
    const texts: string[] = [];
    for (const { name } of entries)
      texts.push(await fileSystem.readLink(join(realPath, name) as AbsolutePath));
    return texts;
  } catch (cause) {
    // A lock may be let go while we look, and what is no link is no lock.
    if (cause instanceof FileSystemError) return [];
    throw cause;
  }
}
