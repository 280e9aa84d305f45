/**
 * Which resolved paths lie inside the roots, segment by segment: `/w/app-evil` is not inside `/w/app`. A root may be
 * given through a link and may be missing for a while (an unmounted disk); its real form is looked up until found.
 */
import { relative, sep } from "node:path";
import { type FileSystem, FileSystemError, type MaybePromise } from "./file-system.js";
import type { AbsolutePath, RealPath } from "./paths.js";

export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  const way = relative(folder, path);
  return (
    way !== "" &&
    way !== ".." &&
    !way.startsWith(`..${sep}`) &&
    !way.startsWith(sep) &&
    !/^[A-Za-z]:/.test(way)
  );
}

export class Roots {
  /** As the host gave them, normalised. */
  readonly given: readonly AbsolutePath[];
  readonly #fileSystem: FileSystem;
  readonly #real: (RealPath | undefined)[];

  constructor(given: readonly AbsolutePath[], fileSystem: FileSystem) {
    this.given = given;
    this.#fileSystem = fileSystem;
    this.#real = given.map(() => undefined);
  }

  /** Whether a real path lies in a root. Answers at once when every root is known and the disk is local. */
  contains(path: RealPath): MaybePromise<boolean> {
    for (const root of this.#real) if (root !== undefined && isInside(path, root)) return true;
    for (const [index, root] of this.#real.entries()) {
      if (root !== undefined) continue;
      const found = this.#resolve(index);
      if (found instanceof Promise) return found.then((real) => real !== undefined && this.contains(path));
      if (found !== undefined && isInside(path, found)) return true;
    }
    return false;
  }

  #resolve(index: number): MaybePromise<RealPath | undefined> {
    const remember = (resolved: { realPath: RealPath; stat: unknown }): RealPath | undefined => {
      if (resolved.stat !== undefined) this.#real[index] = resolved.realPath;
      return this.#real[index];
    };
    try {
      const resolved = this.#fileSystem.resolve(this.given[index] as AbsolutePath);
      return resolved instanceof Promise ? resolved.then(remember, forgetUnavailable) : remember(resolved);
    } catch (cause) {
      return forgetUnavailable(cause);
    }
  }
}

function forgetUnavailable(cause: unknown): undefined {
  if (cause instanceof FileSystemError) return undefined;
  throw cause;
}
