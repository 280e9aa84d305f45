/** What the disk in memory is made of: nodes, and the ways among them. */
import { posix } from "node:path";
import {
  type DirectoryListing,
  type FileKind,
  type FileStat,
  FileSystemError,
  type Replaced,
  type ReplaceWay,
} from "./file-system.js";
import { MemoryNames } from "./memory-names.js";
import type { RealPath } from "./paths.js";

const MAX_LINKS = 40;
export const SET_ID_BITS = 0o6000;

export interface Node {
  readonly inode: bigint;
  readonly kind: FileKind | "symlink";
  mode: number;
  modifiedNs: bigint;
  changedNs: bigint;
  bytes: Uint8Array;
  target: string;
  readonly children: MemoryNames<Node>;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

export function toStat(node: Node): FileStat {
  return {
    kind: node.kind === "symlink" ? "file" : node.kind,
    size: node.bytes.length,
    mode: node.mode,
    links: 1,
    device: 1n,
    inode: node.inode,
    modifiedNs: node.modifiedNs,
    changedNs: node.changedNs,
  };
}

export function copyPart(bytes: Uint8Array, target: Uint8Array, position: number): number {
  const part = bytes.subarray(position, position + target.length);
  target.set(part);
  return part.length;
}

export function replaced(node: Node): Replaced {
  return { outcome: "replaced", stat: toStat(node), displaced: undefined, notKept: [] };
}

export interface MemoryDiskOptions {
  /** Whether names that differ in capitals are one, as they are on the usual volumes of macOS and Windows. */
  readonly foldsCase?: boolean;
}

export class MemoryTree {
  readonly root: Node;
  readonly #foldsCase: boolean;
  #nextInode = 1n;
  #ticks = 1_000_000_000n;

  constructor({ foldsCase = false }: MemoryDiskOptions) {
    this.#foldsCase = foldsCase;
    this.root = this.create("directory", 0o755);
  }

  fill(file: Node, bytes: Uint8Array): void {
    file.bytes = bytes;
    file.modifiedNs = file.changedNs = this.tick();
  }

  /** After a rename the name has a new file, and whoever holds the old one open still reads the old content. */
  replace(path: string, file: Node, bytes: Uint8Array, way: ReplaceWay): Node {
    const node = way === "rename" ? this.create("file", file.mode) : file;
    node.mode &= ~SET_ID_BITS;
    this.fill(node, bytes);
    this.parent(path).children.set(posix.basename(path), node);
    return node;
  }

  parent(path: string): Node {
    const { node } = this.walk(posix.dirname(path));
    if (node === undefined) throw new FileSystemError("ENOENT", path);
    if (node.kind !== "directory") throw new FileSystemError("ENOTDIR", path);
    return node;
  }

  existing(path: string): Node {
    const { node } = this.walk(path);
    if (node === undefined) throw new FileSystemError("ENOENT", path);
    return node;
  }

  findKind(path: string): FileKind | undefined {
    try {
      const { node } = this.walk(path);
      return node === undefined ? undefined : toStat(node).kind;
    } catch (cause) {
      if (cause instanceof FileSystemError) return undefined;
      throw cause;
    }
  }

  /** A link itself, not what it leads to. */
  link(path: string): Node {
    const node = this.parent(path).children.get(posix.basename(path));
    if (node === undefined) throw new FileSystemError("ENOENT", path);
    if (node.kind !== "symlink") throw new FileSystemError("EINVAL", path);
    return node;
  }

  regular(realPath: RealPath): Node {
    const { realPath: reached, node } = this.walk(realPath);
    if (reached !== realPath) throw new FileSystemError("MOVED", realPath);
    if (node === undefined) throw new FileSystemError("ENOENT", realPath);
    if (node.kind === "directory") throw new FileSystemError("EISDIR", realPath);
    if (node.kind !== "file")
      throw new FileSystemError("NOT_REGULAR", realPath, { kind: node.kind as FileKind });
    return node;
  }

  move(from: string, to: string, node: Node): void {
    this.parent(from).children.delete(posix.basename(from));
    this.parent(to).children.set(posix.basename(to), node);
  }

  makeDirectory(path: string, mode: number): void {
    let here = this.root;
    for (const name of segmentsOf(this.walk(path).realPath)) {
      let child = here.children.get(name);
      if (child === undefined) {
        child = this.create("directory", mode);
        here.children.set(name, child);
      }
      if (child.kind !== "directory") throw new FileSystemError("EEXIST", path);
      here = child;
    }
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    const { realPath: reached, node } = this.walk(realPath);
    if (reached !== realPath) throw new FileSystemError("MOVED", realPath);
    if (node === undefined) throw new FileSystemError("ENOENT", realPath);
    if (node.kind !== "directory") throw new FileSystemError("ENOTDIR", realPath);
    const entries = node.children
      .list(limit)
      .map(([name, child]) => ({ name, isDirectory: child.kind === "directory" }));
    return { entries, complete: node.children.size <= limit };
  }

  /** Follows the path segment by segment; past the last existing one the rest is taken as it is. */
  walk(path: string, links: readonly string[] = []): { realPath: string; node: Node | undefined } {
    if (links.length > MAX_LINKS) throw new FileSystemError("ELOOP", path, { leadsTo: links as RealPath[] });
    let node: Node | undefined = this.root;
    let realPath = "/";
    const segments = segmentsOf(path);
    for (const [index, name] of segments.entries()) {
      const child: Node | undefined = node?.children.get(name);
      if (child?.kind === "symlink") {
        const rest = segments.slice(index + 1);
        const target = posix.resolve(realPath, child.target, ...rest);
        return this.walk(target, [...links, target]);
      }
      realPath = posix.join(realPath, node?.children.spelling(name) ?? name);
      node = child;
    }
    return { realPath, node };
  }

  create(kind: FileKind | "symlink", mode: number): Node {
    const now = this.tick();
    const inode = this.#nextInode;
    this.#nextInode += 1n;
    const empty = new Uint8Array(0);
    return {
      inode,
      kind,
      mode,
      modifiedNs: now,
      changedNs: now,
      bytes: empty,
      target: "",
      children: new MemoryNames(this.#foldsCase),
    };
  }

  /** Strictly growing, so that two changes never share a time. */
  tick(): bigint {
    this.#ticks += 1n;
    return this.#ticks;
  }
}
