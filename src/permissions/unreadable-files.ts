/**
 * The files and folders that rules keep from being read, as they lie on the disk now, for programs that must not see them.
 * A folder in which everything is denied is given as a whole. Other hard links of denied files count as denied.
 *
 * A result is used for twenty times as long as the walk took, between 1 and 30 seconds, but only while the files in it and
 * those that rules name are the same ones: one that is replaced, made or linked again is noticed at once.
 */
import { join } from "node:path";
import { isInside } from "../fs/containment.js";
import { type DirectoryEntry, type FileStat, type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";

export interface UnreadableSearch {
  /** Real paths. They are looked through, and never given as a whole. */
  readonly roots: readonly RealPath[];
  /** Files and folders outside the roots that rules name. */
  readonly places: readonly AbsolutePath[];
  readonly isUnreadable: (path: string, kind: "file" | "folder") => boolean;
  /** Whether a rule denies another hard link of the file, or may do so. Absent if the places above are all there are. */
  readonly isLinked?: ((stat: FileStat) => Promise<boolean>) | undefined;
  /** Another one for other rules. */
  readonly revision: string;
}

export interface UnreadableFiles {
  readonly paths: readonly string[];
  /** Changes when there are other paths, or another file lies at one of them. */
  readonly identity: string;
  /** False if there may be others. */
  readonly isComplete: boolean;
}

interface Walked {
  readonly key: string;
  readonly found: UnreadableFiles;
  /** By which it is noticed that a named file has been made. */
  readonly placesIdentity: string;
  readonly until: number;
}

const MAX_ENTRIES = 200_000;
const MIN_AGE_MS = 1000;
const MAX_AGE_MS = 30_000;
const AGE_FACTOR = 20;

export class UnreadableFileFinder {
  readonly #fileSystem: FileSystem;
  readonly #maxEntries: number;
  #last: Walked | undefined;
  #walking: { readonly key: string; readonly walk: Promise<Walked> } | undefined;

  constructor(fileSystem: FileSystem, maxEntries: number = MAX_ENTRIES) {
    this.#fileSystem = fileSystem;
    this.#maxEntries = maxEntries;
  }

  async find(search: UnreadableSearch): Promise<UnreadableFiles> {
    const key = JSON.stringify([search.revision, search.roots, search.places]);
    const last = this.#last;
    if (last?.key === key && performance.now() < last.until && (await this.#isCurrent(last, search))) {
      return last.found;
    }
    if (this.#walking?.key !== key) {
      const walk = this.#walk(key, search).finally(() => {
        if (this.#walking?.walk === walk) this.#walking = undefined;
      });
      this.#walking = { key, walk };
    }
    this.#last = await this.#walking.walk;
    return this.#last.found;
  }

  async #isCurrent({ found, placesIdentity }: Walked, { places }: UnreadableSearch): Promise<boolean> {
    return (
      (await this.#identify(found.paths)) === found.identity &&
      (await this.#identify(places)) === placesIdentity
    );
  }

  async #walk(key: string, search: UnreadableSearch): Promise<Walked> {
    const startedAt = performance.now();
    const walk = new UnreadableWalk(this.#fileSystem, search, this.#maxEntries);
    const paths = await walk.run();
    const found = { paths, identity: await this.#identify(paths), isComplete: walk.isComplete };
    const placesIdentity = await this.#identify(search.places);
    const now = performance.now();
    const age = Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, AGE_FACTOR * (now - startedAt)));
    return { key, found, placesIdentity, until: now + age };
  }

  async #identify(paths: readonly string[]): Promise<string> {
    const lines: string[] = [];
    for (const path of paths) {
      const stat = (await unlessUnavailable(() => this.#fileSystem.resolve(path as AbsolutePath)))?.stat;
      const links = stat?.kind === "file" ? stat.links : "";
      lines.push(stat === undefined ? path : `${path} ${stat.device}:${stat.inode}:${links}`);
    }
    return lines.join("\n");
  }
}

class UnreadableWalk {
  readonly #fileSystem: FileSystem;
  readonly #search: UnreadableSearch;
  readonly #paths = new Set<string>();
  /** Denied files with several links, by device and inode. */
  readonly #linked = new Set<string>();
  readonly #rest = createRest();
  readonly #maxEntries: number;
  #entriesLeft = 0;
  isComplete = true;

  constructor(fileSystem: FileSystem, search: UnreadableSearch, maxEntries: number) {
    this.#fileSystem = fileSystem;
    this.#search = search;
    this.#maxEntries = maxEntries;
  }

  async run(): Promise<readonly string[]> {
    const { roots, places, isLinked } = this.#search;
    this.#entriesLeft = this.#maxEntries;
    for (const root of roots) await this.#walk(root, (path) => this.#judgeFile(path));
    for (const place of places) await this.#walkPlace(place);
    if (this.#linked.size > 0 || isLinked !== undefined) {
      this.#entriesLeft = this.#maxEntries;
      for (const root of roots) await this.#walk(root, (path) => this.#judgeLinks(path));
    }
    return [...this.#paths].toSorted();
  }

  async #walkPlace(place: AbsolutePath): Promise<void> {
    const found = await unlessUnavailable(() => this.#fileSystem.resolve(place));
    if (found?.stat === undefined || this.#search.roots.some((root) => isInside(found.realPath, root)))
      return;
    const { realPath, stat } = found;
    if (stat.kind !== "directory") return this.#judgeFile(realPath);
    if (this.#search.isUnreadable(realPath, "folder")) return this.#addFolder(realPath);
    await this.#walk(realPath, (path) => this.#judgeFile(path));
  }

  /** Every file below a folder, except in folders that are denied as a whole. Links are not followed. */
  async #walk(folder: RealPath, visit: (file: RealPath) => Promise<void>): Promise<void> {
    const open: RealPath[] = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { name, isDirectory } of await this.#list(next)) {
        const path = join(next, name) as RealPath;
        if (!isDirectory) await visit(path);
        else if (!this.#search.isUnreadable(path, "folder")) open.push(path);
        else if (!this.#paths.has(path)) await this.#addFolder(path);
        const resting = this.#rest();
        if (resting !== undefined) await resting;
      }
    }
  }

  async #addFolder(folder: RealPath): Promise<void> {
    this.#paths.add(folder);
    const open: RealPath[] = [folder];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { name, isDirectory } of await this.#list(next)) {
        const path = join(next, name) as RealPath;
        if (isDirectory) open.push(path);
        else await this.#noteLinks(path);
      }
    }
  }

  async #judgeFile(path: RealPath): Promise<void> {
    if (!this.#search.isUnreadable(path, "file")) return;
    if ((await this.#noteLinks(path)) !== undefined) this.#paths.add(path);
  }

  /** The file, unless it is a symbolic link: what that leads to is judged by its own path. */
  async #noteLinks(path: RealPath): Promise<FileStat | undefined> {
    const stat = await this.#stat(path);
    if (stat?.kind === "file" && stat.links > 1) this.#linked.add(`${stat.device}:${stat.inode}`);
    return stat;
  }

  async #judgeLinks(path: RealPath): Promise<void> {
    if (this.#paths.has(path)) return;
    const stat = await this.#stat(path);
    if (stat?.kind !== "file" || stat.links === 1) return;
    const isDenied =
      this.#linked.has(`${stat.device}:${stat.inode}`) || (await this.#search.isLinked?.(stat)) === true;
    if (isDenied) this.#paths.add(path);
  }

  async #stat(path: RealPath): Promise<FileStat | undefined> {
    const found = await unlessUnavailable(() => this.#fileSystem.resolve(path));
    return found?.realPath === path ? found.stat : undefined;
  }

  /** A folder that we can't list, the user's own programs can't either. */
  async #list(folder: RealPath): Promise<readonly DirectoryEntry[]> {
    if (this.#entriesLeft === 0) {
      this.isComplete = false;
      return [];
    }
    try {
      const { entries, complete } = await this.#fileSystem.list(folder, this.#entriesLeft);
      this.#entriesLeft -= entries.length;
      if (!complete) this.isComplete = false;
      return entries;
    } catch (cause) {
      if (cause instanceof FileSystemError) return [];
      throw cause;
    }
  }
}
