/** The file that stands where new content is to go: opened without following, held, and looked at again afterwards. */
import fs from "node:fs";
import { basename, dirname } from "node:path";
import { type FileStat, FileSystemError, type Replaced } from "../file-system.js";
import { isUnjudgedLink } from "../fingerprint.js";
import type { RealPath } from "../paths.js";
import { closeQuietly, type DirectoryHandle, openDirectory } from "./directory-handle.js";
import { openPatiently } from "./open-patiently.js";
import { readHeld } from "./read-whole.js";
import { readDescriptorPath } from "./resolve-path.js";
import { errnoOf, toFileStat } from "./translate.js";

/** What is found instead of the expected content is handed back up to this size. */
const PRESENT_MAX_BYTES = 64 * 1024 * 1024;

/** What working in a folder needs of the file system it belongs to. */
export interface FolderContext {
  readonly tellsPaths: boolean;
  /** Memory for comparing, used again and again: new memory for each comparison would cost more than the comparison. */
  readonly scratch: Buffer;
}

export interface Place {
  readonly scratch: Buffer;
  readonly folder: DirectoryHandle;
  readonly name: string;
  readonly realPath: RealPath;
  /** Whether the kernel tells the path of what is open. */
  readonly tellsPaths: boolean;
}

/** The file as it was when its content was compared; held open, so that it can be looked at after it was displaced. */
export interface OldFile {
  readonly descriptor: number;
  readonly stat: fs.BigIntStats;
  isOpen: boolean;
}

export function closeOld(old: OldFile): void {
  if (!old.isOpen) return;
  closeQuietly(takeDescriptor(old));
}

/** The caller closes it from now on. */
export function takeDescriptor(old: OldFile): number {
  old.isOpen = false;
  return old.descriptor;
}

/** A rename would replace a file that its owner has made read-only; whoever may not write it shall not replace it. */
export function refuseReadOnly({ folder, name }: Place, { stat }: OldFile): void {
  const isOwners = process.geteuid?.() === Number(stat.uid) && (stat.mode & OWNER_MAY_WRITE) !== 0n;
  if (!isOwners) requireWritable({ folder, name });
}

/** By asking the system, which knows of groups, access lists and disks that are read-only. */
export function requireWritable({ folder, name }: Pick<Place, "folder" | "name">): void {
  fs.accessSync(folder.at(name), fs.constants.W_OK);
}

/**
 * Before the content is compared: what another file holds must not be handed back either. Another file than the judged one
 * must lie at the path: a hard link that was removed since it was opened looks like a file with one name.
 */
export function refuseUnjudged(
  { descriptor, stat }: Pick<OldFile, "descriptor" | "stat">,
  { judged }: { readonly judged?: FileStat | undefined },
  { realPath, tellsPaths }: Pick<Place, "realPath" | "tellsPaths">,
): void {
  if (judged === undefined) return;
  const isJudged = stat.ino === judged.inode && stat.dev === judged.device;
  const isAway = !isJudged && tellsPaths && readDescriptorPath(descriptor) !== realPath;
  if (isAway || isUnjudgedLink(toFileStat(stat), judged)) throw new FileSystemError("MOVED", realPath);
}

const OWNER_MAY_WRITE = 0o200n;

export function changed(old: OldFile | undefined): Replaced {
  const present = old === undefined ? undefined : readPresent(old);
  return { outcome: "changed", present };
}

function readPresent({ descriptor }: OldFile): Uint8Array | undefined {
  return fs.fstatSync(descriptor).size > PRESENT_MAX_BYTES ? undefined : readHeld(descriptor);
}

/** Whether the name still leads to the file that was compared, untouched by every stamp. */
export function isStillThere({ folder, name }: Place, { stat }: OldFile): boolean {
  const now = findStat(folder.at(name));
  return now !== undefined && now.ino === stat.ino && now.dev === stat.dev && hasSameStamps(now, stat);
}

/** The same at a fraction of the cost, as far as the open file tells: it still has a name, and was not written into. */
export function isUntouched({ descriptor, stat }: OldFile): boolean {
  const now = fs.fstatSync(descriptor, { bigint: true });
  return now.nlink === stat.nlink && hasSameStamps(now, stat);
}

function hasSameStamps(left: fs.BigIntStats, right: fs.BigIntStats): boolean {
  return left.size === right.size && left.mtimeNs === right.mtimeNs && left.ctimeNs === right.ctimeNs;
}

export function inFolderOf<T>(
  realPath: RealPath,
  { tellsPaths, scratch }: FolderContext,
  action: (place: Place) => T,
): T {
  const folder = openDirectory(dirname(realPath), tellsPaths);
  try {
    return action({ folder, name: basename(realPath), realPath, tellsPaths, scratch });
  } finally {
    folder.close();
  }
}

export function withOldFile<T>(place: Place, action: (old: OldFile | undefined) => T): T {
  const old = openOld(place);
  try {
    return action(old);
  } finally {
    if (old !== undefined) closeOld(old);
  }
}

function openOld({ folder, name, realPath }: Place): OldFile | undefined {
  const { O_RDONLY, O_NOFOLLOW } = fs.constants;
  let descriptor: number;
  try {
    descriptor = openPatiently(folder.at(name), O_RDONLY | O_NOFOLLOW);
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return undefined;
    if (errnoOf(cause) === "ELOOP") throw new FileSystemError("MOVED", realPath, { cause });
    throw cause;
  }
  const stat = fs.fstatSync(descriptor, { bigint: true });
  if (stat.isFile()) return { descriptor, stat, isOpen: true };
  fs.closeSync(descriptor);
  const { kind } = toFileStat(stat);
  throw kind === "directory"
    ? new FileSystemError("EISDIR", realPath)
    : new FileSystemError("NOT_REGULAR", realPath, { kind });
}

export function findStat(path: string): fs.BigIntStats | undefined {
  return fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
}
