/** The local disk. This file and its folder `node/` are the only ones that touch `node:fs`. */
import fs from "node:fs";
import type {
  DirectoryListing,
  FileStat,
  FileSystem,
  MaybePromise,
  OpenFile,
  ResolvedPath,
  SmallFile,
} from "./file-system.js";
import { listDirectory } from "./node/list-directory.js";
import { openRegular } from "./node/open-regular.js";
import { readAllAsync, readAllSync, readFully } from "./node/read-whole.js";
import { resolveByDescriptor, resolveByPath, tellsDescriptorPaths } from "./node/resolve-path.js";
import { Slabs } from "./node/slabs.js";
import { toFileStat, translated } from "./node/translate.js";
import type { AbsolutePath, RealPath } from "./paths.js";

export interface NodeFileSystemOptions {
  /**
   * Files up to this size are read synchronously. 0 makes every read of content asynchronous, which spares the event
   * loop the longest waits of a network disk; resolving, opening and listing still wait for its server.
   */
  readonly syncUpToBytes?: number;
}

export function createNodeFileSystem(options: NodeFileSystemOptions = {}): FileSystem {
  return new NodeFileSystem(options.syncUpToBytes ?? 1024 * 1024);
}

class NodeFileSystem implements FileSystem {
  readonly #syncUpToBytes: number;
  readonly #tellsPaths: boolean = tellsDescriptorPaths();
  readonly #slabs = new Slabs();

  constructor(syncUpToBytes: number) {
    this.#syncUpToBytes = syncUpToBytes;
  }

  resolve(path: AbsolutePath): ResolvedPath {
    return translated(path, () => {
      const { realPath, stat } = this.#tellsPaths ? resolveByDescriptor(path) : resolveByPath(path);
      return { realPath: realPath as RealPath, stat };
    });
  }

  readSmallFile(realPath: RealPath, maxBytes: number, expected?: FileStat): MaybePromise<SmallFile> {
    return translated(realPath, () => {
      const { descriptor, stat } = openRegular(realPath, { tellsPaths: this.#tellsPaths, expected });
      if (stat.size > maxBytes) {
        fs.closeSync(descriptor);
        return { stat, bytes: undefined };
      }
      if (stat.size > this.#syncUpToBytes) return readAllAsync(descriptor, stat, maxBytes, realPath);
      try {
        return { stat, bytes: readAllSync(descriptor, stat, maxBytes, this.#slabs) };
      } finally {
        fs.closeSync(descriptor);
      }
    });
  }

  open(realPath: RealPath, expected?: FileStat): OpenFile {
    return translated(realPath, () => {
      const { descriptor } = openRegular(realPath, { tellsPaths: this.#tellsPaths, expected });
      return new NodeOpenFile(descriptor, realPath);
    });
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    return translated(realPath, () => listDirectory(realPath, limit, this.#tellsPaths));
  }

  makeDirectory(path: AbsolutePath, mode: number): void {
    translated(path, () => fs.mkdirSync(path, { recursive: true, mode }));
  }

  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): void {
    translated(path, () => fs.writeFileSync(path, bytes, { flag: "wx", mode }));
  }
}

class NodeOpenFile implements OpenFile {
  readonly #descriptor: number;
  readonly #path: string;

  constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.#path = path;
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return readFully(this.#descriptor, target, position, this.#path);
  }

  stat(): FileStat {
    return translated(this.#path, () => toFileStat(fs.fstatSync(this.#descriptor, { bigint: true })));
  }

  close(): void {
    translated(this.#path, () => fs.closeSync(this.#descriptor));
  }
}
