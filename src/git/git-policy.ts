/** What git may do: read the repository of a folder, its work tree and the user's settings, and nothing else. */
import { basename, dirname, join, resolve } from "node:path";
import type { FileSystem } from "../fs/file-system.js";
import { findSmallText } from "../fs/find-small-text.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { SandboxPolicy } from "../process/sandbox/policy.js";
import { libraryFolders } from "../process/sandbox/program-needs.js";

export interface GitNeeds {
  /** The real path of git. */
  readonly program: string;
  readonly folder: RealPath;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const MAX_FILE_BYTES = 1024 * 1024;
/** Settings may name further files: in `include` blocks, and those for ignored files and attributes. */
const NAMED_FILE = /^[ \t]*(?:path|excludesfile|attributesfile)[ \t]*=[ \t]*"?(.+?)"?[ \t]*$/gim;
const limits = { memoryBytes: 4 * 1024 ** 3, openFiles: 1024 };

export async function createGitPolicy(needs: GitNeeds, fileSystem: FileSystem): Promise<SandboxPolicy> {
  const { program, folder, environment } = needs;
  const home = environment["HOME"];
  const settings = environment["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  const own = [
    ...(home ? [join(home, ".gitconfig")] : []),
    ...(settings ? [join(settings, "git", "config")] : []),
  ];
  const named: string[] = [];
  for (const file of own) named.push(...(await findNamedFiles(file, home, fileSystem)));
  return {
    readable: [
      ...libraryFolders,
      program,
      "/etc/gitconfig",
      "/etc/gitattributes",
      ...own,
      ...named,
      ...(settings ? [join(settings, "git")] : []),
      ...(await findRepositories(folder, fileSystem)),
      process.platform === "linux" ? "." : folder,
    ],
    writable: [],
    hidden: [],
    network: false,
    limits,
  };
}

/**
 * The work trees and repositories that a folder may belong to. Whoever can write to a work tree can name any folder in its
 * `.git`, so what is named there counts only if it names the work tree in turn, as repositories of worktrees and submodules do.
 * Objects of other repositories (`alternates`) are named by nobody in turn: git does without them.
 */
async function findRepositories(folder: string, fileSystem: FileSystem): Promise<readonly string[]> {
  const repository = join(folder, ".git");
  const kind = await findKind(repository, fileSystem);
  const isLink = kind !== undefined && (await findReal(repository, fileSystem)) !== repository;
  const found =
    kind === undefined || isLink ? [] : [repository, folder, ...(await findLinked(folder, fileSystem))];
  const above = dirname(folder);
  return above === folder ? found : [...found, ...(await findRepositories(above, fileSystem))];
}

/** Where the `.git` file of a worktree or a submodule leads. */
async function findLinked(folder: string, fileSystem: FileSystem): Promise<readonly string[]> {
  const named = /^gitdir: (.+)/.exec((await findText(join(folder, ".git"), fileSystem)) ?? "")?.[1];
  const repository = named && (await findReal(resolve(folder, named), fileSystem));
  if (!repository) return [];
  const workTree = /^[ \t]*worktree[ \t]*=[ \t]*(.+?)[ \t]*$/m.exec(
    (await findText(join(repository, "config"), fileSystem)) ?? "",
  )?.[1];
  if (workTree !== undefined && resolve(repository, workTree) === folder) return [repository];
  const back = (await findText(join(repository, "gitdir"), fileSystem))?.trimEnd();
  if (back === undefined || resolve(repository, back) !== join(folder, ".git")) return [];
  // In a repository, its worktrees lie at `worktrees/NAME`.
  const isWorktree = basename(dirname(repository)) === "worktrees";
  return isWorktree ? [repository, dirname(dirname(repository))] : [repository];
}

async function findNamedFiles(
  file: string,
  home: string | undefined,
  fileSystem: FileSystem,
): Promise<readonly string[]> {
  const text = (await findText(file, fileSystem)) ?? "";
  return [...text.matchAll(NAMED_FILE)].map(([, name = ""]) =>
    resolve(
      dirname(file),
      name.replace(/^~(?=\/)/, () => home ?? "~"),
    ),
  );
}

async function findKind(path: string, fileSystem: FileSystem): Promise<string | undefined> {
  return fileSystem.findKind(path as AbsolutePath);
}

async function findReal(path: string, fileSystem: FileSystem): Promise<string | undefined> {
  const found = await unlessUnavailable(() => fileSystem.resolve(path as AbsolutePath));
  return found?.stat === undefined ? undefined : found.realPath;
}

function findText(path: string, fileSystem: FileSystem): Promise<string | undefined> {
  return findSmallText(path, MAX_FILE_BYTES, fileSystem);
}
