/** The local disk. This file and its folder `node/` are the only ones that touch `node:fs`. */
import fs from "node:fs";
import { dirname } from "node:path";
import type {
  Counter,
  DirectoryListing,
  FileKind,
  FileStat,
  FileSystem,
  HeldFolder,
  MaybePromise,
  OpenFile,
  OwnFile,
  RemoveOptions,
  Replaced,
  Replacement,
  ResolvedPath,
  SmallFile,
  StagedFile,
  WriteOptions,
} from "./file-system.js";
import type { AttributeKeeper } from "./node/attribute-programs.js";
import { ChangeSupport, type ChangeSupportOptions, keepNothing } from "./node/change-support.js";
import {
  createParents,
  findMissingFolder,
  openDirectory,
  removeEmptyFolders,
} from "./node/directory-handle.js";
import { listDirectory } from "./node/list-directory.js";
import { removeLink, renameLink } from "./node/lock-links.js";
import { makeFolders } from "./node/make-folders.js";
import { NodeOpenFile } from "./node/node-open-file.js";
import { openRegular } from "./node/open-regular.js";
import { NodeCounter, openOwnFile } from "./node/own-file.js";
import { readAllAsync, readAllSync } from "./node/read-whole.js";
import { removeFileIfUnchanged } from "./node/remove-file.js";
import { replaceFile } from "./node/replace-file.js";
import {
  asUnresolved,
  findKindByPath,
  resolveByDescriptor,
  resolveByPath,
  tellsDescriptorPaths,
} from "./node/resolve-path.js";
import { Slabs } from "./node/slabs.js";
import { NodeStagedFile } from "./node/staged-file.js";
import { removeQuietly } from "./node/temporary-file.js";
import { errnoOf, translated, translatedSoon } from "./node/translate.js";
import { type AbsolutePath, type RealPath, type RealPathOrBytes, textOfPath } from "./paths.js";

export interface NodeFileSystemOptions extends ChangeSupportOptions {
  /**
   * Files up to this size are read synchronously. 0 makes every read of content asynchronous, which spares the event
   * loop the longest waits of a network disk; resolving, opening and listing still wait for its server.
   */
  readonly syncUpToBytes?: number;
}

export function createNodeFileSystem(options: NodeFileSystemOptions = {}): FileSystem {
  return new NodeFileSystem(options);
}

class NodeFileSystem implements FileSystem {
  readonly #syncUpToBytes: number;
  readonly #tellsPaths: boolean = tellsDescriptorPaths();
  readonly #slabs = new Slabs();
  readonly #changes: ChangeSupport;

  constructor(options: NodeFileSystemOptions) {
    this.#changes = new ChangeSupport(this.#tellsPaths, options);
    this.#syncUpToBytes = options.syncUpToBytes ?? 1024 * 1024;
  }

  resolve(path: AbsolutePath): ResolvedPath {
    try {
      const { realPath, stat } = this.#tellsPaths ? resolveByDescriptor(path) : resolveByPath(path);
      return { realPath: realPath as RealPath, stat };
    } catch (cause) {
      throw asUnresolved(cause, path);
    }
  }

  readSmallFile(realPath: RealPathOrBytes, maxBytes: number, expected?: FileStat): MaybePromise<SmallFile> {
    return translated(textOfPath(realPath), () => {
      const { descriptor, stat } = openRegular(realPath, { tellsPaths: this.#tellsPaths, expected });
      if (stat.size > maxBytes) {
        fs.closeSync(descriptor);
        return { stat, bytes: undefined };
      }
      if (stat.size > this.#syncUpToBytes)
        return readAllAsync(descriptor, stat, maxBytes, textOfPath(realPath));
      try {
        return { stat, bytes: readAllSync(descriptor, stat, maxBytes, this.#slabs) };
      } finally {
        fs.closeSync(descriptor);
      }
    });
  }

  open(realPath: RealPathOrBytes, expected?: FileStat): OpenFile {
    return translated(textOfPath(realPath), () => {
      const { descriptor } = openRegular(realPath, { tellsPaths: this.#tellsPaths, expected });
      return new NodeOpenFile(descriptor, textOfPath(realPath));
    });
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    return translated(realPath, () => listDirectory(realPath, limit, this.#tellsPaths));
  }

  findModifiedTime(path: RealPathOrBytes): number | undefined {
    const name = typeof path === "string" ? path : Buffer.from(path.buffer, path.byteOffset, path.length);
    return translated(textOfPath(path), () => {
      try {
        const stat = fs.lstatSync(name, { throwIfNoEntry: false });
        return stat?.isFile() === true ? stat.mtimeMs : undefined;
      } catch (cause) {
        if (errnoOf(cause) === "ENOTDIR") return undefined;
        throw cause;
      }
    });
  }

  findKind(path: AbsolutePath): FileKind | undefined {
    return findKindByPath(path);
  }

  holdFolder(realPath: RealPath): HeldFolder {
    return translated(realPath, () => {
      const handle = openDirectory(realPath, this.#tellsPaths);
      return { path: handle.forOthers(""), release: () => handle.close() };
    });
  }

  makeDirectory(path: AbsolutePath, mode: number): void {
    translated(path, () => makeFolders(path, mode));
  }

  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): void {
    translated(path, () => fs.writeFileSync(path, bytes, { flag: "wx", mode }));
  }

  replaceIfUnchanged(realPath: RealPath, replacement: Replacement): MaybePromise<Replaced> {
    const replace = ({ keep, onReplaced }: AttributeKeeper): MaybePromise<Replaced> => {
      const replaced = translatedSoon(realPath, () =>
        replaceFile(realPath, replacement, this.#changes.contextWith(keep)),
      );
      if (onReplaced === undefined || replaced instanceof Promise) return replaced;
      if (replaced.outcome === "replaced") onReplaced(replaced.stat);
      return replaced;
    };
    // Nothing but a new file in the place of an old one can lose what the old one had.
    const isNewInPlace = replacement.expected !== undefined && replacement.way === "rename";
    if (!isNewInPlace) return replace(keepNothing);
    const keeper = this.#changes.keeperFor(realPath, replacement.attributes ?? "require");
    return keeper instanceof Promise ? keeper.then(replace) : replace(keeper);
  }

  stage(realPath: RealPath, temporaryName: string, options: WriteOptions): MaybePromise<StagedFile> {
    const stage = ({ keep }: AttributeKeeper): StagedFile => {
      const request = { realPath, temporaryName, ...options, ...this.#changes.contextWith(keep) };
      return translated(realPath, () => new NodeStagedFile(request));
    };
    // A file too large to hold can't be written in place.
    const keeper = this.#changes.keeperFor(realPath, "attempt");
    return keeper instanceof Promise ? keeper.then(stage) : stage(keeper);
  }

  removeIfUnchanged(
    realPath: RealPath,
    expected: Uint8Array,
    options: RemoveOptions,
  ): MaybePromise<Replaced> {
    const context = { ...options, ...this.#changes.contextWith(keepNothing.keep) };
    return translatedSoon(realPath, () => removeFileIfUnchanged(realPath, expected, context));
  }

  findMissingFolder(realPath: RealPath): RealPath | undefined {
    return translated(realPath, () => findMissingFolder(realPath) as RealPath | undefined);
  }

  createParents(realPath: RealPath): void {
    translated(realPath, () => createParents(realPath, this.#tellsPaths));
  }

  removeEmptyParents(realPath: RealPath, topmost: RealPath): void {
    translated(realPath, () => removeEmptyFolders(dirname(realPath), topmost, this.#tellsPaths));
  }

  openOwnFile(path: AbsolutePath, mode?: number): OwnFile {
    return translated(path, () => openOwnFile(path, mode, () => this.#changes.findCalls()));
  }

  openCounter(path: AbsolutePath): Counter {
    return new NodeCounter(path);
  }

  rename(from: AbsolutePath, to: AbsolutePath): void {
    translated(from, () => fs.renameSync(from, to));
  }

  removeFile(path: AbsolutePath): void {
    translated(path, () => removeQuietly(path));
  }

  createLink(path: AbsolutePath, target: string): void {
    translated(path, () => fs.symlinkSync(target, path));
  }

  readLink(path: AbsolutePath): string {
    return translated(path, () => fs.readlinkSync(path));
  }

  renameLink(from: AbsolutePath, to: AbsolutePath): void {
    translated(from, () => renameLink(from, to));
  }

  removeLink(path: AbsolutePath, target: string): void {
    translated(path, () => removeLink(path, target));
  }
}
