/** The links that are the locks: the few things one does with them, each of them atomic on the disk. */
import { basename, dirname, join } from "node:path";
import { type FileSystem, FileSystemError, type MaybePromise } from "../fs/file-system.js";
import { requireOwn } from "../fs/ownership.js";
import type { AbsolutePath } from "../fs/paths.js";

const FOLDER_MODE = 0o700;

export class LockLinks {
  readonly #fileSystem: FileSystem;
  readonly #folder: AbsolutePath;

  constructor(fileSystem: FileSystem, folder: AbsolutePath) {
    this.#fileSystem = fileSystem;
    this.#folder = folder;
  }

  pathOf(name: string): AbsolutePath {
    return join(this.#folder, name) as AbsolutePath;
  }

  makeFolder(): MaybePromise<void> {
    const make = (): MaybePromise<void> => this.#fileSystem.makeDirectory(this.#folder, FOLDER_MODE);
    const checked = requireOwn(
      this.#fileSystem,
      dirname(this.#folder) as AbsolutePath,
      basename(this.#folder),
    );
    return checked instanceof Promise ? checked.then(make) : make();
  }

  /** False when the name is taken, or the folder is gone. At once on a synchronous disk. */
  create(name: string, text: string): MaybePromise<boolean> {
    const create = (): MaybePromise<void> => this.#fileSystem.createLink(this.pathOf(name), text);
    return attempt(create, ["EEXIST", "ENOENT"]);
  }

  /** Undefined when nothing is there any more, or something that is no link and is left alone. */
  async find(name: string): Promise<string | undefined> {
    try {
      return await this.#fileSystem.readLink(this.pathOf(name));
    } catch (cause) {
      if (hasCode(cause, ["ENOENT", "EINVAL"])) return undefined;
      throw cause;
    }
  }

  /** Puts one lock in the place of another; does nothing if it is gone. */
  async move(from: string, to: string): Promise<void> {
    await attempt(() => this.#fileSystem.renameLink(this.pathOf(from), this.pathOf(to)), ["ENOENT"]);
  }

  /** Removes the link if it still holds this text. At once on a synchronous disk. */
  remove(name: string, text: string): MaybePromise<void> {
    const remove = (): MaybePromise<void> => this.#fileSystem.removeLink(this.pathOf(name), text);
    const removed = attempt(remove, ["ENOENT", "EINVAL"]);
    return removed instanceof Promise ? removed.then(() => undefined) : undefined;
  }
}

/** Whether an action succeeded, where these failures are an answer and all others are thrown. */
function attempt(action: () => MaybePromise<void>, codes: readonly string[]): MaybePromise<boolean> {
  const refuse = (cause: unknown): boolean => {
    if (hasCode(cause, codes)) return false;
    throw cause;
  };
  try {
    const done = action();
    return done instanceof Promise ? done.then(() => true, refuse) : true;
  } catch (cause) {
    return refuse(cause);
  }
}

function hasCode(cause: unknown, codes: readonly string[]): boolean {
  return cause instanceof FileSystemError && codes.includes(cause.code);
}
