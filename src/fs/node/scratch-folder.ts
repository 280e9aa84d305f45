/**
 * Folders for tests, prepared and looked at by plain means: what is under test must not prepare its own trial, nor be its
 * own witness. Nothing else in the package uses this.
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";

/** Content of a file, `{ link: target }`, or `{ folder: tree }`; a name may have folders in it. */
export type Tree = {
  readonly [name: string]: string | Uint8Array | { readonly link: string } | { readonly folder: Tree };
};

/** Every file below a folder, by its path with slashes. */
export type FileTree = Readonly<Record<string, Uint8Array>>;

/** By its real path, so that what a test expects is what a tool answers. */
export function makeScratchFolder(prefix: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), prefix)));
}

export function removeScratch(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

export function makeScratchSubfolder(path: string): void {
  mkdirSync(path, { recursive: true });
}

/** Writes into the very file that is there, or makes one, with the folders that it needs. */
export function putFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

export function putLink(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

export function plantTree(folder: string, tree: Tree): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, entry] of Object.entries(tree)) {
    const path = join(folder, name);
    if (typeof entry === "string" || entry instanceof Uint8Array) {
      putFile(path, entry);
      // Whatever the umask of whoever runs the tests.
      chmodSync(path, 0o644);
    } else if ("link" in entry) {
      putLink(path, entry.link);
    } else {
      plantTree(path, entry.folder);
    }
  }
}

export function readBytes(path: string): Buffer {
  return readFileSync(path);
}

/** Sets when a file was read and changed last. */
export function setTimes(path: string, time: Date): void {
  utimesSync(path, time, time);
}

/** Everything about a file that a change would move; reading moves none of it. Undefined when there is none. */
export function readStamp(path: string): object | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const { ino, size, mode, mtimeNs, ctimeNs } = stat;
  return { ino, size, mode, mtimeNs, ctimeNs };
}

/** The names of the folders in a folder, in order. */
export function listFolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/** Undefined when there is no such folder. One that is a link is none: it may lead anywhere. */
export function readFileTree(folder: string): FileTree | undefined {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = walk(folder).filter(({ isFile }) => isFile);
  return Object.fromEntries(names.map(({ path }) => [path, readFileSync(join(folder, path))]));
}

/** What is neither a file nor the way to one: links, pipes, folders with nothing in them. */
export function findOddEntries(folder: string): readonly string[] {
  const entries = walk(folder);
  const isWay = (path: string): boolean => entries.some((other) => other.path.startsWith(`${path}/`));
  return entries
    .filter(({ path, isFile, isFolder }) => !isFile && !(isFolder && isWay(path)))
    .map(({ path, isFolder }) => (isFolder ? `${path}/` : path));
}

function walk(folder: string): { path: string; isFile: boolean; isFolder: boolean }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      path: relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"),
      isFile: entry.isFile(),
      isFolder: entry.isDirectory(),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
