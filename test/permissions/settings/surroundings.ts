/** Settings in real folders, with real locks: a project, a config folder, and stores over them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createProcessLife, readProcessIdentity } from "../../../src/fs/node/process-life.js";
import { createNames } from "../../../src/fs/unique-names.js";
import { type AbsolutePath, createNodeFileSystem, type FileSystem } from "../../../src/index.js";
import { FileLocks } from "../../../src/locks/file-locks.js";
import { KeyedQueue } from "../../../src/locks/keyed-queue.js";
import { ProcessLocks } from "../../../src/locks/process-lock.js";
import { type ChangeOwnFile, createOwnFileChanger } from "../../../src/mutation/change-own-file.js";
import type { GivenRule } from "../../../src/permissions/access.js";
import { type SettingsGround, SettingsStore } from "../../../src/permissions/settings/settings-store.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../../support/workspace.js";

export interface SettingsScene {
  readonly files: TempWorkspace;
  readonly root: AbsolutePath;
  readonly config: AbsolutePath;
  /** Writes a file below the config folder, as JSON unless it is text. */
  readonly configure: (name: string, content: unknown) => string;
  readonly store: (ground?: Partial<SettingsGround>) => SettingsStore;
}

export const projectFile = ".filewright/settings.json";
export const localFile = ".filewright/settings.local.json";

export function settingsScene(tree: Tree = {}): SettingsScene {
  const files = tempWorkspace(tree);
  const root = files.root as AbsolutePath;
  const base = dirname(root);
  const config = join(base, "config", "filewright") as AbsolutePath;
  const configure = (name: string, content: unknown): string => {
    const path = join(config, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  };
  const store = (given: Partial<SettingsGround> = {}): SettingsStore => {
    const fileSystem = given.fileSystem ?? createNodeFileSystem();
    const ground: SettingsGround = {
      fileSystem,
      roots: [root],
      configFolder: config,
      homeDirectory: join(base, "home"),
      now: Date.now,
      changeFile: createChanger(fileSystem, join(base, "state"), config),
      managedFolder: join(base, "managed") as AbsolutePath,
      ...given,
    };
    return new SettingsStore(ground);
  };
  return { files, root, config, configure, store };
}

export function createChanger(
  fileSystem: FileSystem,
  stateDirectory: string,
  privateFolder: AbsolutePath,
): ChangeOwnFile {
  const processLocks = new ProcessLocks({
    fileSystem,
    folder: join(stateDirectory, "locks") as AbsolutePath,
    self: readProcessIdentity(),
    life: createProcessLife(),
  });
  const locks = new FileLocks(
    new KeyedQueue(),
    () => processLocks,
    async () => undefined,
  );
  return createOwnFileChanger({
    fileSystem,
    locks,
    isDurable: false,
    randomName: createNames(),
    privateFolder,
  });
}

/** The text of a settings file with this block. */
export function permissions(block: unknown): string {
  return JSON.stringify({ permissions: block });
}

/** Rules as "list kind text". */
export function brief(rules: readonly GivenRule[]): string[] {
  return rules.map(({ list, source, text }) => `${list} ${source.kind} ${text}`);
}
