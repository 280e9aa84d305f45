/** A real temporary folder from an object literal, and a toolkit over it. Removed after the test. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createToolkit, type Toolkit, type ToolkitOptions } from "../../src/index.js";

/** Content of a file, `{ link: target }`, or a folder. */
export type Tree = {
  readonly [name: string]: string | Uint8Array | { readonly link: string } | { readonly folder: Tree };
};

export interface TempWorkspace {
  /** The real path of the folder. */
  readonly root: string;
  path(...names: string[]): string;
  write(name: string, content: string | Uint8Array): string;
  /** A toolkit rooted here, with its own state folder and none of the machine's environment. */
  toolkit(options?: ToolkitOptions): Toolkit;
  /** The same, with a person who allows every change. */
  editor(options?: ToolkitOptions): Toolkit;
  /** A file's content. */
  read(name: string): string;
  bytes(name: string): Buffer;
  /** Everything about a file that a change would move; reading moves none of it. Undefined when there is none. */
  stamp(name: string): object | undefined;
}

export function tempWorkspace(tree: Tree = {}): TempWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-test-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "root");
  mkdirSync(root);
  plant(root, tree);
  const path = (...names: string[]): string => join(root, ...names);
  const toolkit = (options: ToolkitOptions = {}): Toolkit => {
    const made = createToolkit({
      roots: [root],
      workingDirectory: root,
      stateDirectory: join(base, "state"),
      environment: { HOME: join(base, "home") },
      ...options,
    });
    // What it has started, to count or to decode, is not for the next test to carry.
    onTestFinished(async () => {
      await Promise.all([made.workspace.media.endIfIdle(), made.workspace.vocabulary.endIfIdle()]);
    });
    return made;
  };
  return {
    root,
    path,
    read: (name) => readFileSync(path(name), "utf8"),
    bytes: (name) => readFileSync(path(name)),
    stamp: (name) => {
      const stat = lstatSync(path(name), { bigint: true, throwIfNoEntry: false });
      if (stat === undefined) return undefined;
      const { ino, size, mode, mtimeNs, ctimeNs } = stat;
      return { ino, size, mode, mtimeNs, ctimeNs };
    },
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    toolkit,
    editor: (options = {}) => toolkit({ onAsk: () => ({ answer: "allow" }), ...options }),
  };
}

function plant(folder: string, tree: Tree): void {
  for (const [name, entry] of Object.entries(tree)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof entry === "string" || entry instanceof Uint8Array) {
      writeFileSync(path, entry);
      chmodSync(path, 0o644);
    } else if ("link" in entry) {
      symlinkSync(entry.link, path);
    } else {
      mkdirSync(path, { recursive: true });
      plant(path, entry.folder);
    }
  }
}
