/**
 * Results that were too long to send, kept in the state directory. A session may read back what it saved, although it
 * lies outside the roots, and nothing else there.
 */
import { basename, dirname, join, sep } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import { requireOwn } from "../fs/ownership.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const ENDING = ".txt";

export class SavedResults {
  readonly #fileSystem: FileSystem;
  readonly #folder: AbsolutePath;
  readonly #saved = new Set<RealPath>();

  constructor(fileSystem: FileSystem, stateDirectory: AbsolutePath, sessionId: string) {
    this.#fileSystem = fileSystem;
    this.#folder = join(stateDirectory, "results", sessionId) as AbsolutePath;
  }

  has(path: RealPath): boolean {
    return this.#saved.has(path);
  }

  /** Whether a result was saved under these rules; its name says it, so a conversation that goes on elsewhere knows too. */
  isMadeUnder(rules: string, path: RealPath): boolean {
    return path.endsWith(`-${rules}${ENDING}`);
  }

  get paths(): readonly RealPath[] {
    return [...this.#saved];
  }

  /** Of a conversation that goes on: what lies anywhere else than such results do is not taken for one. */
  restore(paths: readonly string[]): void {
    const ending = join(sep, basename(dirname(this.#folder)), basename(this.#folder));
    for (const path of paths) if (dirname(path).endsWith(ending)) this.#saved.add(path as RealPath);
  }

  /**
   * Where the text was saved, or undefined when the disk did not take it: a full disk must not fail the call. `rules` is a
   * digest of the rules that it was made under.
   */
  async save(name: string, text: string, rules: string): Promise<RealPath | undefined> {
    const path = join(this.#folder, `${name}-${rules}${ENDING}`) as AbsolutePath;
    try {
      const results = dirname(this.#folder);
      const names = [basename(results), basename(this.#folder)];
      await requireOwn(this.#fileSystem, dirname(results) as AbsolutePath, ...names);
      await this.#fileSystem.makeDirectory(this.#folder, FOLDER_MODE);
      await this.#fileSystem.createFile(path, Buffer.from(text, "utf8"), FILE_MODE);
      const { realPath } = await this.#fileSystem.resolve(path);
      this.#saved.add(realPath);
      return realPath;
    } catch (cause) {
      if (cause instanceof FileSystemError) return undefined;
      throw cause;
    }
  }
}
