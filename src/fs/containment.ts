/**
 * Which resolved paths lie inside the roots, segment by segment: `/w/app-evil` is not inside `/w/app`. A root may be
 * given through a link and may be missing for a while (an unmounted disk); its real form is looked up until found.
 */
import { isAbsolute, relative, sep } from "node:path";
import { type FileSystem, FileSystemError, type MaybePromise, type ResolvedPath } from "./file-system.js";
import type { AbsolutePath, RealPath } from "./paths.js";
import { findPlaceholder, type RootProblem } from "./root-problems.js";

export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  // The common case, without taking the paths apart: on systems that tell capitals apart, letters are enough.
  if (sep === "/" && !path.startsWith(folder) && !path.includes("..")) return false;
  const way = relative(folder, path);
  // On another drive the way there is an absolute path.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A folder under the name it was given and its real one. */
export interface RootFolder {
  readonly given: AbsolutePath;
  readonly real: RealPath;
}

/** The roots as they are on the disk at this moment. */
export interface PresentRoots {
  /** The folders that count as roots. With bounds, the part of each root that lies inside them. */
  readonly folders: readonly RootFolder[];
  /** Roots that can't be used, and why. */
  readonly problems: readonly RootProblem[];
}

export class Roots {
  readonly #host: readonly AbsolutePath[];
  readonly #fileSystem: FileSystem;
  #given: readonly AbsolutePath[];
  #real: (RealPath | undefined)[];
  /** Why a root has no real path, by its name, once it has been looked for. */
  readonly #problems = new Map<AbsolutePath, RootProblem>();
  /** Folders outside which nothing counts as inside a root, if there are any such bounds. */
  #bounds: Roots | undefined;

  constructor(given: readonly AbsolutePath[], fileSystem: FileSystem) {
    this.#host = given;
    this.#given = given;
    this.#fileSystem = fileSystem;
    this.#real = given.map(() => undefined);
  }

  /** As the host gave them, normalised, and those that were added. */
  get given(): readonly AbsolutePath[] {
    return this.#given;
  }

  /** Those of the host alone. */
  get host(): readonly AbsolutePath[] {
    return this.#host;
  }

  /** Roots besides those of the host, in the place of any that were added before. */
  extend(extra: readonly AbsolutePath[]): void {
    const given = [...new Set([...this.#host, ...extra])];
    if (given.length === this.#given.length && given.every((root, index) => root === this.#given[index]))
      return;
    this.#real = given.map((root) => this.#real[this.#given.indexOf(root)]);
    this.#given = given;
  }

  /**
   * Bounds for the roots: what lies outside all of these folders counts as outside. They can take away, never add; an empty
   * list takes the bounds off again.
   */
  narrow(folders: readonly AbsolutePath[]): void {
    this.#bounds = folders.length === 0 ? undefined : new Roots(folders, this.#fileSystem);
  }

  /** Looks at every root on the disk. Bounds that do not exist count for nothing, as they do in `contains`. */
  async lookUp(): Promise<PresentRoots> {
    const looked = await Promise.all(this.#given.map((root) => lookAtRoot(root, this.#fileSystem)));
    const problems = looked.flatMap((found) => ("kind" in found ? [found] : []));
    const folders = looked.flatMap((found) => ("real" in found ? [found] : []));
    if (this.#bounds === undefined) return { folders, problems };
    const bounds = (await this.#bounds.lookUp()).folders;
    const bounded = folders.flatMap((root) =>
      bounds.some(({ real }) => isInside(root.real, real))
        ? [root]
        : bounds.filter(({ real }) => isInside(real, root.real)),
    );
    return { folders: bounded, problems };
  }

  /** The innermost root that a real path lies in, of those that are known. */
  findRootOf(path: RealPath): RootFolder | undefined {
    let innermost: RootFolder | undefined;
    for (const [index, real] of this.#real.entries()) {
      const given = this.#given[index];
      if (real === undefined || given === undefined || !isInside(path, real)) continue;
      if (innermost === undefined || real.length > innermost.real.length) innermost = { given, real };
    }
    return innermost;
  }

  /** Whether a real path lies in a root. Answers at once when every root is known or the disk is local. */
  contains(path: RealPath): MaybePromise<boolean> {
    const inside = this.#isInRoot(path);
    if (this.#bounds === undefined || inside === false) return inside;
    const bounds = this.#bounds;
    return inside === true
      ? bounds.contains(path)
      : inside.then((isInside) => isInside && bounds.contains(path));
  }

  #isInRoot(path: RealPath): MaybePromise<boolean> {
    if (this.#isInKnown(path)) return true;
    const waiting: Promise<unknown>[] = [];
    for (const [index, root] of this.#real.entries()) {
      const resolved = root === undefined ? this.#resolve(index) : undefined;
      if (resolved instanceof Promise) waiting.push(resolved);
    }
    return waiting.length === 0
      ? this.#isInKnown(path)
      : Promise.all(waiting).then(() => this.#isInKnown(path));
  }

  /**
   * The unusable root that keeps a path from lying inside one, if any: the root that the path names, any root if none can be
   * used, or a placeholder, which may stand for any folder. Callers must have asked `contains` first.
   */
  findProblemFor(path: AbsolutePath): RootProblem | undefined {
    const problems = this.#given.flatMap((root, index) =>
      this.#real[index] === undefined ? (this.#problems.get(root) ?? []) : [],
    );
    const isNoneUsable = problems.length > 0 && this.#real.every((real) => real === undefined);
    return (
      problems.find(({ root }) => isInside(path, root)) ??
      (isNoneUsable ? problems[0] : problems.find((problem) => findPlaceholder(problem) !== undefined))
    );
  }

  /** Whether a path lies in a root by its letters, links not followed. */
  names(path: AbsolutePath): boolean {
    if (this.#bounds?.names(path) === false) return false;
    return this.#given.some((root) => isInside(path, root)) || this.#isInKnown(path as RealPath);
  }

  #isInKnown(path: RealPath): boolean {
    return this.#real.some((root) => root !== undefined && isInside(path, root));
  }

  #resolve(index: number): MaybePromise<void> {
    const root = this.#given[index] as AbsolutePath;
    const remember = (resolved: ResolvedPath): void => {
      const found = asRoot(root, resolved);
      if ("real" in found) this.#real[index] = found.real;
      else this.#problems.set(root, found);
    };
    const fail = (cause: unknown): void => {
      this.#problems.set(root, asUnreachable(root, cause));
    };
    try {
      const resolved = this.#fileSystem.resolve(root);
      return resolved instanceof Promise ? resolved.then(remember, fail) : remember(resolved);
    } catch (cause) {
      fail(cause);
    }
  }
}

async function lookAtRoot(root: AbsolutePath, fileSystem: FileSystem): Promise<RootFolder | RootProblem> {
  try {
    return asRoot(root, await fileSystem.resolve(root));
  } catch (cause) {
    return asUnreachable(root, cause);
  }
}

function asRoot(root: AbsolutePath, { realPath, stat }: ResolvedPath): RootFolder | RootProblem {
  if (stat?.kind === "directory") return { given: root, real: realPath };
  return { root, kind: stat === undefined ? "missing" : "not-a-folder" };
}

function asUnreachable(root: AbsolutePath, cause: unknown): RootProblem {
  if (!(cause instanceof FileSystemError)) throw cause;
  return { root, kind: "unreachable" };
}
