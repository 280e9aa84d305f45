/**
 * One walk through folders for the files that rules deny, by device and inode. Links are not followed: what they lead to
 * has a name of its own. A denied folder is walked like any other, for its files are what is looked for.
 */
import { basename, join, sep } from "node:path";
import { type DirectoryEntry, type FileStat, type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import type { Rule } from "./access.js";

export interface TwinPlaces {
  /** Where denied files may lie: the roots, and the folders that rules name. One may be a link, or not be there. */
  readonly places: readonly AbsolutePath[];
  readonly findDeny: (path: string, kind: "file" | "folder") => Rule | undefined;
  /** Whether a rule could deny anything below a folder that can't be looked into. Without it: yes. */
  readonly mayDenyBelow?: (folder: string) => boolean;
}

export interface DeniedFile {
  readonly path: RealPath;
  readonly rule: Rule;
}

/** It stands for what is no text in a name, and such a name can't be looked up again. */
const REPLACEMENT_CHARACTER = "\ufffd";
/** What a name that was just listed fails with when it has gone since, or is a link that leads nowhere. */
const gone: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

export class TwinWalk {
  readonly #fileSystem: FileSystem;
  readonly #search: TwinPlaces;
  readonly #rest = createRest();
  readonly #byDevice = new Map<bigint, Map<bigint, DeniedFile>>();
  readonly #walked = new Set<RealPath>();
  #entriesLeft: number;
  #isComplete = true;

  constructor(fileSystem: FileSystem, search: TwinPlaces, maxEntries: number) {
    this.#fileSystem = fileSystem;
    this.#search = search;
    this.#entriesLeft = maxEntries;
  }

  /** False when there may be denied files that were not seen. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  find({ device, inode }: FileStat): DeniedFile | undefined {
    return this.#byDevice.get(device)?.get(inode);
  }

  /** Places that contain others, such as the home directory, come last: they may be more than can be walked. */
  async run(signal: AbortSignal): Promise<void> {
    const places = await this.#resolvePlaces();
    const ordered = inOrder(places);
    // Whatever lies inside a place comes right after it.
    const isOuter = (index: number): boolean => isWithin(ordered[index + 1], ordered[index]);
    await this.#walk(withoutNested(ordered.filter((_, index) => !isOuter(index))), signal);
    await this.#walk(withoutNested(ordered.filter((_, index) => isOuter(index))), signal);
  }

  /** Level by level, so that when there is too much it is the deepest folders of all places that are left out. */
  async #walk(places: readonly RealPath[], signal: AbortSignal): Promise<void> {
    let level = places;
    while (level.length > 0) {
      const below: RealPath[] = [];
      for (const folder of level) {
        signal.throwIfAborted();
        if (this.#walked.has(folder)) continue;
        this.#walked.add(folder);
        if (this.#entriesLeft === 0) return this.#giveUp();
        await this.#walkFolder(folder, below);
      }
      level = below;
    }
  }

  async #resolvePlaces(): Promise<RealPath[]> {
    const places: RealPath[] = [];
    for (const place of this.#search.places) {
      try {
        const { realPath, stat } = await this.#fileSystem.resolve(place);
        if (stat !== undefined) places.push(realPath);
      } catch (cause) {
        if (isUnseen(cause, place) && this.#mayHideDenied(place)) this.#isComplete = false;
      }
      const resting = this.#rest();
      if (resting !== undefined) await resting;
    }
    return places;
  }

  async #walkFolder(folder: RealPath, below: RealPath[]): Promise<void> {
    for (const { name, isDirectory } of await this.#list(folder)) {
      const path = join(folder, name) as RealPath;
      const rule = isDirectory ? undefined : this.#search.findDeny(path, "file");
      if (isDirectory) below.push(path);
      if (rule !== undefined) await this.#add(path, rule);
      const resting = this.#rest();
      if (resting !== undefined) await resting;
    }
  }

  async #list(folder: RealPath): Promise<readonly DirectoryEntry[]> {
    try {
      const { entries, complete } = await this.#fileSystem.list(folder, this.#entriesLeft);
      this.#entriesLeft -= entries.length;
      if (!complete) this.#giveUp();
      return entries;
    } catch (cause) {
      if (isCode(cause, "ENOTDIR")) await this.#addPlace(folder);
      else if (isUnseen(cause, folder) && this.#mayHideDenied(folder)) this.#isComplete = false;
      return [];
    }
  }

  /** A rule may name a single file. */
  async #addPlace(path: RealPath): Promise<void> {
    const rule = this.#search.findDeny(path, "file");
    if (rule !== undefined) await this.#add(path, rule);
  }

  async #add(path: RealPath, rule: Rule): Promise<void> {
    try {
      const { realPath, stat } = await this.#fileSystem.resolve(path);
      if (stat === undefined && isNoText(path)) this.#isComplete = false;
      if (stat?.kind !== "file" || realPath !== path) return;
      const files = this.#byDevice.get(stat.device) ?? new Map<bigint, DeniedFile>();
      this.#byDevice.set(stat.device, files.set(stat.inode, { path, rule }));
    } catch (cause) {
      if (isUnseen(cause, path)) this.#isComplete = false;
    }
  }

  #mayHideDenied(folder: AbsolutePath): boolean {
    const { findDeny, mayDenyBelow } = this.#search;
    return mayDenyBelow === undefined || mayDenyBelow(folder) || findDeny(folder, "folder") !== undefined;
  }

  #giveUp(): void {
    this.#entriesLeft = 0;
    this.#isComplete = false;
  }
}

/** Without duplicates, each folder before what lies in it: rules may name thousands of places. */
function inOrder(places: readonly RealPath[]): RealPath[] {
  const byKey = new Map(places.map((place) => [keyOf(place), place]));
  return [...byKey.keys()].toSorted().map((key) => byKey.get(key) as RealPath);
}

/** `ordered` as `inOrder` returns it. */
function withoutNested(ordered: readonly RealPath[]): RealPath[] {
  const kept: RealPath[] = [];
  for (const place of ordered) if (!isWithin(place, kept.at(-1))) kept.push(place);
  return kept;
}

function isWithin(place: RealPath | undefined, folder: RealPath | undefined): boolean {
  return place !== undefined && folder !== undefined && keyOf(place).startsWith(keyOf(folder));
}

function keyOf(place: RealPath): string {
  return place.endsWith(sep) ? place : place + sep;
}

/** Whether a failure hides something, and does not just say that it has gone. Throws what is no failure of the disk. */
function isUnseen(cause: unknown, path: AbsolutePath): boolean {
  if (!(cause instanceof FileSystemError)) throw cause;
  return !gone.has(cause.code) || isNoText(path);
}

function isCode(cause: unknown, code: string): boolean {
  return cause instanceof FileSystemError && cause.code === code;
}

function isNoText(path: AbsolutePath): boolean {
  return basename(path).includes(REPLACEMENT_CHARACTER);
}
