/**
 * Which resolved paths lie inside the roots, segment by segment: `/w/app-evil` is not inside `/w/app`. A root may be
 * given through a link and may be missing for a while (an unmounted disk); its real form is looked up until found.
 */
import { isAbsolute, relative, sep } from "node:path";
import { type FileSystem, FileSystemError, type MaybePromise, type ResolvedPath } from "./file-system.js";
import type { AbsolutePath, RealPath } from "./paths.js";

export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  // The common case, without taking the paths apart: on systems that tell capitals apart, letters are enough.
  if (sep === "/" && !path.startsWith(folder) && !path.includes("..")) return false;
  const way = relative(folder, path);
  // On another drive the way there is an absolute path.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export class Roots {
  readonly #host: readonly AbsolutePath[];
  readonly #fileSystem: FileSystem;
  #given: readonly AbsolutePath[];
  #real: (RealPath | undefined)[];
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

  /** The innermost root that a real path lies in, of those that are known. */
  findRootOf(path: RealPath): { readonly given: AbsolutePath; readonly real: RealPath } | undefined {
    let innermost: { readonly given: AbsolutePath; readonly real: RealPath } | undefined;
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

  /** Whether a path lies in a root by its letters, links not followed. */
  names(path: AbsolutePath): boolean {
    if (this.#bounds?.names(path) === false) return false;
    return this.#given.some((root) => isInside(path, root)) || this.#isInKnown(path as RealPath);
  }

  #isInKnown(path: RealPath): boolean {
    return this.#real.some((root) => root !== undefined && isInside(path, root));
  }

  #resolve(index: number): MaybePromise<void> {
    const remember = ({ realPath, stat }: ResolvedPath): void => {
      if (stat !== undefined) this.#real[index] = realPath;
    };
    try {
      const resolved = this.#fileSystem.resolve(this.#given[index] as AbsolutePath);
      return resolved instanceof Promise ? resolved.then(remember, forgetUnavailable) : remember(resolved);
    } catch (cause) {
      forgetUnavailable(cause);
    }
  }
}

function forgetUnavailable(cause: unknown): void {
  if (!(cause instanceof FileSystemError)) throw cause;
}
