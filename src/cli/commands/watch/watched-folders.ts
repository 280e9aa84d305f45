import { FileSystemError } from "../../../fs/file-system.js";
import { guardPath } from "../../../fs/guard-path.js";
import { findHome } from "../../../fs/node/home.js";
import { createNodeFileSystem } from "../../../fs/node-file-system.js";
import { describeRootProblem } from "../../../fs/root-problems.js";
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
      if (stat !== undefined) throw new Error(describeRootProblem({ root: given, kind: "not-a-folder" }));
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
    }
    throw new Error(describeRootProblem({ root: given, kind: "missing" }));
  };
  return Promise.all(roots.map(findFolder));
}
