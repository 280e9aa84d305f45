/** Keeps another program's version of a file that a change displaced, whatever its size. */
import { type DisplacedFile, FileSystemError } from "../fs/file-system.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { History } from "../history/history.js";

interface KeptDisplaced {
  readonly isKept: boolean;
  readonly path?: string;
}

/** The change has been made by now: that its history is incomplete must not make it look as if it had failed. */
export async function keepDisplaced(
  id: string | undefined,
  displaced: DisplacedFile,
  history: History | undefined,
): Promise<KeptDisplaced> {
  const isKept = id !== undefined && history !== undefined && (await tryKeep(id, displaced, history));
  if (!isKept) {
    const path = await unlessUnavailable(() => displaced.leave());
    return path === undefined ? { isKept } : { isKept, path };
  }
  await unlessUnavailable(() => displaced.remove());
  return { isKept };
}

async function tryKeep(id: string, displaced: DisplacedFile, history: History): Promise<boolean> {
  if (displaced.size > history.options.maxBytes) return false;
  try {
    await history.keepDisplaced(id, (target, position) => displaced.read(target, position));
    return true;
  } catch (cause) {
    if (cause instanceof FileSystemError) return false;
    throw cause;
  }
}

/** Throws EFBIG past `maxBytes`. `path` is for the error. */
export async function readDisplaced(
  displaced: DisplacedFile,
  maxBytes: number,
  path: string,
): Promise<Uint8Array> {
  if (displaced.size > maxBytes) throw new FileSystemError("EFBIG", path);
  const bytes = new Uint8Array(displaced.size);
  return bytes.subarray(0, await displaced.read(bytes, 0));
}
