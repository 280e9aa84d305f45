import { FileSystemError } from "../../../fs/file-system.js";
import { guardPath } from "../../../fs/guard-path.js";
import { findHome } from "../../../fs/node/home.js";
import { createNodeFileSystem } from "../../../fs/node-file-system.js";
import { visiblePath } from "../../../text/visible.js";
import { fromHere } from "../../open-toolkit.js";
import type { Terminal } from "../../terminal.js";

export interface WatchedFolder {
  readonly given: string;
  /** As it was named, and where that leads: events tell of files under either. */
  readonly forms: readonly string[];
}

export async function findWatchedFolders(
  roots: readonly string[] = ["."],
  { workingDirectory, environment }: Terminal,
): Promise<readonly WatchedFolder[]> {
  const fileSystem = createNodeFileSystem();
  const surroundings = { platform: process.platform, workingDirectory, homeDirectory: findHome(environment) };
  const findFolder = async (root: string): Promise<WatchedFolder> => {
    const given = guardPath(fromHere(root, workingDirectory), surroundings);
    try {
      const { realPath, stat } = await fileSystem.resolve(given);
      if (stat?.kind === "directory") return { given, forms: [...new Set([given, realPath])] };
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
    }
    throw new Error(`--root: there is no folder ${visiblePath(given)}.`);
  };
  return Promise.all(roots.map(findFolder));
}
