/**
 * Where listeners wait and engines look for them: a folder in the state directory that is this user's alone. What is sent
 * there holds contents of files, so nothing counts that somebody else could have put there.
 */
import { dirname, isAbsolute, join } from "node:path";
import { readPrivateFile } from "../../fs/node/private-file.js";
import { isPrivateFolder, listNames, removeQuietly } from "../../fs/node/private-folder.js";
import { createProcessLife, readHost } from "../../fs/node/process-life.js";
import { findListenerName, type ListenerName, shortHost } from "./listener-name.js";

export const PIPE_PREFIX = "\\\\.\\pipe\\filewright-";

/** In the state directory. */
export const LISTENERS_FOLDER = "listeners";

/** Those that have put themselves there; none where the folder is open to others. */
export function findListeners(folder: string): readonly ListenerName[] {
  const found = listNames(folder).flatMap((name) => findListenerName(name) ?? []);
  return found.length > 0 && isPrivateFolder(folder) ? found : [];
}

/** Where a listener can be reached; undefined when what its file names can't be trusted, or is gone. */
export function findAddress(folder: string, { name, kind }: ListenerName): string | undefined {
  const path = join(folder, name);
  if (kind === "socket") return path;
  const address = readPointer(path);
  if (address === undefined) return undefined;
  if (process.platform === "win32") return address.startsWith(PIPE_PREFIX) ? address : undefined;
  return isAbsolute(address) && isPrivateFolder(dirname(address)) ? address : undefined;
}

function readPointer(path: string): string | undefined {
  try {
    const file = readPrivateFile(path);
    return file?.isOwn === true && !file.isOpenToOthers ? file.text.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a listener whose process has surely ended; of another machine's nothing is sure. */
export function removeIfGone(folder: string, listener: ListenerName): void {
  const isHere = listener.host === shortHost(readHost());
  if (!isHere || createProcessLife().isAlive(listener)) return;
  const address = listener.kind === "pointer" ? findAddress(folder, listener) : undefined;
  if (address !== undefined && process.platform !== "win32") {
    removeQuietly(address);
    removeQuietly(dirname(address), "folder");
  }
  removeQuietly(join(folder, listener.name));
}
