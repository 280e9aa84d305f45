/**
 * The files and folders that rules keep from being read, as they lie on the disk now, for programs that must not see them.
 * A folder in which everything is denied is given as a whole. Other hard links of denied files count as denied.
 *
 * A result is used for twenty times as long as the walk took, between 1 and 30 seconds, but only while the files in it and
 * those that rules name are the same ones: one that is replaced or linked again, or made where a rule names it, is noticed at
 * once. Exact results also hold only while no folder has changed, so files that patterns match are noticed, too.
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
  /** Every folder that was listed, with its stamp before that. */
  readonly folders: ReadonlyMap<RealPath, string>;
  readonly until: number;
}

const MAX_ENTRIES = 200_000;
const MIN_AGE_MS = 1000;
const MAX_AGE_MS = 30_000;
const AGE_FACTOR = 20;
/** Clocks of file systems tick every few milliseconds: a folder can change twice with one stamp. */
const SETTLED_NS = 50_000_000n;

export class UnreadableFileFinder {
  readonly #fileSystem: FileSystem;
  readonly #maxEntries: number;
  #last: Walked | undefined;
  #walking: { readonly key: string; readonly walk: Promise<Walked> } | undefined;

  constructor(fileSystem: FileSystem, maxEntries: number = MAX_ENTRIES) {
    this.#fileSystem = fileSystem;
    this.#maxEntries = maxEntries;
  }

  /** An exact result holds every file that was there when it was asked for. */
  async find(
    search: UnreadableSearch,
    { isExact = false }: { readonly isExact?: boolean } = {},
  ): Promise<UnreadableFiles> {
    const key = JSON.stringify([search.revision, search.roots, search.places]);
    for (;;) {
      const last = this.#last;
      const isGoodEnough = last?.key === key && (isExact || performance.now() < last.until);
      if (isGoodEnough && (await this.#isCurrent(last, search, isExact))) return last.found;
      const walking = this.#walking;
      if (walking?.key !== key) return (await this.#startWalk(key, search)).found;
      const { found } = await walking.walk;
      // It may have listed a folder before this was asked for.
      if (!isExact) return found;
    }
  }

  async #startWalk(key: string, search: UnreadableSearch): Promise<Walked> {
    const walk = this.#walk(key, search).finally(() => {
      if (this.#walking?.walk === walk) this.#walking = undefined;
    });
    this.#walking = { key, walk };
    const walked = await walk;
    this.#last = walked;
    return walked;
  }

  async #isCurrent(
    { found, placesIdentity, folders }: Walked,
    { places }: UnreadableSearch,
    isExact: boolean,
  ): Promise<boolean> {
    if ((await this.#identify(found.paths)) !== found.identity) return false;
    if ((await this.#identify(places)) !== placesIdentity) return false;
    if (!isExact) return true;
    const rest = createRest();
    for (const [folder, stamp] of folders) {
      if ((await findStamp(this.#fileSystem, folder)) !== stamp) return false;
      await rest();
    }
    return true;
  }

  async #walk(key: string, search: UnreadableSearch): Promise<Walked> {
    const startedAt = performance.now();
    const walk = new UnreadableWalk(this.#fileSystem, search, this.#maxEntries);
    const paths = await walk.run();
    const found = { paths, identity: await this.#identify(paths), isComplete: walk.isComplete };
    const placesIdentity = await this.#identify(search.places);
    const now = performance.now();
    const age = Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, AGE_FACTOR * (now - startedAt)));
    return { key, found, placesIdentity, folders: walk.folders, until: now + age };
  }

  async #identify(paths: readonly string[]): Promise<string> {
    const lines: string[] = [];
    const rest = createRest();
    for (const path of paths) {
      await rest();
      const stat = (await unlessUnavailable(() => this.#fileSystem.resolve(path as AbsolutePath)))?.stat;
      const links = stat?.kind === "file" ? stat.links : "";
      lines.push(stat === undefined ? path : `${path} ${stat.device}:${stat.inode}:${links}`);
    }
    return lines.join("\n");
  }
}

/** Another one after an entry was made, removed or renamed; never the same for a folder that has only just changed. */
async function findStamp(fileSystem: FileSystem, folder: RealPath): Promise<string | undefined> {
  const found = await unlessUnavailable(() => fileSystem.resolve(folder));
  if (found?.stat === undefined) return undefined;
  const { device, inode, changedNs } = found.stat;
  const isSettled = BigInt(Date.now()) * 1_000_000n - changedNs > SETTLED_NS;
  return `${device}:${inode}:${changedNs}${isSettled ? "" : ` ${performance.now()}`}`;
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
  readonly folders = new Map<RealPath, string>();
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
    else if (isMisspelt(path)) this.isComplete = false;
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

  /** A folder that can't be listed may be opened by a program of its owner, so it is given as a whole. */
  async #list(folder: RealPath): Promise<readonly DirectoryEntry[]> {
    if (this.#entriesLeft === 0 || isMisspelt(folder)) {
      this.isComplete = false;
      return [];
    }
    try {
      this.folders.set(folder, (await findStamp(this.#fileSystem, folder)) ?? "");
      const { entries, complete } = await this.#fileSystem.list(folder, this.#entriesLeft);
      this.#entriesLeft -= entries.length;
      if (!complete) this.isComplete = false;
      return entries;
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      if (cause.code !== "ENOENT") this.#paths.add(folder);
      return [];
    }
  }
}

/** Whether a name is not UTF-8: then no path leads to it. */
function isMisspelt(path: string): boolean {
  return path.includes("\uFFFD");
}
