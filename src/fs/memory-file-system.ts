/**
 * A disk in memory, for tests and for hosts that keep an agent away from the real one. It follows the same contract
 * as the local disk, links, special files and inode change times included. Paths are POSIX paths.
 */
import { posix } from "node:path";
import {
  type DirectoryListing,
  type FileKind,
  type FileStat,
  type FileSystem,
  FileSystemError,
  type OpenFile,
  type ResolvedPath,
  type SmallFile,
} from "./file-system.js";
import type { AbsolutePath, RealPath } from "./paths.js";

interface Node {
  readonly inode: bigint;
  readonly kind: FileKind | "symlink";
  mode: number;
  modifiedNs: bigint;
  changedNs: bigint;
  bytes: Uint8Array;
  target: string;
  readonly children: Map<string, Node>;
}

const MAX_LINKS = 40;

export interface MemoryFileSystem extends FileSystem {
  /** Writes or overwrites a file, as another program would; parents are created. */
  put(path: string, content: string | Uint8Array): void;
  putLink(path: string, target: string): void;
  /** A FIFO, socket or device: something that is there and must never be opened. */
  putSpecial(path: string, kind: "fifo" | "socket" | "device"): void;
  remove(path: string): void;
  /** `touch -d`, `chmod`: changes that leave the content alone, and may lie about the time. */
  setTimes(path: string, modifiedNs: bigint): void;
  setMode(path: string, mode: number): void;
}

export function createMemoryFileSystem(): MemoryFileSystem {
  return new InMemory();
}

class InMemory implements MemoryFileSystem {
  #nextInode = 1n;
  #ticks = 1_000_000_000n;
  readonly #root = this.#create("directory", 0o755);

  resolve(path: AbsolutePath): ResolvedPath {
    const { realPath, node } = this.#walk(path, 0);
    return { realPath: realPath as RealPath, stat: node === undefined ? undefined : toStat(node) };
  }

  readSmallFile(realPath: RealPath, maxBytes: number): SmallFile {
    const node = this.#regular(realPath);
    const bytes = node.bytes.length > maxBytes ? undefined : node.bytes.slice();
    return { stat: toStat(node), bytes };
  }

  open(realPath: RealPath): OpenFile {
    const node = this.#regular(realPath);
    return {
      read: (target, position) => {
        const part = node.bytes.subarray(position, position + target.length);
        target.set(part);
        return part.length;
      },
      stat: () => toStat(node),
      close: () => undefined,
    };
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    const { realPath: reached, node } = this.#walk(realPath, 0);
    if (reached !== realPath) throw new FileSystemError("MOVED", realPath);
    if (node === undefined) throw new FileSystemError("ENOENT", realPath);
    if (node.kind !== "directory") throw new FileSystemError("ENOTDIR", realPath);
    const entries = [...node.children].slice(0, limit).map(([name, child]) => ({
      name,
      isDirectory: child.kind === "directory",
    }));
    return { entries, complete: node.children.size <= limit };
  }

  makeDirectory(path: AbsolutePath, mode: number): void {
    let here = this.#root;
    for (const name of segmentsOf(this.#walk(path, 0).realPath)) {
      let child = here.children.get(name);
      if (child === undefined) {
        child = this.#create("directory", mode);
        here.children.set(name, child);
      }
      if (child.kind !== "directory") throw new FileSystemError("EEXIST", path);
      here = child;
    }
  }

  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): void {
    const parent = this.#parent(path);
    const name = posix.basename(path);
    if (parent.children.has(name)) throw new FileSystemError("EEXIST", path);
    const node = this.#create("file", mode);
    node.bytes = bytes.slice();
    parent.children.set(name, node);
  }

  put(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content.slice();
    const { node } = this.#walk(path, 0);
    if (node?.kind === "file") {
      node.bytes = bytes;
      node.modifiedNs = node.changedNs = this.#tick();
      return;
    }
    this.#place(path, this.#create("file", 0o644)).bytes = bytes;
  }

  putLink(path: string, target: string): void {
    this.#place(path, this.#create("symlink", 0o777)).target = target;
  }

  putSpecial(path: string, kind: "fifo" | "socket" | "device"): void {
    this.#place(path, this.#create(kind, 0o644));
  }

  remove(path: string): void {
    this.#parent(path).children.delete(posix.basename(path));
  }

  setTimes(path: string, modifiedNs: bigint): void {
    const node = this.#existing(path);
    node.modifiedNs = modifiedNs;
    node.changedNs = this.#tick();
  }

  setMode(path: string, mode: number): void {
    const node = this.#existing(path);
    node.mode = mode;
    node.changedNs = this.#tick();
  }

  #place(path: string, node: Node): Node {
    this.makeDirectory(posix.dirname(path) as AbsolutePath, 0o755);
    this.#parent(path).children.set(posix.basename(path), node);
    return node;
  }

  #parent(path: string): Node {
    const { node } = this.#walk(posix.dirname(path), 0);
    if (node === undefined) throw new FileSystemError("ENOENT", path);
    if (node.kind !== "directory") throw new FileSystemError("ENOTDIR", path);
    return node;
  }

  #existing(path: string): Node {
    const { node } = this.#walk(path, 0);
    if (node === undefined) throw new FileSystemError("ENOENT", path);
    return node;
  }

  #regular(realPath: RealPath): Node {
    const { realPath: reached, node } = this.#walk(realPath, 0);
    if (reached !== realPath) throw new FileSystemError("MOVED", realPath);
    if (node === undefined) throw new FileSystemError("ENOENT", realPath);
    if (node.kind === "directory") throw new FileSystemError("EISDIR", realPath);
    if (node.kind !== "file")
      throw new FileSystemError("NOT_REGULAR", realPath, { kind: node.kind as FileKind });
    return node;
  }

  /** Follows the path segment by segment; past the last existing one the rest is taken as it is. */
  #walk(path: string, links: number): { realPath: string; node: Node | undefined } {
    if (links > MAX_LINKS) throw new FileSystemError("ELOOP", path);
    let node: Node | undefined = this.#root;
    let realPath = "/";
    const segments = segmentsOf(path);
    for (const [index, name] of segments.entries()) {
      const child: Node | undefined = node?.children.get(name);
      if (child?.kind === "symlink") {
        const rest = segments.slice(index + 1);
        return this.#walk(posix.resolve(realPath, child.target, ...rest), links + 1);
      }
      realPath = posix.join(realPath, name);
      node = child;
    }
    return { realPath, node };
  }

  #create(kind: FileKind | "symlink", mode: number): Node {
    const now = this.#tick();
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
      children: new Map(),
    };
  }

  /** Strictly growing, so that two changes never share a time. */
  #tick(): bigint {
    this.#ticks += 1n;
    return this.#ticks;
  }
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function toStat(node: Node): FileStat {
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
