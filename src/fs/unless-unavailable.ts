import { FileSystemError, type MaybePromise } from "./file-system.js";

/** What a look at the disk finds; undefined where the disk says no, whatever its reason. */
export async function unlessUnavailable<T>(look: () => MaybePromise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
