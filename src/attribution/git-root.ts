/** What git knows of one of the roots: which files it has, and which were in a commit. */
import { join } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import type { FileSystem, HeldFolder } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { listFiltered } from "../git/conversion.js";
import { GitFolder, type GitProgram } from "../git/git-program.js";
import { ObjectReader } from "../git/object-reader.js";
import { findWorkTree, listPresent, listTree, nameInWorkTree, type TreeFile } from "../git/work-tree.js";
import { visiblePath } from "../text/visible.js";

/** An account of a large repository may take a while, but a git that waits for something never ends. */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A commit with its files, by their absolute paths as they would be now. */
export interface Commit {
  readonly id: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  readonly files: ReadonlyMap<string, TreeFile>;
}

export class GitRoot {
  readonly root: RealPath;
  readonly #git: GitFolder;
  readonly #held: HeldFolder;
  readonly #top: string;

  private constructor(root: RealPath, git: GitFolder, held: HeldFolder, top: string) {
    this.root = root;
    this.#git = git;
    this.#held = held;
    this.#top = top;
  }

  /** Undefined when the root lies in no work tree. To be closed. */
  static async open(
    root: RealPath,
    program: GitProgram,
    fileSystem: FileSystem,
  ): Promise<GitRoot | undefined> {
    const held = await fileSystem.holdFolder(root);
    if (held === undefined) return undefined;
    const bounds = { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
    const git = new GitFolder(program, { path: held.path, realPath: root }, bounds);
    const top = await findWorkTree(git);
    if (top !== undefined) return new GitRoot(root, git, held, top);
    await held.release();
    return undefined;
  }

  async close(): Promise<void> {
    await this.#held.release();
  }

  /** Paths of what is tracked, or untracked and not ignored; something need not be there any more. */
  async listPresent(): Promise<readonly string[]> {
    const present = await this.findPresent();
    if (present === undefined) throw refuseSilence(this.root);
    return present;
  }

  /** The same for those who can do without. */
  async findPresent(): Promise<readonly string[] | undefined> {
    const present = await listPresent(this.#git);
    return present?.map((name) => join(this.#top, name));
  }

  async readCommit(given: string): Promise<Commit> {
    const id = given.startsWith("-") ? undefined : await this.#findCommit(given);
    if (id === undefined) {
      const message = `"${visiblePath(given)}" names no commit of the repository at ${visiblePath(this.#top)}.`;
      throw new ToolError("INPUT_INVALID", message, { data: { since: given } });
    }
    const [description, files] = [
      await this.#git.ask("cat-file", "commit", id),
      await listTree(this.#git, id),
    ];
    // Name, address, seconds, time zone: the seconds are what counts.
    const [, seconds] = /^committer .*> (\d+) [+-]\d+$/m.exec(description?.toString("utf8") ?? "") ?? [];
    if (files === undefined || seconds === undefined) throw refuseSilence(this.root);
    const byPath = new Map(files.map((file) => [join(this.#top, file.name), file]));
    return { id, at: Number(seconds) * 1000, files: byPath };
  }

  async #findCommit(given: string): Promise<string | undefined> {
    const answer = await this.#git.ask(
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${given}^{commit}`,
    );
    return answer?.toString("utf8").trim();
  }

  /** Of these paths, those whose content a filter converts on its way. */
  async listFiltered(paths: readonly RealPath[]): Promise<readonly string[]> {
    const names = paths.map((path) => nameInWorkTree(path, this.root));
    return (await listFiltered(this.#git, names)).map((name) => join(this.root, name));
  }

  /** Files that will be read, in this order. */
  createReader(files: readonly TreeFile[]): ObjectReader {
    return new ObjectReader(this.#git, files);
  }
}

function refuseSilence(root: string): ToolError {
  const message = `git did not tell what is in ${visiblePath(root)}. Try again, or look with \`git status\` what is wrong.`;
  return new ToolError("IO_FAILED", message, { data: { path: root } });
}
