/**
 * Finds the skills that lie beside files an agent works with: `.claude/skills` and `.agents/skills` in the file's folder and
 * in those above it, up to the root. Each is reported once. Looking is bounded in folders, entries and bytes, and files that
 * come together have their folders looked at once.
 */
import { basename, dirname, join } from "node:path";
import type { FileStat, FileSystem, MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import { readSkillHead, type SkillHead } from "./front-matter.js";

export interface FoundSkill extends SkillHead {
  /** Of its SKILL.md, as it lies in the project. */
  readonly path: AbsolutePath;
}

/** A file that is there. */
export interface ReadableFile {
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat;
}

export interface SkillGround {
  readonly fileSystem: FileSystem;
  readonly roots: {
    contains(path: RealPath): MaybePromise<boolean>;
    findRootOf(path: RealPath): { readonly real: RealPath } | undefined;
  };
  /** Whether a file may be looked into without anyone being asked. */
  readonly mayRead: (file: ReadableFile) => Promise<boolean>;
}

const PLACES = [".claude/skills", ".agents/skills"] as const;
const SKILL_FILE = "SKILL.md";
const MAX_LEVELS = 64;
const MAX_ENTRIES = 200;
const MAX_SKILLS = 200;
const HEAD_BYTES = 16 * 1024;

export class SkillFinder {
  readonly #ground: SkillGround;
  /** By their real paths: a link to a skill is the same skill. */
  readonly #known = new Set<RealPath>();
  /** The same as they were found, so that those need not be looked up again. */
  readonly #knownPaths = new Set<AbsolutePath>();

  constructor(ground: SkillGround) {
    this.#ground = ground;
  }

  /** The skills beside this file that were not found before, nearest first. Folders in `looked` are left out, and added to. */
  async findFrom(file: AbsolutePath, looked: Set<string> = new Set()): Promise<readonly FoundSkill[]> {
    const found: FoundSkill[] = [];
    for (const folder of await this.#foldersAbove(file)) {
      if (looked.has(folder)) continue;
      looked.add(folder);
      for (const place of PLACES) found.push(...(await this.#findIn(join(folder, place) as AbsolutePath)));
    }
    return found;
  }

  async #foldersAbove(file: AbsolutePath): Promise<readonly string[]> {
    const { fileSystem, roots } = this.#ground;
    const resolved = await unlessUnavailable(() => fileSystem.resolve(file));
    if (resolved === undefined || !(await roots.contains(resolved.realPath))) return [];
    const root = roots.findRootOf(resolved.realPath)?.real;
    if (root === undefined) return [];
    const folders: string[] = [];
    let folder = dirname(resolved.realPath);
    while (folders.length < MAX_LEVELS && folder.length >= root.length) {
      folders.push(folder);
      if (folder === dirname(folder)) break;
      folder = dirname(folder);
    }
    return folders;
  }

  async #findIn(place: AbsolutePath): Promise<readonly FoundSkill[]> {
    const { fileSystem, roots } = this.#ground;
    const resolved = await unlessUnavailable(() => fileSystem.resolve(place));
    if (resolved?.stat?.kind !== "directory" || !(await roots.contains(resolved.realPath))) return [];
    const listing = await unlessUnavailable(() => fileSystem.list(resolved.realPath, MAX_ENTRIES));
    const names = (listing?.entries ?? []).map(({ name }) => name).toSorted();
    const found: FoundSkill[] = [];
    for (const name of names) {
      const skill = await this.#lookInto(join(place, name, SKILL_FILE) as AbsolutePath);
      if (skill !== undefined) found.push(skill);
    }
    return found;
  }

  async #lookInto(path: AbsolutePath): Promise<FoundSkill | undefined> {
    const { fileSystem, mayRead } = this.#ground;
    if (this.#knownPaths.has(path)) return undefined;
    const resolved = await unlessUnavailable(() => fileSystem.resolve(path));
    if (resolved?.stat?.kind !== "file" || this.#known.has(resolved.realPath)) return undefined;
    const { realPath, stat } = resolved;
    if (this.#known.size >= MAX_SKILLS || !(await mayRead({ path, realPath, stat }))) return undefined;
    const text = await unlessUnavailable(() => this.#readHead(realPath, stat));
    if (text === undefined) return undefined;
    this.#known.add(realPath);
    this.#knownPaths.add(path);
    return { path, ...readSkillHead(text, basename(dirname(path))) };
  }

  async #readHead(path: RealPath, stat: FileStat): Promise<string> {
    const file = await this.#ground.fileSystem.open(path, stat);
    try {
      const bytes = new Uint8Array(Math.min(stat.size, HEAD_BYTES));
      const length = await file.read(bytes, 0);
      return new TextDecoder().decode(bytes.subarray(0, length));
    } finally {
      await file.close();
    }
  }
}
