/** Real files, some of them with several names, and a clock that can be put forward. */
import { basename } from "node:path";
import {
  type AbsolutePath,
  createNodeFileSystem,
  type FileStat,
  type FileSystem,
  type RealPath,
} from "../../src/index.js";
import type { Rule } from "../../src/permissions/access.js";
import { DeniedTwins, type TwinSearch } from "../../src/permissions/denied-twins.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

export const rule: Rule = { text: "Read(.env)", list: "deny", source: { kind: "user", folders: [] } };
export const folderRule: Rule = { ...rule, text: "Read(secrets)" };

/** Denies files called .env and whatever lies in a folder called secrets. */
export function findDeny(path: string): Rule | undefined {
  if (basename(path) === ".env") return rule;
  return path.split("/").includes("secrets") ? folderRule : undefined;
}

interface Scene {
  readonly files: TempWorkspace;
  readonly disk: ReturnType<typeof createFaultyFileSystem>;
  readonly twins: DeniedTwins;
  readonly clock: { later: number };
  readonly ask: (name: string, search?: Partial<TwinSearch>) => Promise<Rule | "unknown" | undefined>;
}

export function createScene(tree: Tree, maxEntries?: number): Scene {
  const files = tempWorkspace(tree);
  const disk = createFaultyFileSystem(createNodeFileSystem());
  const clock = { later: 0 };
  const now = (): number => Date.now() + clock.later;
  const twins = new DeniedTwins({ fileSystem: disk, now, ...(maxEntries !== undefined && { maxEntries }) });
  const ask: Scene["ask"] = async (name, search = {}) => {
    const stat = await statOf(createNodeFileSystem(), files.path(name));
    return twins.find(stat, { places: [files.root as RealPath], findDeny, revision: 1, ...search });
  };
  return { files, disk, twins, clock, ask };
}

export async function statOf(disk: FileSystem, path: string): Promise<FileStat> {
  const { stat } = await disk.resolve(path as AbsolutePath);
  if (stat === undefined) throw new Error(`nothing at ${path}`);
  return stat;
}
