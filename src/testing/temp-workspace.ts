/**
 * A real temporary folder from an object literal, and toolkits over it that share nothing with the machine: their state
 * and their home lie beside it, and no variable of the environment reaches them. For tests of agents and of adapters.
 */
import { join } from "node:path";
import {
  makeScratchFolder,
  plantTree,
  putFile,
  readBytes,
  readStamp,
  removeScratch,
  type Tree,
} from "../fs/node/scratch-folder.js";
import { createToolkit, type Toolkit, type ToolkitOptions } from "../toolkit.js";

export type { Tree } from "../fs/node/scratch-folder.js";

export interface TempWorkspaceOptions {
  /** What the folder's name begins with. */
  readonly prefix?: string;
  /** For every toolkit that is made here, unless it is given its own. */
  readonly toolkit?: ToolkitOptions;
}

export interface TempWorkspace {
  /** The real path of the folder. */
  readonly root: string;
  /** Beside it, and made when something needs them: for processes that a test starts. */
  readonly home: string;
  readonly stateDirectory: string;
  path(...names: string[]): string;
  /** Writes a file, as another program would, and answers its path. */
  write(name: string, content: string | Uint8Array): string;
  /** A file's content. */
  read(name: string): string;
  bytes(name: string): Buffer;
  /** Everything about a file that a change would move; reading moves none of it. Undefined when there is none. */
  stamp(name: string): object | undefined;
  /** A toolkit rooted here, with its own state folder and none of the machine's environment. */
  toolkit(options?: ToolkitOptions): Toolkit;
  /** The same, with a person who allows every change. */
  editor(options?: ToolkitOptions): Toolkit;
  /** Closes the toolkits and removes the folder, with home and state. May be called twice. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function createTempWorkspace(tree: Tree = {}, options: TempWorkspaceOptions = {}): TempWorkspace {
  const base = makeScratchFolder(options.prefix ?? "filewright-test-");
  const [root, home, stateDirectory] = [join(base, "root"), join(base, "home"), join(base, "state")];
  plantTree(root, tree);
  const toolkits: Toolkit[] = [];
  const path = (...names: string[]): string => join(root, ...names);
  const toolkit = (given: ToolkitOptions = {}): Toolkit => {
    const made = createToolkit({
      roots: [root],
      workingDirectory: root,
      stateDirectory,
      environment: { HOME: home },
      ...options.toolkit,
      ...given,
    });
    toolkits.push(made);
    return made;
  };
  const dispose = async (): Promise<void> => {
    // A toolkit that can't be closed is no reason to leave the folder behind; it is told once that is gone.
    const closed = await Promise.allSettled(toolkits.splice(0).map((each) => each.close()));
    removeScratch(base);
    for (const each of closed) if (each.status === "rejected") throw each.reason;
  };
  return {
    root,
    home,
    stateDirectory,
    path,
    write(name, content) {
      putFile(path(name), content);
      return path(name);
    },
    read: (name) => readBytes(path(name)).toString("utf8"),
    bytes: (name) => readBytes(path(name)),
    stamp: (name) => readStamp(path(name)),
    toolkit,
    editor: (given = {}) => toolkit({ onAsk: () => ({ answer: "allow" }), ...given }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
