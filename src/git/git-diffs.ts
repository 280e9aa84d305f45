/**
 * Tells how a file that was just changed differs from the last commit. It is an extra: what can't be told rightly, or not
 * in time, is left out, and no call fails for want of it.
 */
import { basename, dirname } from "node:path";
import { decodeText } from "../content/decode-text.js";
import { isInside } from "../fs/containment.js";
import type { FileStat, FileSystem, MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { findBinaryKind } from "../text/sniff.js";
import { convertLineEndings, findConversion } from "./conversion.js";
import { createGitDiff, type GitDiff } from "./git-diff.js";
import { GitFolder, type GitProgram } from "./git-program.js";
import { isLargeFilePointer } from "./large-file-pointer.js";
import { findGit, type GitGround, unlessConfined } from "./locate-git.js";
import { isOwnRepository } from "./own-repository.js";
import { findTreeFile, findWorkTree, hasNoCommits, nameInWorkTree } from "./work-tree.js";

const TIMEOUT_MS = 2000;
const MAX_BYTES = 8 * 1024 * 1024;

/** A file with the content that it was just given, as long as that is at hand. */
export interface ChangedFile {
  readonly path: RealPath;
  readonly bytes: Uint8Array | undefined;
  /** Whether a file with several hard links may be read, judged by what was opened. By default it may. */
  readonly mayReadLinked?: ((opened: FileStat) => MaybePromise<boolean>) | undefined;
}

export class GitDiffs {
  readonly #ground: GitGround;
  #program: Promise<GitProgram | undefined> | undefined;

  constructor(ground: GitGround) {
    this.#ground = ground;
  }

  /** Undefined also where the file was removed or moved meanwhile. */
  find(file: ChangedFile, signal?: AbortSignal): Promise<GitDiff | undefined> {
    return unlessUnavailable(() => this.#find(file, signal));
  }

  async #find(file: ChangedFile, signal: AbortSignal | undefined): Promise<GitDiff | undefined> {
    const { fileSystem } = this.#ground;
    const bytes = file.bytes ?? (await readJudged(file, fileSystem));
    if (bytes === undefined || bytes.length > MAX_BYTES) return undefined;
    const present = await findWholeText(bytes, file.path, fileSystem);
    if (present === undefined) return undefined;
    this.#program ??= unlessConfined(() => findGit(this.#ground));
    const program = await this.#program;
    if (program === undefined) return undefined;
    // Held, because git must look into that very folder and not into one that was put in its place.
    const folder = await fileSystem.holdFolder(dirname(file.path) as RealPath);
    if (folder === undefined) return undefined;
    try {
      const bounds = { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_BYTES, signal };
      const git = new GitFolder(
        program,
        { path: folder.path, realPath: dirname(file.path) as RealPath },
        bounds,
      );
      return await compare(git, { path: file.path, present }, this.#ground);
    } finally {
      await folder.release();
    }
  }
}

/** Undefined if it is too large, or a hard link to a file that may not be read has taken its place. */
async function readJudged(
  { path, mayReadLinked }: ChangedFile,
  fileSystem: FileSystem,
): Promise<Uint8Array | undefined> {
  const { bytes, stat } = await fileSystem.readSmallFile(path, MAX_BYTES);
  return stat.links > 1 && (await mayReadLinked?.(stat)) === false ? undefined : bytes;
}

interface Comparing {
  readonly path: RealPath;
  readonly present: string;
}

async function compare(
  git: GitFolder,
  { path, present }: Comparing,
  ground: GitGround,
): Promise<GitDiff | undefined> {
  const [top, conversion] = await Promise.all([findWorkTree(git), findConversion(git, basename(path))]);
  if (top === undefined || conversion === "unknown" || !isInside(path, top)) return undefined;
  if (!(await isOwnRepository(git, top, ground))) return undefined;
  const filename = nameInWorkTree(path, top);
  const committed = await readCommitted(git, filename, { path, fileSystem: ground.fileSystem });
  if (committed === undefined) return undefined;
  return createGitDiff({
    filename,
    committed,
    present: convertLineEndings(present, committed ?? "", conversion),
  });
}

/** The text of the last commit; null when it has no such file, undefined when it can't be told or is no text. */
async function readCommitted(
  git: GitFolder,
  filename: string,
  { path, fileSystem }: { readonly path: RealPath; readonly fileSystem: FileSystem },
): Promise<string | null | undefined> {
  const file = await findTreeFile(git, "HEAD", filename);
  if (file === undefined) return (await hasNoCommits(git)) ? null : undefined;
  if (file === null) return null;
  if (file.size > MAX_BYTES) return undefined;
  const bytes = await git.ask("cat-file", "blob", file.object);
  if (bytes === undefined || isLargeFilePointer(bytes)) return undefined;
  return findWholeText(bytes, path, fileSystem);
}

/** With the byte order mark, which a commit holds as well; undefined for what is no text. */
async function findWholeText(
  bytes: Uint8Array,
  path: RealPath,
  fileSystem: FileSystem,
): Promise<string | undefined> {
  if (findBinaryKind(bytes) !== undefined) return undefined;
  const { text, encoding } = await decodeText(bytes, path, fileSystem);
  return encoding.bomLength > 0 ? `\ufeff${text}` : text;
}
