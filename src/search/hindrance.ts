/**
 * ripgrep reads the ignore files of every folder it walks and opens whatever bears their names: at a pipe it waits for
 * ever, and of a device it reads until there is no memory left. A repository can carry a link to such a device. Here they
 * are found, by looking at them from outside. Folders can't be read and sockets can't be opened; ripgrep passes over them.
 */
import { basename, dirname, join, resolve, sep } from "node:path";
import {
  type DirectoryEntry,
  type FileKind,
  type FileSystem,
  FileSystemError,
  type MaybePromise,
} from "../fs/file-system.js";
import { findSmallText } from "../fs/find-small-text.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { type IgnoreFileKind, versionControlNames } from "./ripgrep/arguments.js";

/** An ignore file that is none, by the name under which ripgrep would open it. */
export interface Hindrance {
  readonly path: AbsolutePath;
  readonly kind: FileKind;
}

const ignoreFileNames: readonly string[] = [".gitignore", ".ignore", ".rgignore"];
const excludeFile: string = join(".git", "info", "exclude");
const hindering: ReadonlySet<FileKind | undefined> = new Set<FileKind | undefined>(["fifo", "device"]);
/** The one device that is read like an empty file; settings are switched off by links to it. */
const EMPTY_DEVICE = "/dev/null";
/** How far the folders below are looked through. */
const MAX_ENTRIES = 200_000;
/** What names a folder of git elsewhere is a line. */
const MAX_GIT_FILE_BYTES = 8 * 1024;

/** Among the ignore files that a walk of this folder begins with: its own, and those of all folders above. */
export async function findHindranceAbove(
  folder: RealPath,
  fileSystem: FileSystem,
): Promise<Hindrance | undefined> {
  return findAmong(listIgnoreFilesAbove(folder), fileSystem);
}

/** Ignore files of a folder and of all above it, whether or not they are there. */
export function listIgnoreFilesAbove(folder: RealPath): readonly string[] {
  const names = [...ignoreFileNames, excludeFile];
  return foldersUpFrom(folder).flatMap((place) => names.map((name) => join(place, name)));
}

/**
 * The kinds of ignore files of which one is a link to a place that may not be read, among those above a folder, its own and
 * those of folders below it that a search names. Which files ripgrep passes over would tell what such a file contains. A link
 * to nothing counts the same, so that nobody learns whether its target exists.
 */
export async function findForeignIgnoreFiles(
  folder: RealPath,
  named: readonly string[],
  fileSystem: FileSystem,
  mayRead: (path: RealPath) => MaybePromise<boolean>,
): Promise<ReadonlySet<IgnoreFileKind>> {
  const kinds = new Set<IgnoreFileKind>();
  const look = async (place: string, name: string, kind: IgnoreFileKind): Promise<void> => {
    if (kinds.has(kind)) return;
    const isOnTheWay = await mayLeadElsewhere(place, name, fileSystem);
    if (isOnTheWay && (await isForeign(join(place, name), fileSystem, mayRead))) kinds.add(kind);
  };
  const below = [folder, ...named.map((_, index) => join(folder, ...named.slice(0, index + 1)))];
  for (const place of foldersUpFrom(folder).slice(1))
    for (const name of [...ignoreFileNames, excludeFile]) await look(place, name, "above");
  for (const place of below) {
    for (const name of ignoreFileNames) await look(place, name, name === ".gitignore" ? "git" : "other");
    await look(place, excludeFile, "exclude");
  }
  return kinds;
}

/** Whether there is a link. Nearly always there is none, which this finds out more cheaply than by resolving the path. */
async function mayLeadElsewhere(place: string, name: string, fileSystem: FileSystem): Promise<boolean> {
  const first = name.split(sep)[0] as string;
  try {
    await fileSystem.readLink(join(place, first) as AbsolutePath);
    return true;
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    // Of several folders on the way a later one may be the link.
    return cause.code === "EINVAL" && first !== name;
  }
}

async function isForeign(
  path: string,
  fileSystem: FileSystem,
  mayRead: (path: RealPath) => MaybePromise<boolean>,
): Promise<boolean> {
  try {
    const { realPath } = await fileSystem.resolve(path as AbsolutePath);
    return realPath !== path && !(await mayRead(realPath));
  } catch (cause) {
    if (cause instanceof FileSystemError) return true;
    throw cause;
  }
}

export function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}

export async function findAmong(
  paths: readonly string[],
  fileSystem: FileSystem,
): Promise<Hindrance | undefined> {
  for (const path of paths as readonly AbsolutePath[]) {
    const kind = await fileSystem.findKind(path);
    if (kind !== undefined && hindering.has(kind) && !(await isEmptyDevice(path, fileSystem)))
      return { path, kind };
  }
  return undefined;
}

async function isEmptyDevice(path: AbsolutePath, fileSystem: FileSystem): Promise<boolean> {
  return (await unlessUnavailable(() => fileSystem.resolve(path)))?.realPath === EMPTY_DEVICE;
}

/**
 * Among those that it may come to: where worktrees lead it, and in the folders below, level by level, as far as there is
 * room. Links are not followed, as ripgrep does not. It may be one in an ignored folder that ripgrep never comes to, so a
 * finding explains a run that is in trouble, and proves no trouble.
 */
export async function findHindranceOnTheWay(
  folder: RealPath,
  fileSystem: FileSystem,
  isWanted: () => boolean,
): Promise<Hindrance | undefined> {
  for (const place of foldersUpFrom(folder)) {
    const found = await findAmong(await findGitFiles(place, folder, fileSystem), fileSystem);
    if (found !== undefined) return found;
  }
  const rest = createRest();
  let room = MAX_ENTRIES;
  for (let level: RealPath[] = [folder]; level.length > 0; ) {
    const below: RealPath[] = [];
    for (const place of level) {
      if (room === 0 || !isWanted()) return undefined;
      const limit = room;
      const { entries } = (await unlessUnavailable(() => fileSystem.list(place, limit))) ?? { entries: [] };
      room -= entries.length;
      const found = await findAmong(await findIgnoreFiles(place, entries, folder, fileSystem), fileSystem);
      if (found !== undefined) return found;
      // Of a folder that it won't walk, ripgrep still reads the ignore files; of the folders in it no more.
      const isWalked = place === folder || !versionControlNames.includes(basename(place));
      for (const { name, isDirectory } of isWalked ? entries : [])
        if (isDirectory) below.push(join(place, name) as RealPath);
      await rest();
    }
    level = below;
  }
  return undefined;
}

async function findIgnoreFiles(
  place: RealPath,
  entries: readonly DirectoryEntry[],
  folder: RealPath,
  fileSystem: FileSystem,
): Promise<readonly string[]> {
  const names = entries.map(({ name }) => name);
  const paths = names.filter((name) => ignoreFileNames.includes(name)).map((name) => join(place, name));
  if (!names.includes(".git")) return paths;
  return [...paths, join(place, excludeFile), ...(await findGitFiles(place, folder, fileSystem))];
}

/**
 * In a worktree `.git` is a file that says where git's folder is, and there `commondir` says where the shared one is.
 * ripgrep takes the first from the folder that it was started in.
 */
export async function findGitFiles(
  place: string,
  folder: RealPath,
  fileSystem: FileSystem,
): Promise<readonly string[]> {
  const gitFolder = (await findFirstLine(join(place, ".git"), fileSystem))?.match(/^gitdir: (.+)$/)?.[1];
  if (gitFolder === undefined) return [];
  const pointer = resolve(folder, gitFolder, "commondir");
  const common = await findFirstLine(pointer, fileSystem);
  return common === undefined ? [pointer] : [pointer, resolve(dirname(pointer), common, "info", "exclude")];
}

async function findFirstLine(path: string, fileSystem: FileSystem): Promise<string | undefined> {
  return (await findSmallText(path, MAX_GIT_FILE_BYTES, fileSystem))?.split("\n", 1)[0]?.trimEnd();
}
