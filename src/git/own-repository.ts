/**
 * Whether the repository that git finds for a work tree is that work tree's own. A project may come with a `.git` that leads
 * elsewhere: to the repository of another folder of this user's, whose files would then be told as what was committed here.
 * So a repository among the project's files has to keep its objects there, and one outside has to know the work tree.
 * That single objects are no links is not looked at: whoever can name one knows what is in it.
 */
import { basename, dirname, join, resolve } from "node:path";
import type { Roots } from "../fs/containment.js";
import type { FileSystem } from "../fs/file-system.js";
import { isProjects } from "../fs/find-program.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { GitFolder } from "./git-program.js";

export interface RepositoryGround {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
}

const MAX_POINTER_BYTES = 64 * 1024;
/** The folders of loose objects, that of packs and that of notes about them; little else is there. */
const OBJECT_FOLDER = /^(?:[0-9a-f]{2}|pack|info)$/;
const MAX_OBJECT_FOLDERS = 1000;

/** `top` is the top of the work tree, as git names it. */
export async function isOwnRepository(
  git: GitFolder,
  top: string,
  ground: RepositoryGround,
): Promise<boolean> {
  const answer = await git.ask("rev-parse", "--absolute-git-dir");
  if (answer === undefined) return false;
  const folder = await realPathOf(answer.toString("utf8").replace(/\n$/, ""), ground);
  if (await isInProject(folder, ground)) return keepsToProject(folder, ground);
  // The roots are only a part of the work tree, or the repository knows the work tree by name.
  return folder === join(top, ".git") || (await namesWorkTree(folder, top, ground)) || hasWorkTree(git);
}

/** That of a linked work tree tells where its `.git` is. */
async function namesWorkTree(folder: RealPath, top: string, ground: RepositoryGround): Promise<boolean> {
  const named = await findPointer(folder, "gitdir", ground);
  if (named === undefined || basename(named) !== ".git") return false;
  return (await realPathOf(dirname(named), ground)) === top;
}

/** That of a submodule has its work tree in its settings, and git has gone by them. */
async function hasWorkTree(git: GitFolder): Promise<boolean> {
  return (await git.ask("config", "--get", "core.worktree")) !== undefined;
}

async function keepsToProject(folder: RealPath, ground: RepositoryGround): Promise<boolean> {
  const { fileSystem } = ground;
  const common = (await findPointer(folder, "commondir", ground)) ?? folder;
  const objects = await realPathOf(join(common, "objects"), ground);
  const isKept =
    (await isInProject(await realPathOf(common, ground), ground)) && (await isInProject(objects, ground));
  if (!isKept) return false;
  const { entries, complete } = await fileSystem.list(objects, MAX_OBJECT_FOLDERS);
  // A link is no folder here.
  const hasLinks = entries.some(({ name, isDirectory }) => OBJECT_FOLDER.test(name) && !isDirectory);
  // Alternates are further places for objects, which may have further ones in turn.
  const hasOthers =
    (await fileSystem.findKind(join(objects, "info", "alternates") as AbsolutePath)) !== undefined;
  return complete && !hasLinks && !hasOthers;
}

/** The path in a file of one line; undefined when there is no such file. */
async function findPointer(
  folder: RealPath,
  name: string,
  { fileSystem }: RepositoryGround,
): Promise<string | undefined> {
  const { realPath, stat } = await fileSystem.resolve(join(folder, name) as AbsolutePath);
  if (stat === undefined) return undefined;
  const { bytes } = await fileSystem.readSmallFile(realPath, MAX_POINTER_BYTES, stat);
  return resolve(folder, new TextDecoder().decode(bytes).replace(/[\r\n]+$/, ""));
}

async function realPathOf(path: string, { fileSystem }: RepositoryGround): Promise<RealPath> {
  return (await fileSystem.resolve(path as AbsolutePath)).realPath;
}

function isInProject(path: RealPath, { roots }: RepositoryGround): Promise<boolean> {
  return isProjects(path, path, roots);
}
