/** What git may do: read the repository of a folder, its work tree and the user's settings, and nothing else. */
import { dirname, join, resolve } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
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

/** The work trees and repositories that a folder may belong to. */
async function findRepositories(folder: string, fileSystem: FileSystem): Promise<readonly string[]> {
  const repository = join(folder, ".git");
  const pointer = await findText(repository, fileSystem);
  const linked = /^gitdir: (.+)/.exec(pointer ?? "")?.[1];
  const common = linked && (await findText(resolve(folder, linked, "commondir"), fileSystem))?.trimEnd();
  const places = [
    repository,
    ...(linked ? [resolve(folder, linked)] : []),
    ...(linked && common ? [resolve(folder, linked, common)] : []),
  ];
  const others: string[] = [];
  for (const place of places) {
    const text = await findText(join(place, "objects", "info", "alternates"), fileSystem);
    for (const line of text?.split("\n") ?? []) {
      if (line !== "" && !line.startsWith("#")) others.push(resolve(place, "objects", line));
    }
  }
  const isTop = (await findKind(repository, fileSystem)) !== undefined;
  const found = [...places, ...others, ...(isTop ? [folder] : [])];
  const above = dirname(folder);
  return above === folder ? found : [...found, ...(await findRepositories(above, fileSystem))];
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

async function findText(path: string, fileSystem: FileSystem): Promise<string | undefined> {
  try {
    const { realPath, stat } = await fileSystem.resolve(path as AbsolutePath);
    if (stat?.kind !== "file") return undefined;
    const { bytes } = await fileSystem.readSmallFile(realPath, MAX_FILE_BYTES);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
