/**
 * A disk in memory, for tests and for hosts that keep an agent away from the real one. It follows the same contract
 * as the local disk, links, special files and inode change times included. Paths are POSIX paths.
 */
import { posix } from "node:path";
import {
  type Counter,
  type DirectoryListing,
  type FileKind,
  type FileSystem,
  FileSystemError,
  type LockKind,
  type OpenFile,
  type OwnFile,
  type Replaced,
  type Replacement,
  type ResolvedPath,
  type SmallFile,
  type StagedFile,
} from "./file-system.js";
import { isSameFingerprint } from "./fingerprint.js";
import {
  copyPart,
  type MemoryDiskOptions,
  MemoryTree,
  type Node,
  replaced,
  SET_ID_BITS,
  toStat,
} from "./memory-tree.js";
import { type AbsolutePath, type RealPath, type RealPathOrBytes, textOfPath } from "./paths.js";

export interface MemoryFileSystem extends FileSystem {
  /** Writes or overwrites a file, as another program would; parents are created. */
  put(path: string, content: string | Uint8Array): void;
  /** An empty folder, and those above it. */
  putFolder(path: string): void;
  putLink(path: string, target: string): void;
  /** A FIFO, socket or device: something that is there and must never be opened. */
  putSpecial(path: string, kind: "fifo" | "socket" | "device"): void;
  remove(path: string): void;
  /** `touch -d`, `chmod`: changes that leave the content alone, and may lie about the time. */
  setTimes(path: string, modifiedNs: bigint): void;
  setMode(path: string, mode: number): void;
}

export function createMemoryFileSystem(options: MemoryDiskOptions = {}): MemoryFileSystem {
  return new InMemory(options);
}

class InMemory implements MemoryFileSystem {
  readonly #tree: MemoryTree;
  readonly #locks = new Map<Node, Map<object, LockKind>>();
  readonly #counts = new Map<string, number>();

  constructor(options: MemoryDiskOptions) {
    this.#tree = new MemoryTree(options);
  }

  resolve(path: AbsolutePath): ResolvedPath {
    const { realPath, node } = this.#tree.walk(path);
    return { realPath: realPath as RealPath, stat: node === undefined ? undefined : toStat(node) };
  }

  readSmallFile(path: RealPathOrBytes, maxBytes: number): SmallFile {
    const node = this.#tree.regular(textOfPath(path));
    const bytes = node.bytes.length > maxBytes ? undefined : node.bytes.slice();
    return { stat: toStat(node), bytes };
  }

  open(path: RealPathOrBytes): OpenFile {
    const node = this.#tree.regular(textOfPath(path));
    return {
      read: (target, position) => copyPart(node.bytes, target, position),
      stat: () => toStat(node),
      close: () => undefined,
    };
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    return this.#tree.list(realPath, limit);
  }

  findModifiedTime(path: RealPathOrBytes): number | undefined {
    const name = textOfPath(path);
    const { realPath, node } = this.#tree.walk(name);
    if (node === undefined || realPath !== name || toStat(node).kind !== "file") return undefined;
    return Number(toStat(node).modifiedNs) / 1e6;
  }

  findKind(path: AbsolutePath): FileKind | undefined {
    return this.#tree.findKind(path);
  }

  /** No program can look into the memory of another. */
  holdFolder(): undefined {
    return undefined;
  }

  makeDirectory(path: AbsolutePath, mode: number): void {
    this.#tree.makeDirectory(path, mode);
  }

  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): void {
    const parent = this.#tree.parent(path);
    const name = posix.basename(path);
    if (parent.children.has(name)) throw new FileSystemError("EEXIST", path);
    const node = this.#tree.create("file", mode);
    node.bytes = bytes.slice();
    parent.children.set(name, node);
  }

  replaceIfUnchanged(realPath: RealPath, replacement: Replacement): Replaced {
    const { expected, content, mode, way, isTightened } = replacement;
    const { realPath: reached, node } = this.#tree.walk(realPath);
    if (reached !== realPath) throw new FileSystemError("MOVED", realPath);
    if (node === undefined) {
      if (expected !== undefined) return { outcome: "changed", present: undefined };
      this.createFile(realPath, content, (mode ?? 0o644) & ~SET_ID_BITS);
      return replaced(this.#tree.regular(realPath));
    }
    const file = this.#tree.regular(realPath);
    if (expected === undefined || Buffer.compare(file.bytes, expected) !== 0) {
      return { outcome: "changed", present: file.bytes.slice() };
    }
    if (isTightened === true) this.setMode(realPath, file.mode & (mode ?? 0o777));
    return replaced(this.#tree.replace(realPath, file, content.slice(), way));
  }

  stage(realPath: RealPath, temporaryName: string): StagedFile {
    const temporary = posix.join(posix.dirname(realPath), temporaryName) as AbsolutePath;
    this.createFile(temporary, new Uint8Array(0), 0o600);
    const staged = this.#tree.regular(temporary as RealPath);
    return {
      append: (bytes) => this.#tree.fill(staged, Buffer.concat([staged.bytes, bytes])),
      read: (target, position) => copyPart(staged.bytes, target, position),
      publish: (expected) => {
        const file = this.#tree.walk(realPath).node;
        if (file?.kind !== "file" || !isSameFingerprint(toStat(file), expected)) {
          return { outcome: "changed", present: undefined };
        }
        this.removeFile(temporary);
        return replaced(this.#tree.replace(realPath, file, staged.bytes, "rename"));
      },
      discard: () => this.removeFile(temporary),
    };
  }

  removeIfUnchanged(realPath: RealPath, expected: Uint8Array): Replaced {
    const { node } = this.#tree.walk(realPath);
    if (node === undefined) return { outcome: "changed", present: undefined };
    const file = this.#tree.regular(realPath);
    if (Buffer.compare(file.bytes, expected) !== 0) {
      return { outcome: "changed", present: file.bytes.slice() };
    }
    this.removeFile(realPath);
    return replaced(file);
  }

  findMissingFolder(realPath: RealPath): RealPath | undefined {
    let topmost: string | undefined;
    let folder = posix.dirname(realPath);
    while (this.#tree.walk(folder).node === undefined) {
      topmost = folder;
      folder = posix.dirname(folder);
    }
    return topmost as RealPath | undefined;
  }

  createParents(realPath: RealPath): void {
    const folder = posix.dirname(realPath) as AbsolutePath;
    if (this.#tree.walk(folder).realPath !== folder) throw new FileSystemError("MOVED", realPath);
    this.makeDirectory(folder, 0o755);
  }

  removeEmptyParents(realPath: RealPath, topmost: RealPath): void {
    for (let path = posix.dirname(realPath); path.length >= topmost.length; path = posix.dirname(path)) {
      const { node } = this.#tree.walk(path);
      if (node !== undefined && node.children.size > 0) return;
      this.removeFile(path as AbsolutePath);
    }
  }

  openOwnFile(path: AbsolutePath, mode?: number): OwnFile {
    if (mode !== undefined) this.createFile(path, new Uint8Array(0), mode);
    const file = this.#tree.regular(path as RealPath);
    const others = this.#locks.get(file) ?? new Map<object, LockKind>();
    this.#locks.set(file, others);
    const key = {};
    return {
      ...this.open(path as RealPath),
      append: (bytes, { at }) => this.#tree.fill(file, Buffer.concat([file.bytes.subarray(0, at), bytes])),
      truncate: (size) => this.#tree.fill(file, file.bytes.slice(0, size)),
      isNamed: () => this.#tree.walk(path).node === file,
      tryLock: (kind) => {
        const isFree = [...others].every(
          ([holder, held]) => holder === key || (held === "shared" && kind === "shared"),
        );
        if (isFree) others.set(key, kind);
        return isFree;
      },
      close: () => {
        others.delete(key);
      },
    };
  }

  openCounter(path: AbsolutePath): Counter {
    const next = (atLeast: number): number => {
      const count = Math.max(this.#counts.get(path) ?? 0, atLeast) + 1;
      this.#counts.set(path, count);
      return count;
    };
    return { next, close: () => undefined };
  }

  rename(from: AbsolutePath, to: AbsolutePath): void {
    const node = this.#tree.parent(from).children.get(posix.basename(from));
    if (node === undefined) throw new FileSystemError("ENOENT", from);
    this.#tree.move(from, to, node);
  }

  createLink(path: AbsolutePath, target: string): void {
    if (this.#tree.parent(path).children.has(posix.basename(path))) throw new FileSystemError("EEXIST", path);
    this.putLink(path, target);
  }

  readLink(path: AbsolutePath): string {
    return this.#tree.link(path).target;
  }

  renameLink(from: AbsolutePath, to: AbsolutePath): void {
    const node = this.#tree.link(from);
    if (this.#tree.parent(to).children.has(posix.basename(to))) this.#tree.link(to);
    this.#tree.move(from, to, node);
  }

  removeFile(path: AbsolutePath): void {
    if (this.#tree.walk(posix.dirname(path)).node !== undefined) this.remove(path);
  }

  removeLink(path: AbsolutePath, target: string): void {
    if (this.#tree.link(path).target === target) this.remove(path);
  }

  put(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content.slice();
    const { node } = this.#tree.walk(path);
    if (node?.kind === "file") {
      this.#tree.fill(node, bytes);
      return;
    }
    this.#place(path, this.#tree.create("file", 0o644)).bytes = bytes;
  }

  putFolder(path: string): void {
    this.makeDirectory(path as AbsolutePath, 0o755);
  }

  putLink(path: string, target: string): void {
    this.#place(path, this.#tree.create("symlink", 0o777)).target = target;
  }

  putSpecial(path: string, kind: "fifo" | "socket" | "device"): void {
    this.#place(path, this.#tree.create(kind, 0o644));
  }

  remove(path: string): void {
    this.#tree.parent(path).children.delete(posix.basename(path));
  }

  setTimes(path: string, modifiedNs: bigint): void {
    Object.assign(this.#tree.existing(path), { modifiedNs, changedNs: this.#tree.tick() });
  }

  setMode(path: string, mode: number): void {
    Object.assign(this.#tree.existing(path), { mode, changedNs: this.#tree.tick() });
  }

  #place(path: string, node: Node): Node {
    this.makeDirectory(posix.dirname(path) as AbsolutePath, 0o755);
    this.#tree.parent(path).children.set(posix.basename(path), node);
    return node;
  }
}
