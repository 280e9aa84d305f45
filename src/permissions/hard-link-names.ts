/**
 * All names of a file with several hard links, so that each can be judged before a change reaches it. A disk does not list
 * them: folders are walked for entries with the file's device and inode until as many are found as the file has links.
 * The walk is bounded; names that were not found count as lying outside.
 */
import { basename, dirname, join } from "node:path";
import { type FileStat, type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";

export interface LinkedFile {
  readonly realPath: RealPath;
  readonly stat: FileStat;
}

export interface FoundNames {
  readonly names: readonly RealPath[];
  /** Whether these are all names the file has. */
  readonly isComplete: boolean;
}

const MAX_ENTRIES = 50_000;
const MAX_MS = 5000;
/** Files whose names are remembered. */
const MAX_REMEMBERED = 100;

export class HardLinkNames {
  readonly #fileSystem: FileSystem;
  /** By device and inode. What is remembered is looked up again before it counts. */
  readonly #remembered = new Map<string, readonly RealPath[]>();

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** Looks in the file's own folder first, then in `places`, level by level. */
  async find(
    file: LinkedFile,
    places: readonly AbsolutePath[],
    signal: AbortSignal | undefined,
  ): Promise<FoundNames> {
    const key = `${file.stat.device}:${file.stat.inode}`;
    const search = new NameSearch(this.#fileSystem, file);
    for (const name of [file.realPath, ...(this.#remembered.get(key) ?? [])]) await search.look(name);
    if (!search.isComplete) await search.walk([dirname(file.realPath) as RealPath, ...places], signal);
    this.#remembered.delete(key);
    if (search.isComplete) this.#remembered.set(key, search.names);
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(oldest);
    return { names: search.names, isComplete: search.isComplete };
  }
}

class NameSearch {
  readonly #fileSystem: FileSystem;
  readonly #stat: FileStat;
  /** By folder and name: a folder that is mounted twice must not count its entries twice. */
  readonly #found = new Map<string, RealPath>();
  readonly #rest = createRest();
  #entriesLeft = MAX_ENTRIES;

  constructor(fileSystem: FileSystem, { stat }: LinkedFile) {
    this.#fileSystem = fileSystem;
    this.#stat = stat;
  }

  get names(): readonly RealPath[] {
    return [...this.#found.values()];
  }

  get isComplete(): boolean {
    return this.#found.size === this.#stat.links;
  }

  async walk(places: readonly AbsolutePath[], signal: AbortSignal | undefined): Promise<void> {
    const until = performance.now() + MAX_MS;
    const seen = new Set<string>();
    let level = places;
    while (level.length > 0) {
      const below: RealPath[] = [];
      for (const place of level) {
        signal?.throwIfAborted();
        if (this.isComplete || this.#entriesLeft === 0 || performance.now() > until) return;
        const folder = await this.#resolve(place);
        if (folder === undefined || seen.has(folder.realPath)) continue;
        seen.add(folder.realPath);
        if (folder.stat?.kind === "directory") below.push(...(await this.#walkFolder(folder.realPath)));
        else await this.look(folder.realPath);
      }
      level = below;
    }
  }

  /** Counts the name if it is one of the file's. */
  async look(name: RealPath): Promise<void> {
    const found = await this.#resolve(name);
    const { device, inode } = this.#stat;
    if (found?.realPath !== name || found.stat?.device !== device || found.stat.inode !== inode) return;
    const folder = (await this.#resolve(dirname(name) as RealPath))?.stat;
    if (folder !== undefined) this.#found.set(`${folder.device}:${folder.inode}/${basename(name)}`, name);
  }

  async #walkFolder(folder: RealPath): Promise<RealPath[]> {
    const below: RealPath[] = [];
    for (const { name, isDirectory } of await this.#list(folder)) {
      const path = join(folder, name) as RealPath;
      if (isDirectory) below.push(path);
      else await this.look(path);
      if (this.isComplete) break;
      await this.#rest();
    }
    return below;
  }

  async #list(
    folder: RealPath,
  ): Promise<readonly { readonly name: string; readonly isDirectory: boolean }[]> {
    try {
      const { entries } = await this.#fileSystem.list(folder, this.#entriesLeft);
      this.#entriesLeft -= entries.length;
      return entries;
    } catch (cause) {
      if (cause instanceof FileSystemError) return [];
      throw cause;
    }
  }

  async #resolve(
    path: AbsolutePath,
  ): Promise<{ realPath: RealPath; stat: FileStat | undefined } | undefined> {
    try {
      return await this.#fileSystem.resolve(path);
    } catch (cause) {
      if (cause instanceof FileSystemError) return undefined;
      throw cause;
    }
  }
}
